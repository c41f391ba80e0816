import { createHmac, createPrivateKey } from 'node:crypto';
import test from 'ava';
import { decodeJwt, decodeProtectedHeader, type JWTPayload, SignJWT } from 'jose';
import {
  call,
  fileScope,
  ISSUER,
  type KeysClient,
  merchant,
  refusalOf,
  SIGNING_KEY,
  signingKey,
  testKeys,
} from './harness.ts';

const file = fileScope();
const shared = testKeys(file);
const known = shared.then(({ client }) => merchant(client));
test.after.always(file.close);

const allEndWith401 = async (client: KeysClient, accessToken: string): Promise<boolean> => {
  const refusals = await Promise.all([
    refusalOf(client.listKeys(call, { accessToken })),
    refusalOf(client.issueKey(call, { accessToken })),
    refusalOf(client.rotateKey(call, { accessToken, id: '' })),
    refusalOf(client.revokeKey(call, { accessToken, id: '' })),
    refusalOf(client.logout(call, { accessToken })),
  ]);
  return refusals.every(({ code }) => code === 'unauthorized') && new Set(refusals.map(String)).size === 1;
};

test('login answers a token for an hour and whose it is', async (t) => {
  const { client } = await shared;
  const { email, password, userId, accountId } = await known;
  const answer = await client.login(call, { email: email.toUpperCase(), password });
  t.is(answer.expiresInSeconds, 3_600);
  t.like(answer.user, { id: userId, email, name: 'Ana' });
  t.like(answer.account, { id: accountId, name: 'Loja Teste' });
  t.deepEqual(Object.keys(decodeJwt(answer.accessToken)).sort(), [
    ...['account_id', 'aud', 'exp', 'iat', 'iss', 'jti', 'nbf', 'role', 'sub'],
  ]);
});

test.serial('a flood of logins is answered 429 beyond those who may wait, and passes', async (t) => {
  const { client } = await shared;
  const { email, password } = await known;
  const flood = Array.from({ length: 120 }, (_, nth) =>
    refusalOf(client.login(call, { email: `nobody-${nth}@example.com`, password: 'wrong password' })),
  );
  const codes = new Set((await Promise.all(flood)).map(({ code }) => code));
  t.deepEqual([...codes].sort(), ['rate_limited', 'unauthorized']);
  t.truthy((await client.login(call, { email, password })).accessToken);
});

