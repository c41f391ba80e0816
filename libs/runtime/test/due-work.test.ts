import { type DueTimes, duePath, dueTime, isAnyDue, redeliveryQueue, workQueue } from '@gx/runtime/mongo';
import { testDatabase } from '@gx/testkit';
import test from 'ava';
import { type Model, Schema } from 'mongoose';

type Thing = {
  _id: string;
  accountId: string;
  livemode: boolean;
  since: Date;
  due: DueTimes;
  outbox: { eventId: string }[];
};
const database = await testDatabase('due_work');
const { connection } = database;
const schema = new Schema<Thing>(
  {
    _id: String,
    accountId: String,
    livemode: Boolean,
    since: Date,
    due: Schema.Types.Mixed,
    outbox: [Schema.Types.Mixed],
  },
  { minimize: false, strict: 'throw', strictQuery: 'throw' },
);
const model = connection.model<Thing>('Thing', schema) as Model<Thing>;
await model.collection.createIndex({ 'due.$**': 1 }, { name: 'due' });
test.after.always('the database goes', database.drop);
test.serial.beforeEach('it is empty', () => model.deleteMany({}));

/** A busy machine takes seconds between two lines: all times are minutes apart. */
const MINUTE = 60_000;
const ago = (minutes: number): Date => new Date(Date.now() - minutes * MINUTE);
const identity = (_id: string) => ({ _id, accountId: 'acc', livemode: false });
const store = (due: Readonly<Record<string, DueTimes>>) =>
  model.collection.insertMany(
    Object.entries(due).map(([_id, times]) => ({
      ...identity(_id),
      since: ago(120),
      due: times,
      outbox: [],
    })) as never,
  );
const timeOf = async (_id: string, path: `due.${string}`) =>
  dueTime((await model.findById(_id).lean()) as unknown as Thing, path)?.getTime();
const idsOf = (found: readonly Thing[]) => found.map(({ _id }) => _id);
const queue = workQueue<Thing>(model, { connection, kind: 'sweep', afterMs: 10 * MINUTE, leaseMs: 60 * MINUTE });

test.serial(
  'several kinds and keys at once: one query says whether anything is due, and reads no document that is not',
  async (t) => {
    const now = new Date();
    const entries = [
      { kind: 'sweep', key: 'a', afterMs: 10 * MINUTE },
      { kind: 'sweep', key: 'b' },
      { kind: 'look', key: 'a' },
    ];
    await store({
      young: { 'sweep:a': ago(2) },
      ahead: { 'sweep:b': ago(-5), 'look:a': ago(-5) },
      elsewhere: { 'look:b': ago(99), other: ago(99) },
      done: {},
    });
    t.false(await isAnyDue(model, entries, now));
    t.false(await isAnyDue(model, [], now));
    t.true(await isAnyDue(model, [...entries, { kind: 'look', key: 'b' }], now));
    t.true(await isAnyDue(model, entries, new Date(now.getTime() + 9 * MINUTE)));
    await connection.db?.command({ profile: 2 });
    await isAnyDue(model, entries, now);
    await connection.db?.command({ profile: 0 });
    const [query] = (await connection.db?.collection('system.profile').find({ op: 'query' }).toArray()) ?? [];
    t.is(query?.['docsExamined'], 0);
  },
);

test.serial(
  'what is due of a key: dated long enough ago, the longest waiting first, nothing of another key',
  async (t) => {
    await store({
      late: { 'sweep:a': ago(18) },
      later: { 'sweep:a': ago(14), other: ago(99) },
      fresh: { 'sweep:a': ago(2) },
      elsewhere: { 'sweep:b': ago(18) },
      done: {},
    });
    t.deepEqual(idsOf(await queue.due('a', 10)), ['late', 'later']);
    t.deepEqual(idsOf(await queue.due('a', 1)), ['late']);
    t.deepEqual(idsOf(await queue.due('b', 10)), ['elsewhere']);
    t.deepEqual(idsOf(await queue.due('c', 10)), []);
  },
);

test.serial('many at once claim one entry: one gets it, alone for the time of its lease', async (t) => {
  await store({ one: { 'sweep:a': ago(18) } });
  const claims = await Promise.all(Array.from({ length: 8 }, () => queue.claim(identity('one'), 'a')));
  t.is(claims.filter((claim) => claim !== null).length, 1);
  t.deepEqual(await queue.due('a', 10), []);
  const leftMs = ((await timeOf('one', 'due.sweep:a')) ?? 0) + 10 * MINUTE - Date.now();
  t.true(leftMs > 50 * MINUTE && leftMs < 61 * MINUTE, `${leftMs}`);
});

