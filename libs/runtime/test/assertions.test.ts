import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { callersOf, isForMerchants, SERVICES } from '@gx/contracts';
import { newId, type Tenant } from '@gx/core';
import { ASSERTION_SIGNING_SPEC, ASSERTIONS_SPEC, type Call, ConfigError, readConfig } from '@gx/runtime';
import { ASSERTION_SECONDS, Assertions, CLOCKS_DIFFER_SECONDS, signAssertion } from '@gx/runtime/grpc';
import { localIdentity, until } from '@gx/testkit';
import test from 'ava';
import { SignJWT, UnsecuredJWT } from 'jose';
import { clientAs, outcomeOf, plaintext, served, TENANT } from './rpc-parties.ts';

const FINGERPRINT = 'f'.repeat(64);

/** A key pair as `keys` has one, and as everybody else knows it. */
function pair() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const text = {
    signing: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    verification: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
  const read = readConfig(
    { ASSERTION_SIGNING_KEY: text.signing, ASSERTION_VERIFICATION_KEYS: text.verification },
    ASSERTION_SIGNING_SPEC,
  ).ASSERTION_SIGNING_KEY?.();
  if (read === undefined) throw new Error('no key');
  return { ...text, own: read, privateKey, publicKey };
}
const keysOwn = pair();
/** What a service is started with that believes these keys. */
const settings = (env: Readonly<Record<string, string>> = { ASSERTION_VERIFICATION_KEYS: keysOwn.verification }) =>
  readConfig(env, ASSERTIONS_SPEC);
const believing = (env?: Readonly<Record<string, string>>): Assertions => new Assertions(settings(env), new Date());

const stated = (tenant: Tenant = TENANT, { at = new Date(), by = keysOwn.own } = {}): Promise<string> =>
  signAssertion(by, { tenant, fingerprint: FINGERPRINT }, at);
const saying = (text: string | Promise<string>): Call => ({ requestId: 'req_1', asserted: () => text });
const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1_000);

/** A token with everything right that is not told. */
const token = (alg: string, key: KeyObject | Uint8Array, { kid = keysOwn.own.id, audience = 'gx-services' } = {}) =>
  new SignJWT({ livemode: true, fingerprint: FINGERPRINT })
    .setProtectedHeader({ alg, kid })
    .setIssuer('keys')
    .setAudience(audience)
    .setSubject(TENANT.accountId)
    .setExpirationTime('60s')
    .sign(key);

/** Each is a call of the gateway's own certificate, for `TENANT`. */
const WRONG: Readonly<Record<string, () => Call>> = {
  'no assertion': () => ({ requestId: 'req_1' }),
  'what is no assertion': () => saying('gx'),
  'an assertion of another account': () => saying(stated({ ...TENANT, accountId: newId('account') })),
  'an assertion of the other mode': () => saying(stated({ ...TENANT, livemode: false })),
  'an assertion that has ended': () =>
    saying(stated(TENANT, { at: ago(ASSERTION_SECONDS + CLOCKS_DIFFER_SECONDS + 1) })),
  'an assertion that is good for longer than a minute': () =>
    saying(stated(TENANT, { at: ago(-CLOCKS_DIFFER_SECONDS - 2) })),
  'an assertion that somebody else has signed': () => saying(stated(TENANT, { by: pair().own })),
  'an assertion of somebody else under the name of a good key': () =>
    saying(stated(TENANT, { by: { ...pair().own, id: keysOwn.own.id } })),
  'an assertion that nobody has signed': () =>
    saying(
      new UnsecuredJWT({ livemode: true, fingerprint: FINGERPRINT })
        .setIssuer('keys')
        .setAudience('gx-services')
        .setSubject(TENANT.accountId)
        .setExpirationTime('60s')
        .encode(),
    ),
  'the public key for a shared secret': () => saying(token('HS256', Buffer.from(keysOwn.verification))),
  'what the same key has signed for another reader': () =>
    saying(token('Ed25519', keysOwn.privateKey, { audience: 'gx-api-keys' })),
};

const MERCHANTS_RPCS = Object.values(SERVICES).map(
  (definition) =>
    [
      definition,
      Object.entries(definition)
        .filter(([, method]) => isForMerchants(method))
        .map(([name]) => name),
    ] as const,
);

// One after the other: each starts all services.
for (const [what, call] of Object.entries(WRONG))
  test.serial(
    `the gateway’s own certificate and ${what}: no RPC that is for a merchant does anything, and each refusal is alarmed`,
    async (t) => {
      let cells = 0;
      for (const [definition, names] of MERCHANTS_RPCS) {
        const { port, called, lines } = await served(t, definition, { assertions: believing() });
        const client = clientAs(t, definition, port, localIdentity('gateway'));
        for (const name of names) {
          t.is(await outcomeOf(client, name, { call: call() }), 'PERMISSION_DENIED', name);
          cells += 1;
        }
        t.deepEqual(called, []);
        const alarms = lines.map((line) => JSON.parse(line)).filter(({ alarm }) => alarm === 'call_not_asserted');
        t.deepEqual(alarms.map(({ rpc }) => rpc).toSorted(), names.toSorted());
        t.true(alarms.every(({ level, caller }) => level === 'error' && caller === 'gateway'));
      }
      t.true(cells > 40);
    },
  );

