import { readFileSync } from 'node:fs';
import { verifyOwn, verifyStandard } from './verify.mjs';

for (const line of readFileSync('cases.txt', 'utf8').trimEnd().split('\n')) {
  const [kind, id, timestamp, signature, base64, secrets, now] = line.split('\t');
  const verify = kind === 'own' ? verifyOwn : verifyStandard;
  const body = Buffer.from(base64, 'base64');
  console.log(verify({ id, timestamp, signature, body }, secrets.split(','), Number(now)));
}
