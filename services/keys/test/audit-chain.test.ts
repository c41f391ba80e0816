import type { AuditProblem } from '@gx/contracts/keys';
import { canonicalJson, newId, sha256Hex } from '@gx/core';
import { until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { type AuditEventDocument, auditStore } from '../src/store/audit-events.ts';
import { call, type KeyOwner, type KeysClient, merchant, type TestKeys, testKeys } from './harness.ts';

type Chained = Record<string, unknown> & { _id: string; seq: number; hash: string; previousHash: string };
const GENESIS = '0'.repeat(64);

const chainOf = ({ database }: TestKeys) => database.connection.collection<Chained>('audit_chain');
const inOrder = (keys: TestKeys) => chainOf(keys).find({}, { readConcern: 'majority' }).sort({ seq: 1 }).toArray();
const untilChained = (keys: TestKeys, count: number): Promise<Chained[]> =>
  until(`${count} events are in the chain`, async () => {
    const events = await inOrder(keys);
    return events.length >= count && events;
  });

/** A stranger's reading of the README: what an event's hash is to be. */
function hashOf({ hash: _, previousHash, ...fields }: Chained): string {
  return sha256Hex(`${previousHash}\n${canonicalJson(fields)}`);
}

function isSound(t: ExecutionContext, events: readonly Chained[]): void {
  for (const [index, event] of events.entries()) {
    t.is(event.seq, index + 1);
    t.is(event.previousHash, events[index - 1]?.hash ?? GENESIS);
    t.is(event.hash, hashOf(event));
  }
  t.is(new Set(events.map(({ _id }) => _id)).size, events.length);
}

/** The acts of an owner: `count` keys for tests. */
async function issue(client: KeysClient, { accessToken }: KeyOwner, count: number): Promise<void> {
  for (let issued = 0; issued < count; issued += 1) await client.issueKey(call, { accessToken, test: true });
}

const eventOfBefore = (accountId: string, at: Date): AuditEventDocument => ({
  _id: newId('audit'),
  accountId: accountId as AuditEventDocument['accountId'],
  livemode: true,
  action: 'account.settings_changed',
  actorId: 'ops',
  changes: [{ field: 'payout_fee', after: '5' }],
  at,
});

test('acts of all accounts are one chain: contiguous, each with the hash of the one before', async (t) => {
  const keys = await testKeys(t);
  const [ana, rui] = [await merchant(keys.client), await merchant(keys.client)];
  await Promise.all([issue(keys.client, ana, 3), issue(keys.client, rui, 3)]);
  const events = await untilChained(keys, 6);
  isSound(t, events);
  for (const { accountId } of [ana, rui]) t.is(events.filter((event) => event['accountId'] === accountId).length, 3);
  const verified = () => keys.client.verifyAuditLog(call, {});
  await until('a majority has them', async () => (await verified()).head?.seq === 6);
  const { head, problem } = await verified();
  t.deepEqual([{ ...head }, problem], [{ seq: 6, hash: events[5]?.hash ?? '' }, null]);
  await until('the head is in the log', () =>
    keys.host.lines.some((line) => line.includes(`"head":"6:${head?.hash.slice(0, 32)}"`)),
  );
});

test('three replicas that file at once leave one chain without a hole, and each event once', async (t) => {
  const keys = await testKeys(t);
  await Promise.all([keys.replica(), keys.replica()]);
  const owners = await Promise.all(Array.from({ length: 4 }, () => merchant(keys.client)));
  await Promise.all(owners.map((owner) => issue(keys.client, owner, 10)));
  isSound(t, await untilChained(keys, 40));
});

test('batches of any size that are appended at once stand one behind the other, whole', async (t) => {
  const keys = await testKeys(t);
  const audit = await auditStore(keys.database.connection);
  const batch = (size: number) => Array.from({ length: size }, () => eventOfBefore(newId('account'), new Date()));
  for (let round = 0; round < 5; round += 1) await Promise.all([3, 10, 1, 7].map((size) => audit.append(batch(size))));
  const chain = await inOrder(keys);
  t.is(chain.length, 5 * 21);
  isSound(t, chain);
});

test('events that are filed again, by several at once, are in the chain once', async (t) => {
  const keys = await testKeys(t);
  const audit = await auditStore(keys.database.connection);
  const accountId = newId('account');
  const events = Array.from({ length: 30 }, () => eventOfBefore(accountId, new Date()));
  await Promise.all(Array.from({ length: 6 }, (_, from) => audit.append(events.slice(from * 2))));
  await audit.append(events);
  const chain = await inOrder(keys);
  t.is(chain.length, 30);
  isSound(t, chain);
  t.is(await audit.append(events), undefined);
});

test('an append that died in the middle leaves the events before it; the next one goes on behind them', async (t) => {
  const keys = await testKeys(t);
  const { db } = keys.database.connection;
  const audit = await auditStore(keys.database.connection);
  const events = Array.from({ length: 5 }, () => eventOfBefore(newId('account'), new Date()));
  await db?.command({ collMod: 'audit_chain', validator: { seq: { $ne: 3 } } });
  await t.throwsAsync(audit.append(events), { message: /validation/ });
  t.is((await inOrder(keys)).length, 2);
  await db?.command({ collMod: 'audit_chain', validator: {} });
  await audit.append(events);
  isSound(t, await untilChained(keys, 5));
});

test('what a version without a chain has filed is chained before the first answer, and what it files meanwhile soon', async (t) => {
  const first = await testKeys(t);
  const owner = await merchant(first.client);
  const former = first.database.connection.collection<AuditEventDocument>('audit_events');
  const old = Array.from({ length: 450 }, (_, day) => eventOfBefore(owner.accountId, new Date(day * 86_400_000)));
  await first.host.stop();
  await former.insertMany(old);
  const keys = await first.replica();
  const { events } = await keys.client.listAuditEvents(call, { accessToken: owner.accessToken, limit: 500 });
  t.deepEqual(
    events.map(({ id, atMs }) => [id, atMs]),
    old.map(({ _id, at }) => [_id, at.getTime()]).toReversed(),
  );
  isSound(t, await inOrder(keys));
  t.deepEqual(await former.find().sort({ at: 1 }).toArray(), old, 'the version before reads them as they were');

  const late = eventOfBefore(owner.accountId, new Date());
  await former.insertOne(late);
  await issue(keys.client, owner, 1);
  const chain = await untilChained(keys, 452);
  isSound(t, chain);
  t.true(chain.some(({ _id }) => _id === late._id));
  t.is(await former.countDocuments(), 452, 'the version before reads what this one has filed');
});

test('an event of a later version keeps what this one does not know', async (t) => {
  const keys = await testKeys(t);
  const { accountId } = await merchant(keys.client);
  const unfiled = { ...eventOfBefore(accountId, new Date()), device: { name: 'till' } };
  await keys.database.connection
    .collection('accounts')
    .updateOne({ _id: accountId as never }, { $push: { unfiled } as never });
  const chain = await untilChained(keys, 1);
  isSound(t, chain);
  t.deepEqual(chain[0]?.['device'], { name: 'till' });
});

type Tampering = {
  readonly title: string;
  readonly tamper: (keys: TestKeys, events: readonly Chained[]) => Promise<unknown>;
  readonly known?: (events: readonly Chained[]) => { readonly seq: number; readonly hash: string };
  readonly problem: Pick<AuditProblem, 'seq' | 'kind'>;
  readonly head: number;
};

/** As who can write anything would do it: the events behind `from`, with new hashes. */
async function rewrite(keys: TestKeys, from: number, change: Record<string, unknown>): Promise<void> {
  let previousHash = '';
  for (const event of await inOrder(keys)) {
    const next = { ...event, ...(event.seq === from ? change : {}), ...(event.seq > from ? { previousHash } : {}) };
    previousHash = hashOf(next);
    await chainOf(keys).replaceOne({ _id: event._id }, { ...next, hash: previousHash });
  }
}
const at = (events: readonly Chained[], seq: number): Chained => events[seq - 1] as Chained;
const swap = async (keys: TestKeys, one: Chained, other: Chained): Promise<void> => {
  await chainOf(keys).deleteMany({ _id: { $in: [one._id, other._id] } });
  await chainOf(keys).insertMany([
    { ...one, seq: other.seq },
    { ...other, seq: one.seq },
  ]);
};

const TAMPERINGS: readonly Tampering[] = [
  {
    title: 'a field that was changed',
    tamper: (keys) => chainOf(keys).updateOne({ seq: 3 }, { $set: { actorId: newId('user') } }),
    problem: { seq: 3, kind: 'hash' },
    head: 2,
  },
  {
    title: 'a field that was added',
    tamper: (keys) => chainOf(keys).updateOne({ seq: 3 }, { $set: { operator: 'Eva' } }),
    problem: { seq: 3, kind: 'hash' },
    head: 2,
  },
  {
    title: 'a field that was changed, with a hash to fit',
    tamper: (keys, events) => {
      const forged = { ...at(events, 3), actorId: newId('user') };
      return chainOf(keys).replaceOne({ _id: forged._id }, { ...forged, hash: hashOf(forged) });
    },
    problem: { seq: 4, kind: 'predecessor' },
    head: 3,
  },
  {
    title: 'a first event that begins another chain',
    tamper: (keys, events) => {
      const forged = { ...at(events, 1), previousHash: '1'.repeat(64) };
      return chainOf(keys).replaceOne({ _id: forged._id }, { ...forged, hash: hashOf(forged) });
    },
    problem: { seq: 1, kind: 'predecessor' },
    head: 0,
  },
  {
    title: 'an event that was removed',
    tamper: (keys) => chainOf(keys).deleteOne({ seq: 2 }),
    problem: { seq: 2, kind: 'missing' },
    head: 1,
  },
  {
    title: 'two events in each other’s place',
    tamper: (keys, events) => swap(keys, at(events, 2), at(events, 3)),
    problem: { seq: 2, kind: 'hash' },
    head: 1,
  },
  {
    title: 'an event that was put between two',
    tamper: async (keys, events) => {
      await chainOf(keys).dropIndex('seq_1');
      return chainOf(keys).insertOne({ ...at(events, 2), _id: newId('audit') });
    },
    problem: { seq: 2, kind: 'repeated' },
    head: 2,
  },
  {
    title: 'an event of no place in the chain',
    tamper: (keys, events) => chainOf(keys).insertOne({ ...at(events, 2), _id: newId('audit'), seq: 0 }),
    problem: { seq: 0, kind: 'outside_chain' },
    head: 0,
  },
  {
    title: 'a tail that was removed, against a head of before',
    tamper: (keys) => chainOf(keys).deleteMany({ seq: { $gt: 3 } }),
    known: (events) => at(events, 5),
    problem: { seq: 4, kind: 'shorter' },
    head: 3,
  },
  {
    title: 'a chain that was written anew, against a head of before',
    tamper: (keys) => rewrite(keys, 2, { actorId: newId('user') }),
    known: (events) => at(events, 4),
    problem: { seq: 4, kind: 'other_head' },
    head: 4,
  },
];

for (const { title, tamper, known, problem, head } of TAMPERINGS)
  test(`${title}, is found at its place`, async (t) => {
    const keys = await testKeys(t);
    await issue(keys.client, await merchant(keys.client), 5);
    const events = await untilChained(keys, 5);
    const request =
      known === undefined ? {} : { known: { seq: known(events).seq, hash: known(events).hash.slice(0, 32) } };
    t.is((await keys.client.verifyAuditLog(call, request)).problem, null);
    await tamper(keys, events);
    const found = await keys.client.verifyAuditLog(call, request);
    t.like(found, { problem, head: { seq: head }, hasMore: false });
    if (known !== undefined)
      t.like(await keys.client.verifyAuditLog(call, {}), { problem: null }, 'the chain alone fits');
  });

test('behind a last event that was changed nothing is chained, with one alarm; users go on, a new replica too, and events follow once it is back', async (t) => {
  const keys = await testKeys(t);
  const owner = await merchant(keys.client);
  await issue(keys.client, owner, 2);
  const [, last] = await untilChained(keys, 2);
  if (last === undefined) throw new Error('no last event');
  await chainOf(keys).updateOne({ seq: 2 }, { $set: { actorId: newId('user') } });
  await issue(keys.client, owner, 1);
  const alarms = ({ host }: TestKeys) => host.lines.filter((line) => line.includes('audit_chain_broken')).length;
  await until('it is an alarm', () => alarms(keys) > 0);
  const other = await keys.replica();
  await until('the other replica sees it, too', () => alarms(other) > 0);
  await issue(other.client, await merchant(other.client), 1);
  t.is((await inOrder(keys)).length, 2);
  await chainOf(keys).replaceOne({ seq: 2 }, last);
  isSound(t, await untilChained(keys, 4));
  // The two jobs of a replica each say it once.
  t.true(alarms(keys) <= 2);
});

test('a long chain is read in parts, each behind the head of the one before', async (t) => {
  const keys = await testKeys(t);
  const audit = await auditStore(keys.database.connection);
  await audit.append(Array.from({ length: 1_500 }, () => eventOfBefore(newId('account'), new Date())));
  const first = await keys.client.verifyAuditLog(call, {});
  t.like(first, { head: { seq: 1_000 }, hasMore: true, problem: null });
  const rest = await keys.client.verifyAuditLog(call, { after: first.head, known: await audit.head() });
  t.like(rest, { head: { seq: 1_500 }, hasMore: false, problem: null });
  const wrong = { seq: 1_000, hash: GENESIS };
  t.like(await keys.client.verifyAuditLog(call, { after: wrong }), { problem: { seq: 1_001, kind: 'predecessor' } });
});

test('a head of before that is none is refused', async (t) => {
  const { client } = await testKeys(t);
  for (const known of [
    { seq: 0, hash: GENESIS },
    { seq: 1, hash: GENESIS.slice(0, 31) },
    { seq: 1, hash: 'G'.repeat(64) },
  ])
    await t.throwsAsync(client.verifyAuditLog(call, { known }), { message: /known must have a sequence/ });
});
