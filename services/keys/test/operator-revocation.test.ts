import { keyRecordName, REVOCATION_WAIT_MS } from '@gx/contracts';
import { Refusal, wireId } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { admits, connectRedis, hammer } from './admission.ts';
import { call, fileScope, merchant, testKeys } from './harness.ts';

const file = fileScope();
const shared = testKeys(file);
test.after.always(file.close);

const COUNT = 10;
const UNKNOWN = 'a'.repeat(64);
const NOBODY = '01939b6e-7f4b-7000-8000-000000000000';

test('no gateway accepts a key that an operator revoked once the answer is out, whichever replica was called', async (t) => {
  const { client, redisPrefix: prefix, replica } = await shared;
  const other = await replica();
  const redis = await connectRedis();
  t.teardown(() => redis.destroy());
  const gateways = [client, other.client].map((at) => ({ client: at, redis, prefix }));
  const { accessToken, accountId } = await merchant(client);
  const late = await Promise.all(
    Array.from({ length: COUNT }, async (_, index) => {
      const { id, fingerprint, prefix: shown, createdAtMs } = await client.issueKey(call, { accessToken });
      const hammers = await Promise.all(gateways.map((gateway) => hammer(gateway, fingerprint)));
      const at = index % 2 === 0 ? client : other.client;
      const { revoked } = await at.revokeKeyByOperator(call, { key: fingerprint });
      const answered = performance.now();
      const afterwards = await Promise.all(gateways.map((gateway) => admits(gateway, fingerprint)));
      const last = await Promise.all(hammers.map((each) => each.lastAccepted()));
      t.like(revoked, { id, accountId, livemode: true, fingerprint, prefix: shown, createdAtMs });
      return Math.max(...last) >= answered || afterwards.includes(true);
    }),
  );
  t.deepEqual(late, Array<boolean>(COUNT).fill(false));
  t.deepEqual((await client.listKeys(call, { accessToken })).keys, []);
});

test('an operator names a key by its fingerprint or its id, with its prefix or without; its record is deleted', async (t) => {
  const { client, redisPrefix } = await shared;
  const redis = await connectRedis();
  t.teardown(() => redis.destroy());
  const { accessToken } = await merchant(client);
  const issued = await Promise.all([0, 1, 2].map(() => client.issueKey(call, { accessToken, test: true })));
  const names = issued.map(
    ({ id, fingerprint }, index) => [fingerprint, id, wireId('apiKey', id as never)][index] ?? '',
  );
  for (const { fingerprint } of issued) {
    const record = keyRecordName(redisPrefix, fingerprint);
    await redis.set(record, 'a record', { expiration: { type: 'PX', value: 60_000 } });
  }
  const answers = await Promise.all(names.map((key) => client.revokeKeyByOperator(call, { key })));
  t.deepEqual(
    answers.map(({ revoked }) => [revoked?.id, revoked?.livemode]),
    issued.map(({ id }) => [id, false]),
  );
  for (const { fingerprint } of issued) {
    t.is(await redis.get(keyRecordName(redisPrefix, fingerprint)), null);
    await t.throwsAsync(client.resolveKey(call, { fingerprint }), { message: 'No such API key.' });
  }
});

test('a key that is gone is reported as gone, no sooner than the last lease that its revocation left, and nothing more is recorded', async (t) => {
  const { client, database } = await shared;
  const { accessToken, accountId, userId } = await merchant(client);
  const { id, fingerprint } = await client.issueKey(call, { accessToken });
  const merchants = client.revokeKey(call, { accessToken, id });
  await until('the revocation is committed, and not answered yet', () =>
    client.resolveKey(call, { fingerprint }).then(
      () => false,
      () => true,
    ),
  );
  const start = performance.now();
  const answers = await Promise.all(
    [fingerprint, id, UNKNOWN, NOBODY].map((key) => client.revokeKeyByOperator(call, { key })),
  );
  t.true(performance.now() - start >= REVOCATION_WAIT_MS);
  t.deepEqual(
    answers.map(({ revoked }) => revoked ?? null),
    [null, null, null, null],
  );
  await merchants;
  const events = database.connection.collection('audit_chain');
  await until('the revocation is filed', async () => {
    const filed = await events.findOne({ accountId, action: 'api_key.revoked' });
    return filed !== null;
  });
  const revocations = await events.find({ accountId, action: 'api_key.revoked' }).toArray();
  t.like(revocations, { length: 1, 0: { actorId: userId } });
});

