import { topicName } from '@gx/contracts';
import { type Consumer, Kafka, logLevel } from '@gx/runtime/kafkajs';
import { servers, testHost, testTopics, uniqueName, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { startOffsetCommits } from '../src/kafka/offset-commits.ts';

const kafka = new Kafka({ brokers: [...servers().kafkaBrokers], logLevel: logLevel.NOTHING });

/**
 * More in each partition than any test commits: a client that is told of an offset that is not there begins
 * anew, and commits where.
 */
async function fill(topic: string): Promise<void> {
  const producer = kafka.producer();
  await producer.connect();
  const messages = [0, 1, 2].flatMap((partition) => Array.from({ length: 30 }, () => ({ partition, value: 'x' })));
  await producer.send({ topic, messages });
  await producer.disconnect();
}

/** A group on a topic of three partitions that nobody has joined, and what it has committed. */
async function groupOn(t: ExecutionContext) {
  const topic = topicName(await testTopics(), 'charge');
  await fill(topic);
  const groupId = uniqueName('group');
  const admin = kafka.admin();
  await admin.connect();
  t.teardown(() => admin.disconnect());
  const member = (): Consumer => {
    const consumer = kafka.consumer({
      groupId,
      heartbeatInterval: 200,
      rebalanceTimeout: 10_000,
      maxWaitTimeInMs: 500,
    });
    t.teardown(() => consumer.disconnect());
    return consumer;
  };
  const join = async (consumer: Consumer): Promise<readonly number[]> => {
    let own: readonly number[] | undefined;
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      own = payload.memberAssignment[topic] ?? [];
    });
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await consumer.run({ autoCommit: false, eachMessage: async () => undefined });
    return until('the member has joined', () => own);
  };
  const committed = async (of: number): Promise<string | undefined> => {
    const [found] = await admin.fetchOffsets({ groupId, topics: [topic] });
    return found?.partitions.find(({ partition }) => partition === of)?.offset;
  };
  return { topic, member, join, committed };
}

/** What is not committed comes again after a join. */
const atEachJoin = (consumer: Consumer, apply: () => void): void => void consumer.on(consumer.events.GROUP_JOIN, apply);

/** One member has all partitions until another comes. */
async function handOver(t: ExecutionContext, group: Awaited<ReturnType<typeof groupOn>>) {
  const [early, late] = [group.member(), group.member()];
  const offsets = startOffsetCommits(early, group.topic, testHost('offsets').log);
  t.teardown(offsets.stop);
  const all = await group.join(early);
  t.is(all.length, 3);
  return {
    all,
    early,
    offsets,
    /** The other joins, and is further in a partition that it was given. */
    async moveOn() {
      let left: readonly number[] = all;
      early.on(early.events.GROUP_JOIN, ({ payload }) => {
        left = payload.memberAssignment[group.topic] ?? [];
      });
      const [moved = -1] = await group.join(late);
      await until('the first has given it away', () => !left.includes(moved));
      await late.commitOffsets([{ topic: group.topic, partition: moved, offset: '12' }]);
      return { moved, kept: left[0] ?? -1 };
    },
  };
}

test('what was applied before others joined is not committed over what they have done since', async (t) => {
  const group = await groupOn(t);
  const { all, early, offsets, moveOn } = await handOver(t, group);
  early.on(early.events.REBALANCING, () => {
    for (const partition of all) offsets.begin(partition)('10');
  });
  const { moved, kept } = await moveOn();
  offsets.begin(kept)('20');
  await until('the first has committed once more', async () => (await group.committed(kept)) === '20');
  t.is(await group.committed(moved), '12');
});

test('a batch that ends after others joined is not committed either', async (t) => {
  const group = await groupOn(t);
  const { all, offsets, moveOn } = await handOver(t, group);
  const ends = new Map(all.map((partition) => [partition, offsets.begin(partition)]));
  const { moved, kept } = await moveOn();
  ends.get(moved)?.('10');
  offsets.begin(kept)('20');
  await until('the first has committed once more', async () => (await group.committed(kept)) === '20');
  t.is(await group.committed(moved), '12');
});

test('an earlier commit that takes long is never made over a later one', async (t) => {
  const { topic, member, join, committed } = await groupOn(t);
  const consumer = member();
  const { commitOffsets } = consumer;
  let [commitCalls, fetched, hasEnded, reached] = [0, 0, false, '5'];
  consumer.on(consumer.events.FETCH, () => {
    fetched += 1;
  });
  consumer.commitOffsets = async (offsets) => {
    commitCalls += 1;
    if (commitCalls > 1) return commitOffsets(offsets);
    reached = '8';
    commits.begin(0)(reached);
    const then = fetched + 4;
    await until('the consumer has fetched for longer than a commit waits for its turn', () => fetched >= then);
    await commitOffsets(offsets).finally(() => {
      hasEnded = true;
    });
  };
  const commits = startOffsetCommits(consumer, topic, testHost('offsets').log);
  t.teardown(commits.stop);
  atEachJoin(consumer, () => commits.begin(0)(reached));
  await join(consumer);
  await until('the earlier one has ended', () => hasEnded);
  await until('the later one stands', async () => (await committed(0)) === '8');
  t.is(await committed(0), '8');
});

test('what the broker would not commit is committed the next time, unless more was applied meanwhile', async (t) => {
  const { topic, member, join, committed } = await groupOn(t);
  const consumer = member();
  const { commitOffsets } = consumer;
  let [refusals, reached] = [0, '6'];
  consumer.commitOffsets = async (offsets) => {
    if (refusals > 0) return commitOffsets(offsets);
    refusals += 1;
    reached = '8';
    offsetsOf.begin(1)(reached);
    throw new Error('the broker is away');
  };
  const offsetsOf = startOffsetCommits(consumer, topic, testHost('offsets').log);
  t.teardown(offsetsOf.stop);
  atEachJoin(consumer, () => {
    offsetsOf.begin(0)('5');
    offsetsOf.begin(1)(reached);
  });
  await join(consumer);
  await until('both are committed', async () => (await committed(0)) === '5' && (await committed(1)) === '8');
  t.is(refusals, 1);
});
