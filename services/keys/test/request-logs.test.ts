import type { RequestRecord } from '@gx/contracts/keys';
import { type Id, newId, Refusal } from '@gx/core';
import { localAssertion, until } from '@gx/testkit';
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
  path: '/v1/charges/ch_1',
  status: 200,
  durationMs: 12,
  requestId: `r${second}`,
  ...more,
});

/** Each with the word of `keys` for its key, as of its own time. */
async function batchOf(requests: readonly RequestRecord[]) {
  const assertions = requests.map(({ accountId, livemode, fingerprint, atMs }) =>
    localAssertion({ tenant: { accountId: accountId as Id<'account'>, livemode }, fingerprint }, new Date(atMs)),
  );
  return {
    requests: requests.map((request, assertionIndex) => ({ ...request, assertionIndex })),
    assertions: await Promise.all(assertions),
  };
}

/** Records are acknowledged by one server, and are read once a majority has them. */
async function record(requests: readonly RequestRecord[]): Promise<void> {
  const { client, database } = await shared;
  await client.recordRequests(call, await batchOf(requests));
  const which = { _id: { $in: requests.map(({ id }) => id) } };
  const logs = database.connection.collection<{ _id: string }>('request_logs');
  const stored = () => logs.countDocuments(which, { readConcern: { level: 'majority' } });
  await until('a majority has them', async () => (await stored()) === requests.length);
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: unknown) =>
      error instanceof Refusal ? `${error.code} ${error.message} ${error.more.param}` : String(error),
  );

type Query = { limit?: number; startingAfter?: string; fingerprint?: string; fromMs?: number; toMs?: number };
type RequestQuery = Query & { status?: number; path?: string; requestId?: string };
/** By the account's user, or by a key of one of its environments. */
async function listed(owner: KeyOwner, query: RequestQuery = {}, environment?: 'live' | 'test') {
  const { client } = await shared;
  const { accountId, accessToken } = owner;
  const caller =
    environment === undefined ? { accessToken } : { tenant: { accountId, livemode: environment === 'live' } };
  const { requests, hasMore } = await client.listRequestLogs(call, { ...caller, limit: 25, ...query });
  return { ids: requests.map(({ requestId }) => requestId), requests, hasMore };
}

test('a batch that comes twice is kept once, and every field comes back', async (t) => {
  const { client } = await shared;
  const owner = await merchant(client);
  const failure = { status: 400, errorCode: 'invalid_amount', param: 'amount', query: 'limit=1' };
  const full = recordOf(owner, 1, { ...failure, livemode: true });
  const { status: _, ...bare } = recordOf(owner, 0);
  await record([full]);
  await record([full, bare]);
  await record([]);
  const { requests } = await listed(owner);
  t.is(requests.length, 2);
  t.like(requests[0], full);
  t.like(requests[1], { status: undefined, errorCode: undefined, param: undefined, query: undefined });
});

test('newest first, by key and by time with both bounds inclusive, and another account’s are not there', async (t) => {
  const { client } = await shared;
  const [owner, stranger] = [await merchant(client), await merchant(client)];
  const requests = [0, 1, 2, 3].map((second) => recordOf(owner, second, { fingerprint: second % 2 ? OTHER : ONE }));
  await record([...requests, recordOf(stranger, 9)]);
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
  await record(first);
  const seen: string[] = [];
  let startingAfter: string | undefined;
  for (let page = 0; page < 10; page += 1) {
    const found = await listed(owner, { limit: 7, ...(startingAfter === undefined ? {} : { startingAfter }) });
    seen.push(...found.ids);
    startingAfter = found.requests.at(-1)?.id;
    await record([recordOf(owner, 60, { requestId: `new${page}` })]);
    if (!found.hasMore) break;
  }
  t.deepEqual(seen.toSorted(), first.map(({ requestId }) => requestId).toSorted());
});

