import { SERVICES } from '@gx/contracts';
import type { RecordActsRequest } from '@gx/contracts/keys';
import { newId, PLATFORM_ACCOUNT, parseJson } from '@gx/core';
import { grpcClient } from '@gx/runtime/grpc';
import { localIdentity, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { call, type KeysClient, merchant, refusalOf, type TestKeys, testKeys } from './harness.ts';

type Act = RecordActsRequest['acts'][number];
const FINGERPRINT = 'f'.repeat(64);

const chainOf = ({ database }: TestKeys) => database.connection.collection('audit_chain').find().sort({ seq: 1 });
const act = (accountId: string, change: Partial<Act> = {}): Act => ({
  id: newId('audit'),
  tenant: { accountId, livemode: true },
  action: 'refund.created',
  objectId: newId('refund'),
  actor: { kind: 'api_key', fingerprint: FINGERPRINT, clientAddress: '198.51.100.8' },
  changes: [{ field: 'amount', after: '990' }],
  atMs: Date.now(),
  ...change,
});
/** Keys, as another service sees it. */
function as(t: ExecutionContext, { port }: TestKeys, party: 'refund' | 'payout' | 'gateway' | 'ops'): KeysClient {
  const options = { identity: localIdentity(party), idempotent: [], deadlineMs: 20_000 };
  const client = grpcClient(SERVICES.keys, `127.0.0.1:${port}`, options);
  t.teardown(client.close);
  return client;
}
const listed = async ({ client }: TestKeys, accessToken: string, query: object = {}) =>
  (await client.listAuditEvents(call, { accessToken, limit: 100, ...query })).events;

test('acts of another service are in the chain once, however often and by how many they are recorded', async (t) => {
  const keys = await testKeys(t);
  const second = await keys.replica();
  const { accountId } = await merchant(keys.client);
  const acts = Array.from({ length: 40 }, () => act(accountId));
  const record = (from: number, on = keys) => as(t, on, 'refund').recordActs(call, { acts: acts.slice(from) });
  await Promise.all([record(0), record(20, second), record(10), record(30, second), record(0, second)]);
  await record(0);
  const chain = await chainOf(keys).toArray();
  t.deepEqual(chain.map(({ _id }) => String(_id)).sort(), acts.map(({ id }) => id).sort());
  await until('a majority has them', async () => (await keys.client.verifyAuditLog(call, {})).head?.seq === 40);
  t.is((await keys.client.verifyAuditLog(call, {})).problem, null);
  await keys.host.stop();
  t.is(await keys.database.connection.collection('audit_events').countDocuments(), 40, 'the version before reads them');
});

test('the account reads its own: by which key, from where, on what; operators and their names are ours', async (t) => {
  const keys = await testKeys(t);
  const [owner, other] = [await merchant(keys.client), await merchant(keys.client)];
  const byKey = act(owner.accountId);
  const operators = { kind: 'operator', operator: 'Rui', proposedBy: 'Ana' };
  const byOperator = act(owner.accountId, {
    ...{ action: 'return.settled', actor: operators, tenant: { accountId: owner.accountId, livemode: false } },
    ...{ changes: [{ field: 'status', before: 'failed', after: 'refunded' }], atMs: byKey.atMs + 1 },
  });
  await as(t, keys, 'refund').recordActs(call, { acts: [byKey, byOperator, act(PLATFORM_ACCOUNT)] });
  t.is(await keys.database.connection.collection('audit_chain').countDocuments(), 3);
  t.like(await chainOf(keys).toArray(), { 1: { actorId: 'ops', operator: 'Rui', proposedBy: 'Ana' } });
  const events = await until('both are read', async () => {
    const found = await listed(keys, owner.accessToken);
    return found.length === 2 && found;
  });
  const [settled, created] = events;
  t.like(created, {
    ...{ id: byKey.id, action: 'refund.created', objectId: byKey.objectId, livemode: true, atMs: byKey.atMs },
    ...{ keyId: '', fingerprint: FINGERPRINT, clientAddress: '198.51.100.8', actorProgram: undefined },
  });
  t.like(settled, { action: 'return.settled', actorProgram: 'ops', livemode: false, fingerprint: '' });
  t.false(/Rui|Ana/.test(JSON.stringify(events)));
  t.deepEqual(await listed(keys, other.accessToken), []);
  const withKey = await listed(keys, owner.accessToken, { fingerprint: FINGERPRINT });
  t.deepEqual(
    withKey.map(({ id }) => id),
    [byKey.id],
  );
});

test('an act that is of another service than calls is refused with an alarm, and nothing beside it is filed', async (t) => {
  const keys = await testKeys(t);
  const acts = [act(newId('account'))];
  t.is((await refusalOf(as(t, keys, 'payout').recordActs(call, { acts }))).code, 'forbidden');
  const alarms = keys.host.lines.filter((line) => line.includes('act_of_another_service'));
  t.like(parseJson(alarms[0] ?? ''), { caller: 'payout', action: 'refund.created' });
  for (const party of ['gateway', 'ops'] as const)
    await t.throwsAsync(as(t, keys, party).recordActs(call, { acts }), { message: /PERMISSION_DENIED/ });
  t.deepEqual(await chainOf(keys).toArray(), []);
});

test('an act that this version does not know is refused, with those beside it, and so is one of nobody', async (t) => {
  const keys = await testKeys(t);
  const accountId = newId('account');
  const refused: readonly Partial<Act>[] = [
    { action: 'refund.erased' },
    { action: 'toString' },
    { action: 'api_key.issued' },
    { id: 'nonsense' },
    { tenant: null },
    { tenant: { accountId: 'nobody', livemode: true } },
    { actor: null },
    { actor: { kind: 'thief' } },
    { actor: { kind: 'user', userId: 'nonsense' } },
  ];
  for (const change of refused) {
    const acts = [act(accountId), act(accountId, change)];
    const { code } = await refusalOf(as(t, keys, 'refund').recordActs(call, { acts }));
    t.is(code, 'invalid_request', JSON.stringify(change));
  }
  t.deepEqual(await chainOf(keys).toArray(), []);
});

test('behind a last event that was changed nothing is filed, and its service has to come again', async (t) => {
  const keys = await testKeys(t);
  const { accountId } = await merchant(keys.client);
  const refund = as(t, keys, 'refund');
  await refund.recordActs(call, { acts: [act(accountId)] });
  const chain = keys.database.connection.collection('audit_chain');
  await chain.updateOne({ seq: 1 }, { $set: { livemode: false } });
  const waiting = { acts: [act(accountId)] };
  t.is((await refusalOf(refund.recordActs(call, waiting))).code, 'service_unavailable');
  t.is(await chain.countDocuments(), 1);
  await chain.updateOne({ seq: 1 }, { $set: { livemode: true } });
  await refund.recordActs(call, waiting);
  t.is(await chain.countDocuments(), 2);
});