// Counted in time on the processor, argon2's threads included: what a clock on the wall says depends on the
// neighbours.
test.serial('an unknown user and a wrong password get one answer for the same work', async (t) => {
  const { client } = await shared;
  const { email } = await known;
  const workOf = async (address: string): Promise<number> => {
    const before = process.cpuUsage();
    const refusal = await refusalOf(client.login(call, { email: address, password: 'wrong password' }));
    t.is(refusal.code, 'unauthorized');
    t.is(refusal.message, 'Wrong e-mail or password.');
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const work = { known: 0, unknown: 0 };
  await workOf(email);
  for (let round = 0; round < 10; round += 1) {
    work.known += await workOf(email);
    work.unknown += await workOf('nobody@example.com');
  }
  const ratio = work.unknown / work.known;
  t.true(ratio > 0.6 && ratio < 1.6, `unknown over known: ${ratio}`);
});

test('a logout ends its own token at once, on every replica, and no other', async (t) => {
  const { client, replica } = await shared;
  const other = await replica();
  const { email, password, accessToken } = await merchant(client);
  const second = await other.client.login(call, { email, password });
  await client.logout(call, { accessToken });
  t.true(await allEndWith401(other.client, accessToken));
  await t.notThrowsAsync(client.listKeys(call, { accessToken: second.accessToken }));
});

test('a denial is kept until after the token has ended, and then forgotten by the database', async (t) => {
  const { client, database } = await shared;
  const { accessToken } = await merchant(client);
  await client.logout(call, { accessToken });
  const { jti, exp } = decodeJwt(accessToken);
  const denied = database.connection.collection<{ _id: string; forgetAt: Date }>('denied_tokens');
  const denial = await denied.findOne({ _id: String(jti) });
  t.true((denial?.forgetAt.getTime() ?? 0) > Number(exp) * 1_000);
  const indexes = await denied.indexes();
  t.true(indexes.some((index) => index['key']['forgetAt'] === 1 && index['expireAfterSeconds'] === 0));
});

test('a token ends after an hour', async (t) => {
  const { client, replica } = await shared;
  const { accessToken } = await merchant(client);
  const late = await replica({}, () => new Date(Date.now() + 3_601_000));
  t.true(await allEndWith401(late.client, accessToken));
});

type Claims = { readonly [K in keyof JWTPayload]: JWTPayload[K] | undefined };
type Forgery = (token: string) => Promise<string>;
const b64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const resigned =
  (change: Claims, pem = SIGNING_KEY.privatePem): Forgery =>
  (token) =>
    new SignJWT(
      Object.fromEntries(Object.entries({ ...decodeJwt(token), ...change }).filter(([, v]) => v !== undefined)),
    )
      .setProtectedHeader({ ...decodeProtectedHeader(token), alg: 'ES256' })
      .sign(createPrivateKey(pem));

const refused = test.macro({
  async exec(t, forge: Forgery) {
    const { client } = await shared;
    t.true(await allEndWith401(client, await forge((await known).accessToken)));
  },
  title: (what) => `401 for ${what}`,
});

test('no token', refused, async () => '');
test('something that is no token', refused, async () => 'not.a.token');
test('a token of another key', refused, resigned({}, signingKey().privatePem));
test('a token for another audience', refused, resigned({ aud: 'somebody-else' }));
test('a token of another issuer', refused, resigned({ iss: `${ISSUER}.evil` }));
test('an expired token', refused, resigned({ exp: Math.floor(Date.now() / 1_000) - 1 }));
test('a token that is not valid yet', refused, resigned({ nbf: Math.floor(Date.now() / 1_000) + 60 }));
test('a token without an end', refused, resigned({ exp: undefined }));
test('a token without an id', refused, resigned({ jti: undefined }));
test('a token of no account', refused, resigned({ account_id: 'acc_1' }));
test('a token with alg none', refused, async (token) => {
  const [, payload] = token.split('.');
  return `${b64({ ...decodeProtectedHeader(token), alg: 'none' })}.${payload}.`;
});
test('a token signed with the public key as an HMAC secret', refused, async (token) => {
  const [, payload] = token.split('.');
  const signed = `${b64({ ...decodeProtectedHeader(token), alg: 'HS256' })}.${payload}`;
  return `${signed}.${createHmac('sha256', SIGNING_KEY.publicPem).update(signed).digest('base64url')}`;
});
test('a token whose payload was changed', refused, async (token) => {
  const [header, , signature] = token.split('.');
  return `${header}.${b64({ ...decodeJwt(token), account_id: 'acc_01939b6e-7f4b-7000-8000-000000000000' })}.${signature}`;
});
test('a token of an unknown kid', refused, async (token) =>
  new SignJWT(decodeJwt(token))
    .setProtectedHeader({ ...decodeProtectedHeader(token), alg: 'ES256', kid: 'other' })
    .sign(createPrivateKey(SIGNING_KEY.privatePem)),
);

test('a token that is changed by nobody passes the same forgery', async (t) => {
  const { client } = await shared;
  const accessToken = await resigned({})((await known).accessToken);
  await t.notThrowsAsync(client.listKeys(call, { accessToken }));
});

test('a retired signing key checks its tokens until they end, and signs no more', async (t) => {
  const { client, replica } = await shared;
  const { email, password, accessToken } = await merchant(client);
  const next = signingKey();
  const after = await replica({ JWT_SIGNING_KEY: next.privatePem, JWT_PREVIOUS_KEYS: SIGNING_KEY.publicPem });
  await t.notThrowsAsync(after.client.listKeys(call, { accessToken }));
  const fresh = await after.client.login(call, { email, password });
  t.not(decodeProtectedHeader(fresh.accessToken).kid, decodeProtectedHeader(accessToken).kid);

  const { keys } = JSON.parse((await after.client.getJwks(call, {})).jwksJson);
  t.deepEqual(
    keys.map(({ kid }: { kid: string }) => kid),
    [fresh.accessToken, accessToken].map((token) => decodeProtectedHeader(token).kid),
  );
  for (const key of keys) t.like(key, { kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', d: undefined });

  const without = await replica({ JWT_SIGNING_KEY: next.privatePem });
  t.true(await allEndWith401(without.client, accessToken));
});

test('while the signing key changes, each replica accepts and publishes the key of the other: the next one before it signs, the last one after', async (t) => {
  const { client, replica } = await shared;
  const { email, password } = await merchant(client);
  const next = signingKey();
  const before = await replica({ JWT_PREVIOUS_KEYS: next.publicPem });
  const after = await replica({ JWT_SIGNING_KEY: next.privatePem, JWT_PREVIOUS_KEYS: SIGNING_KEY.publicPem });
  const replicas = [before, after];
  const tokens = await Promise.all(
    replicas.map(async (one) => (await one.client.login(call, { email, password })).accessToken),
  );
  const kids = tokens.map((token) => decodeProtectedHeader(token).kid);
  t.is(new Set(kids).size, 2, 'each signs with its own');
  for (const one of replicas) {
    for (const accessToken of tokens) await t.notThrowsAsync(one.client.listKeys(call, { accessToken }));
    const { keys } = JSON.parse((await one.client.getJwks(call, {})).jwksJson);
    t.deepEqual(keys.map(({ kid }: { kid: string }) => kid).toSorted(), kids.toSorted());
  }
  // The one that does not hold it yet: why every replica has it before any of them signs with it.
  t.true(await allEndWith401(client, tokens[1] ?? ''));
});
