import { REVOCATION_WAIT_MS } from '@gx/contracts';
import { newId, Refusal, sha256Hex } from '@gx/core';
import { localAssertions, until } from '@gx/testkit';
import test from 'ava';
import { call, fileScope, type KeyOwner, merchant, NOWHERE, testKeys } from './harness.ts';

const file = fileScope();
const shared = testKeys(file);
test.after.always(file.close);

const NOBODY = 'key_01939b6e-7f4b-7000-8000-000000000000';
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );

/** The audit events of an account, oldest first, once there are as many as expected. */
async function auditOf({ accountId }: KeyOwner, count: number): Promise<Record<string, unknown>[]> {
  const { database } = await shared;
  const events = database.connection.collection('audit_events');
  return until(`${count} audit events`, async () => {
    const found = await events.find({ accountId }).sort({ at: 1, _id: 1 }).toArray();
    return found.length >= count && found;
  });
}

test('a key is 24 random bytes behind the name of its environment, shown once', async (t) => {
  const { client, database } = await shared;
  const { accessToken } = await merchant(client);
  const live = await client.issueKey(call, { accessToken, label: 'till 1' });
  const test_ = await client.issueKey(call, { accessToken, test: true });
  t.regex(live.apiKey, /^gx_live_[A-Za-z0-9_-]{32}$/);
  t.regex(test_.apiKey, /^gx_test_[A-Za-z0-9_-]{32}$/);
  t.is(live.prefix, live.apiKey.slice(0, 12));
  t.is(live.fingerprint, sha256Hex(live.apiKey));
  t.is(live.label, 'till 1');
  t.is(test_.label, undefined);

  const { keys } = await client.listKeys(call, { accessToken });
  t.deepEqual(
    keys.map(({ id, label, prefix, createdAtMs }) => ({ id, label, prefix, createdAtMs })),
    [test_, live].map(({ id, label, prefix, createdAtMs }) => ({ id, label, prefix, createdAtMs })),
    'newest first',
  );
  t.deepEqual(Object.keys(keys[1] ?? {}).sort(), ['createdAtMs', 'id', 'label', 'prefix']);
  for (const { name } of (await database.connection.listCollections()) as { name: string }[]) {
    const stored = JSON.stringify(await database.connection.collection(name).find().toArray());
    t.false(stored.includes(live.apiKey) || stored.includes(live.apiKey.slice(13)), `cleartext in ${name}`);
  }
});

test('a key is resolved by its fingerprint to its account, its environment, the user who issued it, and the word for calls for it', async (t) => {
  const { client } = await shared;
  const { accessToken, accountId, userId: issuerUserId } = await merchant(client);
  for (const testMode of [false, true]) {
    const { fingerprint, id } = await client.issueKey(call, { accessToken, test: testMode });
    const { assertion = '', ...resolved } = await client.resolveKey(call, { fingerprint });
    const livemode = !testMode;
    t.deepEqual({ ...resolved }, { accountId, livemode, keyId: id, issuerUserId, accountState: 'ACTIVE' });
    const stated = { tenant: { accountId, livemode }, fingerprint, issuerUserId };
    t.deepEqual(await localAssertions().read(assertion, new Date()), stated as never);
  }
});

test('the issuer of a key is who rotated it last, and nobody of a key that was stored without one', async (t) => {
  const { client, database } = await shared;
  const owner = await merchant(client);
  const { user, password } = await client.addUser(call, {
    accountId: owner.accountId,
    email: `${newId('user')}@example.com`,
    role: 'developer',
  });
  const { accessToken } = await client.login(call, { email: user?.email ?? '', password });
  const first = await client.issueKey(call, owner);
  const second = await client.rotateKey(call, { accessToken, id: first.id });
  t.is((await client.resolveKey(call, second)).issuerUserId, user?.id);
  const slots = database.connection.collection('api_keys');
  await slots.updateOne({ 'live.id': second.id }, { $unset: { 'live.issuedBy': 1 } });
  t.is((await client.resolveKey(call, second)).issuerUserId, undefined);
});

test('an unknown fingerprint, and what is none, is not found', async (t) => {
  const { client } = await shared;
  const { accessToken } = await merchant(client);
  const { fingerprint, apiKey } = await client.issueKey(call, { accessToken });
  const others = [sha256Hex('gx_live_unknown'), fingerprint.toUpperCase(), ` ${fingerprint}`, apiKey, ''];
  for (const other of others) t.is(await codeOf(client.resolveKey(call, { fingerprint: other })), 'not_found');
});