test.serial('an assertion of the account and mode that a request names: each RPC is done, once', async (t) => {
  for (const [definition, names] of MERCHANTS_RPCS) {
    const { port, called } = await served(t, definition, { assertions: believing() });
    const client = clientAs(t, definition, port, localIdentity('gateway'));
    for (const name of names) t.is(await outcomeOf(client, name, { call: saying(stated()) }), 'answered', name);
    t.deepEqual(called, [...names]);
  }
});

/** What the gateway calls for nobody, or for whom the request itself shows it. */
const FOR_NOBODY: Readonly<Record<string, string>> = {
  GetPaymentCode: 'the id of a charge is what payers have',
  ReceiveProviderCallback: 'it comes from a bank, with a token',
  Login: 'it shows a password',
  Logout: 'it shows a login token',
  LogoutAll: 'it shows a login token',
  ChangePassword: 'it shows a login token',
  RequestPasswordReset: 'it names an e-mail, whosever it is',
  ResetPassword: 'it shows the secret of a link',
  ListOwnUsers: 'it shows a login token',
  InviteUser: 'it shows a login token',
  AcceptInvitation: 'it shows the secret of a link',
  ChangeUserRole: 'it shows a login token',
  RemoveUser: 'it shows a login token',
  SetUpTotp: 'it shows a login token',
  ConfirmTotp: 'it shows a login token',
  RemoveTotp: 'it shows a login token',
  GetJwks: 'it is public',
  ReadToken: 'it shows a login token',
  IssueKey: 'it shows a login token',
  ListKeys: 'it shows a login token',
  RotateKey: 'it shows a login token',
  RevokeKey: 'it shows a login token',
  ResolveKey: 'it shows the fingerprint of a key',
  RecordRequests: 'each record has the assertion of its own key',
  ListAuditEvents: 'it shows a login token',
  ApprovePayout: 'it shows a login token',
  RejectPayout: 'it shows a login token',
  CheckUrl: 'an address of nobody in particular',
  GetEventCatalog: 'it is public',
};

test('every RPC that the gateway may call is for a merchant, or has a reason why it is not', (t) => {
  const others = Object.values(SERVICES).flatMap((definition) =>
    Object.entries(definition).flatMap(([name, method]) => {
      const isCalled = callersOf(method).includes('gateway');
      t.true(isCalled || !isForMerchants(method), `${name}: nobody else calls for merchants`);
      return isCalled && !isForMerchants(method) ? [name] : [];
    }),
  );
  t.deepEqual(others.toSorted(), Object.keys(FOR_NOBODY).toSorted());
});

test('somebody else whom the proto names calls for itself, and needs no assertion', async (t) => {
  const { port } = await served(t, SERVICES.charge, { assertions: believing() });
  const client = clientAs(t, SERVICES.charge, port, localIdentity('refund'));
  t.is(await outcomeOf(client, 'GetPaymentStats', { call: { requestId: 'req_1' } }), 'answered');
});

test('a login token in the place of a tenant speaks for itself; beside one it does not', async (t) => {
  const { port } = await served(t, SERVICES.keys, { assertions: believing() });
  const client = clientAs(t, SERVICES.keys, port, localIdentity('gateway'));
  const call = { requestId: 'req_1' };
  const listed = (request: object) => outcomeOf(client, 'ListRequestLogs', { call, request });
  t.is(await listed({ accessToken: 'a token' }), 'answered');
  t.is(await listed({ accessToken: 'a token', tenant: TENANT }), 'PERMISSION_DENIED');
  t.is(await listed({}), 'PERMISSION_DENIED');
});

test('a reader of an assertion gets account, mode, key and issuer; nobody reads it after a minute and what clocks may differ by', async (t) => {
  const assertions = believing();
  const issuerUserId = newId('user');
  const now = new Date();
  const assertion = { tenant: TENANT, fingerprint: FINGERPRINT, issuerUserId };
  const text = await signAssertion(keysOwn.own, assertion, now);
  t.deepEqual(await assertions.read(text, now), assertion);
  const after = (seconds: number) => assertions.read(text, new Date(now.getTime() + seconds * 1_000));
  const last = ASSERTION_SECONDS + CLOCKS_DIFFER_SECONDS;
  t.deepEqual(await after(last - 2), assertion, 'as it was remembered');
  t.is(typeof (await after(last)), 'string');
});

test('without TLS, by a reason, a call needs no assertion, and one that is wrong is refused all the same', async (t) => {
  const { port } = await served(t, SERVICES.charge, { identity: plaintext('charge'), assertions: believing() });
  const client = clientAs(t, SERVICES.charge, port, plaintext('gateway'));
  t.is(await outcomeOf(client, 'GetCharge', { call: { requestId: 'req_1' } }), 'answered');
  t.is(await outcomeOf(client, 'GetCharge', { call: saying(stated()) }), 'answered');
  t.is(
    await outcomeOf(client, 'GetCharge', { call: saying(stated({ ...TENANT, livemode: false })) }),
    'PERMISSION_DENIED',
  );
});

