import base64

from verify import verify_own, verify_standard

with open("cases.txt") as cases:
    for line in cases:
        kind, id, timestamp, signature, body, secrets, now = line.rstrip("\n").split("\t")
        rest = (base64.b64decode(body), secrets.split(","), int(now))
        accepted = verify_own(signature, *rest) if kind == "own" else verify_standard(id, timestamp, signature, *rest)
        print("true" if accepted else "false")