test('a list shows the newest 1,000 keys, however many there are; an older one can still be revoked', async (t) => {
  const { client, database } = await shared;
  const { accessToken, accountId } = await merchant(client);
  const oldest = await client.issueKey(call, { accessToken, label: 'oldest' });
  // Written beside the service: each of so many issues would wait for the database to confirm the login
  // token.
  const slots = database.connection.collection<{ _id: string; live?: object }>('api_keys');
  const [first] = await slots.find({ accountId }).toArray();
  const newer = Array.from({ length: 1_000 }, () => newId('apiKey'));
  await slots.insertMany(
    newer.map((id) => ({
      ...first,
      _id: newId('apiKey'),
      unfiled: [],
      live: { ...first?.live, id, fingerprint: sha256Hex(id), createdAt: new Date(Date.now() + 1) },
    })),
  );
  const { keys } = await client.listKeys(call, { accessToken });
  t.is(keys.length, 1_000);
  t.deepEqual(keys.map(({ id }) => id).toSorted(), newer.toSorted());
  await client.revokeKey(call, { accessToken, id: oldest.id });
  t.is(await codeOf(client.resolveKey(call, { fingerprint: oldest.fingerprint })), 'not_found');
});

test('a login token says whose it is, and one that is not good is unauthorized', async (t) => {
  const { client } = await shared;
  const { accessToken, accountId } = await merchant(client);
  t.is((await client.readToken(call, { accessToken })).accountId, accountId);
  t.is(await codeOf(client.readToken(call, { accessToken: `${accessToken.slice(0, -4)}AAAA` })), 'unauthorized');
  await client.logout(call, { accessToken });
  t.is(await codeOf(client.readToken(call, { accessToken })), 'unauthorized');
});

test('a label has at most 64 characters', async (t) => {
  const { client } = await shared;
  const { accessToken } = await merchant(client);
  const { id } = await client.issueKey(call, { accessToken, label: 'x'.repeat(64) });
  for (const work of [
    client.issueKey(call, { accessToken, label: 'x'.repeat(65) }),
    client.rotateKey(call, { accessToken, id, label: 'x'.repeat(65) }),
  ]) {
    const refusal = await t.throwsAsync(work, { instanceOf: Refusal });
    t.is(refusal.code, 'invalid_request');
    t.is(refusal.more.param, 'label');
  }
  t.is((await client.listKeys(call, { accessToken })).keys.length, 1, 'a refused rotation changes nothing');
});

test('rotating gives a new id, key and fingerprint; the old key is gone and the label stays unless given', async (t) => {
  const { client } = await shared;
  const { accessToken } = await merchant(client);
  const old = await client.issueKey(call, { accessToken, label: 'till 1', test: true });
  const next = await client.rotateKey(call, { accessToken, id: `key_${old.id}` });
  t.is(next.label, 'till 1');
  t.regex(next.apiKey, /^gx_test_/);
  t.is(next.fingerprint, sha256Hex(next.apiKey));
  t.not(next.id, old.id);
  t.is(await codeOf(client.resolveKey(call, old)), 'not_found');
  t.is((await client.resolveKey(call, next)).keyId, next.id);
  const last = await client.rotateKey(call, { accessToken, id: next.id, label: 'till 2' });
  const { keys } = await client.listKeys(call, { accessToken });
  t.deepEqual(
    keys.map(({ id, label }) => ({ id, label })),
    [{ id: last.id, label: 'till 2' }],
  );
});

test('a revoked key is gone for good', async (t) => {
  const { client } = await shared;
  const { accessToken } = await merchant(client);
  const key = await client.issueKey(call, { accessToken });
  await client.revokeKey(call, { accessToken, id: key.id });
  t.is(await codeOf(client.resolveKey(call, key)), 'not_found');
  t.is(await codeOf(client.revokeKey(call, { accessToken, id: key.id })), 'not_found');
  t.is(await codeOf(client.rotateKey(call, { accessToken, id: key.id })), 'not_found');
  t.deepEqual((await client.listKeys(call, { accessToken })).keys, []);
});

test('another account’s key reads like one that does not exist', async (t) => {
  const { client } = await shared;
  const [owner, stranger] = await Promise.all([merchant(client), merchant(client)]);
  const key = await client.issueKey(call, { accessToken: owner.accessToken });
  const { accessToken } = stranger;
  const refusals = await Promise.all(
    [key.id, NOBODY, 'key_1', '', key.apiKey].flatMap((id) => [
      client.rotateKey(call, { accessToken, id }).catch(String),
      client.revokeKey(call, { accessToken, id }).catch(String),
    ]),
  );
  t.deepEqual([...new Set(refusals)], ['Refusal: No such API key.']);
  t.is((await client.resolveKey(call, key)).accountId, owner.accountId);
  t.deepEqual((await client.listKeys(call, { accessToken })).keys, []);
});