test('while calls without an assertion are let in for an upgrade, one that is wrong is not; and that ends', async (t) => {
  const env = { ASSERTION_VERIFICATION_KEYS: keysOwn.verification };
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  for (const [until, outcome] of [
    [inAnHour, 'answered'],
    [ago(1).toISOString(), 'PERMISSION_DENIED'],
  ] as const) {
    const assertions = believing({ ...env, UNASSERTED_CALLS_UNTIL: until });
    const { port } = await served(t, SERVICES.charge, { assertions });
    const client = clientAs(t, SERVICES.charge, port, localIdentity('gateway'));
    t.is(await outcomeOf(client, 'GetCharge', { call: { requestId: 'req_1' } }), outcome);
    const wrong = saying(stated({ ...TENANT, accountId: newId('account') }));
    t.is(await outcomeOf(client, 'GetCharge', { call: wrong }), 'PERMISSION_DENIED');
  }
  const inEightDays = new Date(Date.now() + 8 * 86_400_000).toISOString();
  t.throws(() => believing({ ...env, UNASSERTED_CALLS_UNTIL: inEightDays }), { instanceOf: ConfigError });
});

test('keys are replaced in place under load, one after the other: no call fails, and the old key is nobody’s in the end', async (t) => {
  const [old, next] = [pair(), pair()];
  const now = { verification: old.verification, signing: old };
  const assertions = new Assertions(
    {
      ASSERTION_VERIFICATION_KEYS: () =>
        settings({ ASSERTION_VERIFICATION_KEYS: now.verification }).ASSERTION_VERIFICATION_KEYS?.() ?? [],
      UNASSERTED_CALLS_UNTIL: undefined,
    },
    new Date(),
  );
  const { port } = await served(t, SERVICES.charge, { assertions });
  const client = clientAs(t, SERVICES.charge, port, localIdentity('gateway'));
  const outcomes: string[] = [];
  let going = true;
  const load = (async () => {
    while (going)
      outcomes.push(await outcomeOf(client, 'GetCharge', { call: saying(stated(TENANT, { by: now.signing.own })) }));
  })();
  const more = async (): Promise<void> => {
    const before = outcomes.length;
    await until('calls go on', () => outcomes.length > before + 50);
  };
  await more();
  const left = await stated(TENANT, { by: old.own });
  t.is(await outcomeOf(client, 'GetCharge', { call: saying(left) }), 'answered');
  // What comes in a file is looked for there before anybody is accused.
  now.verification = old.verification + next.verification;
  now.signing = next;
  await more();
  assertions.refresh();
  await more();
  now.verification = next.verification;
  assertions.refresh();
  await more();
  going = false;
  await load;
  t.deepEqual(
    outcomes.filter((outcome) => outcome !== 'answered'),
    [],
  );
  t.is(await outcomeOf(client, 'GetCharge', { call: saying(left) }), 'PERMISSION_DENIED');
  t.log(`${outcomes.length} calls`);
});

test('a key to sign with that others do not know: it is not begun with, and not taken up later', (t) => {
  const other = pair();
  const env = { ASSERTION_SIGNING_KEY: other.signing, ASSERTION_VERIFICATION_KEYS: keysOwn.verification };
  t.throws(() => readConfig(env, { ...ASSERTIONS_SPEC, ...ASSERTION_SIGNING_SPEC }), {
    message: 'ASSERTION_SIGNING_KEY is no key in ASSERTION_VERIFICATION_KEYS',
  });
  let signing = keysOwn.own;
  const config = { ...settings(), ASSERTION_SIGNING_KEY: () => signing };
  const assertions = new Assertions(config, new Date());
  signing = other.own;
  t.throws(() => assertions.refresh(), { instanceOf: ConfigError });
  t.is(assertions.ids[0], keysOwn.own.id);
});

test('settings that leave everybody’s word to be believed are none, unless RPCs are in plaintext by a reason', (t) => {
  const spec = { ...ASSERTIONS_SPEC, ...ASSERTION_SIGNING_SPEC };
  t.throws(() => readConfig({}, spec), {
    message: /ASSERTION_VERIFICATION_KEYS is demanded.*ASSERTION_SIGNING_KEY is demanded/,
  });
  t.notThrows(() => readConfig({ ALLOW_PLAINTEXT_GRPC: 'a trial of one namespace' }, spec));
  for (const wrong of ['none', `${keysOwn.verification}and more`, keysOwn.signing])
    t.throws(() => settings({ ASSERTION_VERIFICATION_KEYS: wrong }), { message: /must hold Ed25519 public keys/ });
});

test('nobody serves an RPC that is for merchants without knowing by whose word', async (t) => {
  await t.throwsAsync(served(t, SERVICES.charge, { assertions: undefined }), { message: /nobody could be believed/ });
});