test('a cursor of somebody else, of nobody, and of no form at all is one and the same refusal', async (t) => {
  const { client } = await shared;
  const [owner, stranger] = [await merchant(client), await merchant(client)];
  const foreign = recordOf(stranger, 1);
  await record([foreign]);
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

test('records are forgotten by the database after 30 days', async (t) => {
  const { database } = await shared;
  const indexes = await database.connection.collection('request_logs').indexes();
  t.true(indexes.some(({ key, expireAfterSeconds }) => key['at'] === 1 && expireAfterSeconds === 30 * 86_400));
});

test('a key sees its own environment, all keys of it, and no cursor of the other; a user sees both', async (t) => {
  const { client } = await shared;
  const [owner, stranger] = [await merchant(client), await merchant(client)];
  const live = [recordOf(owner, 1, { livemode: true }), recordOf(owner, 3, { livemode: true, fingerprint: OTHER })];
  const requests = [recordOf(owner, 0), ...live, recordOf(owner, 2), recordOf(stranger, 9)];
  await record(requests);
  t.deepEqual((await listed(owner, {}, 'live')).ids, ['r3', 'r1']);
  t.deepEqual((await listed(owner, {}, 'test')).ids, ['r2', 'r0']);
  t.deepEqual((await listed(owner)).ids, ['r3', 'r2', 'r1', 'r0']);
  t.deepEqual((await listed(owner, { fingerprint: OTHER }, 'test')).ids, []);
  const startingAfter = live[1]?.id ?? '';
  t.deepEqual((await listed(owner, { startingAfter }, 'live')).ids, ['r1']);
  t.is(
    await codeOf(listed(owner, { startingAfter }, 'test')),
    await codeOf(listed(owner, { startingAfter: newId('requestLog') }, 'test')),
  );
  const nobody = client.listRequestLogs(call, { limit: 25, tenant: { accountId: 'acc', livemode: true } });
  t.regex(await codeOf(nobody), /^invalid_request /);
});

test('a status, a path and a request id each find what has exactly that, together what has all of them', async (t) => {
  const { client } = await shared;
  const owner = await merchant(client);
  const create = { path: '/v1/charges', route: '/v1/charges' };
  await record([
    recordOf(owner, 0, { ...create, status: 201 }),
    recordOf(owner, 1, { ...create, status: 400 }),
    recordOf(owner, 2, { status: 404 }),
    recordOf(owner, 3, { status: 400 }),
  ]);
  t.deepEqual((await listed(owner, { status: 400 })).ids, ['r3', 'r1']);
  t.deepEqual((await listed(owner, { status: 201 }, 'test')).ids, ['r0']);
  t.deepEqual((await listed(owner, { path: '/v1/charges' })).ids, ['r1', 'r0']);
  t.deepEqual((await listed(owner, { path: '/v1/charges/ch_1' }, 'test')).ids, ['r3', 'r2']);
  t.deepEqual((await listed(owner, { requestId: 'r2' })).ids, ['r2']);
  t.deepEqual((await listed(owner, { status: 400, path: '/v1/charges' }, 'test')).ids, ['r1']);
  t.deepEqual((await listed(owner, { status: 400, path: '/v1/charges', requestId: 'r3' })).ids, []);
  t.deepEqual((await listed(owner, { status: 400, toMs: START + 2_000 })).ids, ['r1']);
});

type Profiled = { readonly docsExamined: number; readonly hasSortStage?: boolean };

test('each question is answered from an index: a page reads what it shows, however many records are around it', async (t) => {
  const { client, database } = await shared;
  const owner = await merchant(client);
  const many = Array.from({ length: 2_000 }, (_, i) =>
    recordOf(owner, i, { livemode: i % 500 !== 0, path: i % 400 === 7 ? '/v1/charges/ch_7' : '/v1/charges/ch_1' }),
  );
  for (const i of [3, 5, 8]) many[i] = recordOf(owner, i, { livemode: true, status: 404, fingerprint: OTHER });
  for (let from = 0; from < many.length; from += 500) await record(many.slice(from, from + 500));
  const db = database.connection.getClient().db(database.db);
  await db.setProfilingLevel('all');
  const questions: [RequestQuery, ('live' | 'test')?][] = [
    [{}],
    [{}, 'test'],
    [{ fingerprint: OTHER }],
    [{ status: 404 }, 'live'],
    [{ status: 404 }],
    [{ path: '/v1/charges/ch_7' }, 'live'],
    [{ path: '/v1/charges/ch_7' }],
    [{ requestId: 'r1000' }],
    [{ startingAfter: many[1_501]?.id ?? '' }, 'live'],
  ];
  for (const [query, environment] of questions)
    t.true((await listed(owner, { limit: 3, ...query }, environment)).ids.length > 0);
  await db.setProfilingLevel('off');
  const profiled = await db
    .collection<Profiled>('system.profile')
    .find({ op: 'query', 'command.filter.accountId': owner.accountId, 'command.sort': { $exists: true } })
    .sort({ ts: 1 })
    .toArray();
  t.is(profiled.length, questions.length);
  for (const [index, { docsExamined, hasSortStage = false }] of profiled.entries())
    t.true(docsExamined <= 8 && !hasSortStage, `${JSON.stringify(questions[index])}: ${docsExamined}, ${hasSortStage}`);
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