test('of many rotations and revocations of one key at once exactly one wins, on two replicas', async (t) => {
  const { client, replica } = await shared;
  const other = await replica();
  const { accessToken } = await merchant(client);
  const { id } = await client.issueKey(call, { accessToken });
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const at = index % 2 === 0 ? client : other.client;
      return codeOf(
        index % 5 === 0 ? at.revokeKey(call, { accessToken, id }) : at.rotateKey(call, { accessToken, id }),
      );
    }),
  );
  t.deepEqual(outcomes.sort(), ['accepted', ...Array<string>(19).fill('not_found')]);
  t.true((await client.listKeys(call, { accessToken })).keys.length <= 1);
});

test('issuing, rotating and revoking are recorded with the user’s id and the fingerprint', async (t) => {
  const { client } = await shared;
  const who = await merchant(client);
  const { accessToken, userId, accountId } = who;
  const first = await client.issueKey(call, { accessToken, test: true });
  const second = await client.rotateKey(call, { accessToken, id: first.id });
  await client.revokeKey(call, { accessToken, id: second.id });
  const successor = { keyId: second.id, fingerprint: second.fingerprint };
  const common = { accountId, actorId: userId, livemode: false };
  const events = await auditOf(who, 3);
  t.like(events, [
    { ...common, action: 'api_key.issued', keyId: first.id, fingerprint: first.fingerprint },
    { ...common, action: 'api_key.rotated', keyId: first.id, fingerprint: first.fingerprint, successor },
    { ...common, action: 'api_key.revoked', keyId: second.id, fingerprint: second.fingerprint },
  ]);
  t.true(events.every(({ at }) => at instanceof Date));
});

test('what was refused leaves no audit event', async (t) => {
  const { client } = await shared;
  const who = await merchant(client);
  const { accessToken } = who;
  await codeOf(client.rotateKey(call, { accessToken, id: NOBODY }));
  await codeOf(client.issueKey(call, { accessToken, label: 'x'.repeat(65) }));
  await client.issueKey(call, { accessToken });
  t.is((await auditOf(who, 1)).length, 1);
});

test('an audit event that cannot be filed waits with its key and is filed once when it can', async (t) => {
  const { client, database } = await testKeys(t, { REDIS_URL: NOWHERE });
  const { accessToken, userId } = await merchant(client);
  const { db } = database.connection;
  await db?.command({ collMod: 'audit_events', validator: { never: true } });
  const { id, fingerprint } = await client.issueKey(call, { accessToken });
  await client.revokeKey(call, { accessToken, id });
  const slots = database.connection.collection('api_keys');
  t.is((await slots.findOne())?.['unfiled'].length, 2);
  await db?.command({ collMod: 'audit_events', validator: {} });
  await until('everything is filed', async () => (await slots.findOne())?.['unfiled'].length === 0);
  const events = await database.connection.collection('audit_events').find().sort({ at: 1 }).toArray();
  t.deepEqual(
    events.map(({ action }) => action),
    ['api_key.issued', 'api_key.revoked'],
  );
  t.true(events.every((event) => event['actorId'] === userId && event['fingerprint'] === fingerprint));
});

test('rotate and revoke answer no sooner than the last lease that a gateway may hold', async (t) => {
  const { client } = await shared;
  const { accessToken } = await merchant(client);
  const { id } = await client.issueKey(call, { accessToken });
  const start = performance.now();
  const next = await client.rotateKey(call, { accessToken, id });
  const rotated = performance.now();
  await client.revokeKey(call, { accessToken, id: next.id });
  t.true(rotated - start >= REVOCATION_WAIT_MS);
  t.true(performance.now() - rotated >= REVOCATION_WAIT_MS);
});

test('no two slots can hold the same key: the index refuses it', async (t) => {
  const { client, database } = await shared;
  const { accessToken } = await merchant(client);
  const { fingerprint } = await client.issueKey(call, { accessToken });
  const slots = database.connection.collection<{ _id: string; live: { id: string; fingerprint: string } }>('api_keys');
  await t.throwsAsync(slots.insertOne({ _id: 'other', live: { id: 'other', fingerprint } }), { message: /E11000/ });
});