test('of many operators and a merchant who revoke one key at once exactly one does, and all are answered', async (t) => {
  const { client, replica } = await shared;
  const other = await replica();
  const { accessToken } = await merchant(client);
  const { id, fingerprint } = await client.issueKey(call, { accessToken });
  const [byMerchant, ...byOperators] = await Promise.all([
    client.revokeKey(call, { accessToken, id }).then(
      () => true,
      () => false,
    ),
    ...Array.from({ length: 10 }, async (_, index) => {
      const at = index % 2 === 0 ? client : other.client;
      const { revoked } = await at.revokeKeyByOperator(call, { key: fingerprint });
      return revoked?.id === id;
    }),
  ]);
  t.is([byMerchant, ...byOperators].filter(Boolean).length, 1);
});

test('the audit trail names the operators’ program, and its owner reads an actor of the form that every reader knows', async (t) => {
  const { client, database } = await shared;
  const { accessToken, accountId } = await merchant(client);
  const { id, fingerprint, apiKey } = await client.issueKey(call, { accessToken, test: true });
  await client.revokeKeyByOperator(call, { key: fingerprint });
  const stored = await until('the revocation is filed', () =>
    database.connection.collection('audit_chain').findOne({ accountId, action: 'api_key.revoked' }),
  );
  t.like(stored, { actorId: 'ops', keyId: id, fingerprint, livemode: false });
  t.false(JSON.stringify(stored).includes(apiKey.slice(13)));
  const { events } = await client.listAuditEvents(call, { accessToken, limit: 10, fingerprint });
  const actorId = '00000000-0000-7000-8000-000000000000';
  t.like(events[0], { action: 'api_key.revoked', actorId, actorProgram: 'ops' });
  t.is(events[1]?.actorProgram, undefined);
});

test('what can name no key is refused, and is not repeated: it may be the key itself', async (t) => {
  const { client } = await shared;
  const { accessToken } = await merchant(client);
  const { apiKey, fingerprint, prefix } = await client.issueKey(call, { accessToken });
  for (const key of ['', apiKey, prefix, fingerprint.toUpperCase(), fingerprint.slice(1), `acc_${NOBODY}`]) {
    const refusal = await t.throwsAsync(client.revokeKeyByOperator(call, { key }), { instanceOf: Refusal });
    t.like(refusal, { code: 'invalid_request', message: 'key must be the fingerprint or the id of an API key.' });
  }
  await t.notThrowsAsync(client.resolveKey(call, { fingerprint }));
});

test('the keys of an account are listed for an operator newest first, without cleartext and label, and counted', async (t) => {
  const { client } = await shared;
  const [owner, stranger] = await Promise.all([merchant(client), merchant(client)]);
  const { accessToken, accountId } = owner;
  const first = await client.issueKey(call, { accessToken, label: 'Ana' });
  await until('the clock has moved', () => Date.now() > first.createdAtMs);
  const second = await client.issueKey(call, { accessToken, test: true });
  await client.issueKey(call, stranger);
  const all = await client.listAccountKeys(call, { accountId: wireId('account', accountId as never) });
  const [{ id, fingerprint, prefix, createdAtMs }, livemode] = [second, false];
  t.is(all.total, 2);
  t.deepEqual({ ...all.keys[0] }, { id, accountId, livemode, fingerprint, prefix, createdAtMs });
  t.deepEqual(
    all.keys.map((key) => key.id),
    [second.id, first.id],
  );
  const shorter = await client.listAccountKeys(call, { accountId, limit: 1 });
  t.like(shorter, { total: 2, keys: { length: 1, 0: { id: second.id } } });
  const later = await client.listAccountKeys(call, { accountId, createdAfterMs: first.createdAtMs });
  t.like(later, { total: 1, keys: { length: 1, 0: { id: second.id } } });
  for (const nobody of [NOBODY, 'acc_1', '']) {
    await t.throwsAsync(client.listAccountKeys(call, { accountId: nobody }), { message: 'No such account.' });
  }
});
