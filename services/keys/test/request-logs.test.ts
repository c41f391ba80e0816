import type { RequestRecord } from '@gx/contracts/keys';
import { newId, Refusal } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { call, fileScope, type KeyOwner, merchant, testKeys } from './harness.ts';

const file = fileScope();
const shared = testKeys(file);
test.after.always(file.close);

const START = Date.parse('2026-11-21T12:00:00.000Z');
const [ONE, OTHER] = ['a'.repeat(64), 'b'.repeat(64)];

const recordOf = ({ accountId }: KeyOwner, second: number, more: Partial<RequestRecord> = {}): RequestRecord => ({
  id: newId('requestLog'),
  accountId,
  livemode: false,
  fingerprint: ONE,
  atMs: START + second * 1_000,
  method: 'GET',
  route: '/v1/charges/:id',
  status: 200,
  durationMs: 12,
  requestId: `r${second}`,
  ...more,
});

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: unknown) =>
      error instanceof Refusal ? `${error.code} ${error.message} ${error.more.param}` : String(error),
  );

type Query = { limit?: number; startingAfter?: string; fingerprint?: string; fromMs?: number; toMs?: number };
async function listed(owner: KeyOwner, query: Query = {}) {
  const { client } = await shared;
  const { requests, hasMore } = await client.listRequestLogs(call, {
    accessToken: owner.accessToken,
    limit: 25,
    ...query,
  });
  return { ids: requests.map(({ requestId }) => requestId), requests, hasMore };
}

test('a batch that comes twice is kept once, and every field comes back', async (t) => {
  const { client } = await shared;
  const owner = await merchant(client);
  const full = recordOf(owner, 1, { status: 400, errorCode: 'invalid_amount', livemode: true });
  const { status: _, ...bare } = recordOf(owner, 0);
  await client.recordRequests(call, { requests: [full] });
  await client.recordRequests(call, { requests: [full, bare] });
  await client.recordRequests(call, { requests: [] });
  const { requests } = await listed(owner);
  t.is(requests.length, 2);
  t.like(requests[0], full);
  t.deepEqual([requests[1]?.status, requests[1]?.errorCode], [undefined, undefined]);
});

test('newest first, by key and by time with both bounds inclusive, and another account’s are not there', async (t) => {
  const { client } = await shared;
  const [owner, stranger] = [await merchant(client), await merchant(client)];
  const requests = [0, 1, 2, 3].map((second) => recordOf(owner, second, { fingerprint: second % 2 ? OTHER : ONE }));
  await client.recordRequests(call, { requests: [...requests, recordOf(stranger, 9)] });
  t.deepEqual((await listed(owner)).ids, ['r3', 'r2', 'r1', 'r0']);
  t.deepEqual((await listed(owner, { fingerprint: OTHER })).ids, ['r3', 'r1']);
  t.deepEqual((await listed(owner, { fromMs: START + 1_000, toMs: START + 2_000 })).ids, ['r2', 'r1']);
  t.deepEqual((await listed(owner, { fromMs: START + 1_001, toMs: START + 1_999 })).ids, []);
  t.deepEqual((await listed(stranger)).ids, ['r9']);
});

test('pages neither repeat nor skip while records keep coming, many of them of one millisecond', async (t) => {
  const { client } = await shared;
  const owner = await merchant(client);
  const first = Array.from({ length: 30 }, (_, i) => recordOf(owner, Math.floor(i / 10), { requestId: `old${i}` }));
  await client.recordRequests(call, { requests: first });
  const seen: string[] = [];
  let startingAfter: string | undefined;
  for (let page = 0; page < 10; page += 1) {
    const found = await listed(owner, { limit: 7, ...(startingAfter === undefined ? {} : { startingAfter }) });
    seen.push(...found.ids);
    startingAfter = found.requests.at(-1)?.id;
    await client.recordRequests(call, { requests: [recordOf(owner, 60, { requestId: `new${page}` })] });
    if (!found.hasMore) break;
  }
  t.deepEqual(seen.toSorted(), first.map(({ requestId }) => requestId).toSorted());
});

test('a cursor of somebody else, of nobody, and of no form at all is one and the same refusal', async (t) => {
  const { client } = await shared;
  const [owner, stranger] = [await merchant(client), await merchant(client)];
  const foreign = recordOf(stranger, 1);
  await client.recordRequests(call, { requests: [foreign] });
  const answers = await Promise.all(
    [foreign.id, `log_${foreign.id}`, newId('requestLog'), 'nonsense', ''].flatMap((startingAfter) => [
      codeOf(listed(owner, { startingAfter })),
      codeOf(client.listAuditEvents(call, { accessToken: owner.accessToken, limit: 5, startingAfter })),
    ]),
  );
  t.deepEqual([...new Set(answers)].length, 1);
  t.true(answers[0]?.startsWith('invalid_cursor '));
  t.true(answers[0]?.endsWith(' starting_after'));
});

test('records are forgotten by the database after 30 days, and a page is read from an index', async (t) => {
  const { database } = await shared;
  const logs = database.connection.collection('request_logs');
  const indexes = await logs.indexes();
  t.true(indexes.some(({ key, expireAfterSeconds }) => key['at'] === 1 && expireAfterSeconds === 30 * 86_400));
  for (const fields of [
    ['accountId', 'at', '_id'],
    ['accountId', 'fingerprint', 'at', '_id'],
  ]) {
    t.true(
      indexes.some(({ key }) => Object.keys(key).join() === fields.join()),
      fields.join(),
    );
  }
});

test('audit events: who did what to which key, found by the key and by what became of it, in this account alone', async (t) => {
  const { client } = await shared;
  const [owner, stranger] = [await merchant(client), await merchant(client)];
  const { accessToken, userId } = owner;
  const issued = await client.issueKey(call, { accessToken, test: true });
  const rotated = await client.rotateKey(call, { accessToken, id: issued.id });
  await client.revokeKey(call, { accessToken, id: rotated.id });
  await client.issueKey(call, { accessToken });
  const all = async (query: Query = {}) =>
    (await client.listAuditEvents(call, { accessToken, limit: 25, ...query })).events;
  const events = await until('four events are filed', async () => {
    const found = await all();
    return found.length === 4 && found;
  });
  t.deepEqual(
    events.map(({ action, livemode }) => [action, livemode]),
    [
      ['api_key.issued', true],
      ['api_key.revoked', false],
      ['api_key.rotated', false],
      ['api_key.issued', false],
    ],
  );
  t.like(events[2], {
    actorId: userId,
    keyId: issued.id,
    fingerprint: issued.fingerprint,
    successorKeyId: rotated.id,
    successorFingerprint: rotated.fingerprint,
  });
  const actions = async (fingerprint: string) => (await all({ fingerprint })).map(({ action }) => action);
  t.deepEqual(await actions(issued.fingerprint), ['api_key.rotated', 'api_key.issued']);
  t.deepEqual(await actions(rotated.fingerprint), ['api_key.revoked', 'api_key.rotated']);
  const foreign = await client.listAuditEvents(call, { accessToken: stranger.accessToken, limit: 25 });
  t.deepEqual(foreign.events, []);
  const walked = [];
  for (let startingAfter: string | undefined; walked.length < 4; ) {
    const [event] = await all({ limit: 1, ...(startingAfter === undefined ? {} : { startingAfter }) });
    walked.push(event?.id);
    startingAfter = event?.id;
  }
  t.deepEqual(
    walked,
    events.map(({ id }) => id),
  );
  const at = events[2]?.atMs ?? 0;
  t.true((await all({ fromMs: at, toMs: at })).some(({ action }) => action === 'api_key.rotated'));
});