test.serial('an entry that is not due, is gone or is of another account: nobody can claim it', async (t) => {
  await store({ fresh: { 'sweep:a': ago(0) }, done: {}, one: { 'sweep:a': ago(18) } });
  t.is(await queue.claim(identity('fresh'), 'a'), null);
  t.is(await queue.claim(identity('done'), 'a'), null);
  t.is(await queue.claim({ ...identity('one'), accountId: 'another' }, 'a'), null);
  t.is(await queue.claim({ ...identity('one'), livemode: true }, 'a'), null);
});

test.serial(
  'rescheduled: due again after the pause, or after half of its age within bounds; never once done',
  async (t) => {
    await store({ one: { 'sweep:a': ago(18) }, done: {} });
    const waits = async (pause: Parameters<typeof queue.reschedule>[2]) => {
      await queue.reschedule(identity('one'), 'a', pause);
      const leftMs = ((await timeOf('one', 'due.sweep:a')) ?? 0) + 10 * MINUTE - Date.now();
      return Math.round(leftMs / MINUTE / 5) * 5;
    };
    t.is(await waits(20 * MINUTE), 20);
    t.is(await waits({ since: '$since', minMs: MINUTE, maxMs: 600 * MINUTE }), 60);
    t.is(await waits({ since: '$since', minMs: MINUTE, maxMs: 10 * MINUTE }), 10);
    t.is(await waits({ since: '$since', minMs: 80 * MINUTE, maxMs: 600 * MINUTE }), 80);
    await queue.reschedule(identity('done'), 'a', 1_000);
    t.is(await timeOf('done', 'due.sweep:a'), undefined);
  },
);

test.serial('ten thousand entries of other keys and kinds: a look reads none of them', async (t) => {
  await model.collection.insertMany(
    Array.from({ length: 10_000 }, (_, n) => ({
      ...identity(`${n}`),
      due: { [`sweep:b${n % 3}`]: ago(18), republish: ago(18) },
      outbox: [],
    })) as never,
  );
  await store({ one: { 'sweep:a': ago(18) } });
  const filter = { [queue.path('a')]: { $gt: new Date(0), $lte: ago(10) } };
  const { executionStats } = await model.collection
    .find(filter)
    .sort({ [queue.path('a')]: 1 })
    .explain('executionStats');
  t.true(executionStats.totalKeysExamined <= 2 && executionStats.totalDocsExamined === 1);
  t.false(JSON.stringify(executionStats).includes('"SORT"'));
});

const published: string[] = [];
const redelivery = redeliveryQueue<Thing>(model, {
  connection,
  relay: { publish: ({ outbox }) => void published.push(...outbox.map(({ eventId }) => eventId)) },
  path: duePath('republish'),
});
const event = { eventId: 'e1' } as never;

test.serial('events that were published long ago are published once by many at once, and dated anew', async (t) => {
  await store({ one: { republish: ago(18) }, fresh: { republish: ago(0) } });
  const found = await redelivery.due(10 * MINUTE, 10);
  t.deepEqual(idsOf(found), ['one']);
  const [one] = found;
  if (one === undefined) return t.fail();
  published.length = 0;
  const written = await Promise.all(Array.from({ length: 4 }, () => redelivery.republish(one, [event])));
  t.is(written.filter(Boolean).length, 1);
  t.deepEqual(published, ['e1']);
  t.deepEqual(await redelivery.due(10 * MINUTE, 10), []);
});

test.serial(
  'who found it before it was published again neither settles nor dates it; who finds it now does',
  async (t) => {
    await store({ one: { republish: ago(18) } });
    const [stale] = await redelivery.due(10 * MINUTE, 10);
    if (stale === undefined) return t.fail();
    await redelivery.later(stale);
    const dated = await timeOf('one', 'due.republish');
    t.true((dated ?? 0) > Date.now() - 5 * MINUTE);
    await redelivery.stopChecking(stale);
    await redelivery.later(stale);
    t.is(await timeOf('one', 'due.republish'), dated);
    const [found] = await redelivery.due(-MINUTE, 10);
    if (found === undefined) return t.fail();
    await redelivery.stopChecking(found, { when: { since: ago(0) } });
    t.is(await timeOf('one', 'due.republish'), dated, 'what has to hold does not');
    await redelivery.stopChecking(found);
    t.is(await timeOf('one', 'due.republish'), undefined);
  },
);
