import type { RequestRecord } from '@gx/contracts/keys';
import { type Id, newId } from '@gx/core';
import { localAssertion } from '@gx/testkit';
import test from 'ava';
import { call, fileScope, type KeyOwner, merchant, type TestKeys, testKeys } from './harness.ts';

const file = fileScope();
const shared = testKeys(file);
test.after.always(file.close);

const AT = Date.parse('2026-11-21T12:00:00.000Z');
const MINUTE_MS = 60_000;
const [ONE, OTHER] = ['a'.repeat(64), 'b'.repeat(64)];

const recordOf = ({ accountId }: KeyOwner, requestId: string): RequestRecord => ({
  id: newId('requestLog'),
  accountId,
  livemode: false,
  fingerprint: ONE,
  atMs: AT,
  method: 'GET',
  route: '/v1/charges',
  path: '/v1/charges',
  status: 200,
  durationMs: 12,
  requestId,
});
type Stated = { readonly livemode?: boolean; readonly fingerprint?: string; readonly atMs?: number };
const wordFor = (accountId: string, { livemode = false, fingerprint = ONE, atMs = AT }: Stated = {}) =>
  localAssertion({ tenant: { accountId: accountId as Id<'account'>, livemode }, fingerprint }, new Date(atMs));

/** The request ids of what is kept of an account, whether or not a majority has it. */
const keptOf = async ({ database }: TestKeys, { accountId }: KeyOwner): Promise<string[]> => {
  const logs = database.connection.collection<{ requestId: string }>('request_logs');
  const found = await logs.find({ accountId }).toArray();
  return found.map(({ requestId }) => requestId).toSorted();
};

test('records without the word of `keys` for their key, account, mode and time are not kept, and an alarm says so; those beside them are', async (t) => {
  const keys = await shared;
  const { client, host } = keys;
  const [owner, stranger] = [await merchant(client), await merchant(client)];
  const { accountId } = owner;
  const assertions = await Promise.all([
    wordFor(accountId),
    wordFor(stranger.accountId),
    wordFor(accountId, { livemode: true }),
    wordFor(accountId, { fingerprint: OTHER }),
    wordFor(accountId, { atMs: AT - 4 * MINUTE_MS }),
    wordFor(accountId, { atMs: AT + 4 * MINUTE_MS }),
  ]);
  assertions.push('no assertion at all');
  const forged = ['stranger', 'mode', 'key', 'before', 'after', 'text', 'none'];
  const requests = [
    { ...recordOf(owner, 'good'), assertionIndex: 0 },
    ...forged.map((what, index) => ({ ...recordOf(owner, what), assertionIndex: index + 1 })),
    recordOf(owner, 'without'),
    { ...recordOf(owner, 'good too'), assertionIndex: 0 },
  ];
  await client.recordRequests(call, { requests, assertions });
  t.deepEqual(await keptOf(keys, owner), ['good', 'good too']);
  t.deepEqual(await keptOf(keys, stranger), []);
  const alarms = host.lines.filter(
    (line) => line.includes('"alarm":"call_not_asserted"') && line.includes('"records"'),
  );
  t.like(JSON.parse(alarms[0] ?? '{}'), { level: 'error', rpc: 'RecordRequests', records: forged.length + 1 });
});

test('a batch that has waited for hours while `keys` was away is kept: its assertions were good then', async (t) => {
  const keys = await shared;
  const owner = await merchant(keys.client);
  const assertions = [await wordFor(owner.accountId, { atMs: AT - MINUTE_MS / 2 })];
  await keys.client.recordRequests(call, { requests: [{ ...recordOf(owner, 'late'), assertionIndex: 0 }], assertions });
  t.deepEqual(await keptOf(keys, owner), ['late']);
});

test('until the moment that an operator names, records of a gateway that sends no assertions are kept; a wrong one counts even then', async (t) => {
  const keys = await (await shared).replica({ UNASSERTED_CALLS_UNTIL: new Date(Date.now() + 3_600_000).toISOString() });
  const owner = await merchant(keys.client);
  const assertions = [await wordFor(owner.accountId, { fingerprint: OTHER })];
  const requests = [recordOf(owner, 'older gateway'), { ...recordOf(owner, 'forged'), assertionIndex: 0 }];
  await keys.client.recordRequests(call, { requests, assertions });
  t.deepEqual(await keptOf(keys, owner), ['older gateway']);
});
