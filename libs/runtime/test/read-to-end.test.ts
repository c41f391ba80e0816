import { topicName } from '@gx/contracts';
import { type ReadRecord, readToEnd } from '@gx/runtime/kafka';
import { testKafka, testTopics } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';

const MESSAGES = ['a', 'b', 'c', 'd'];

type Trouble = {
  /** Told of the listener for crashes before anything is read. */
  readonly crash?: (decide: (restart: boolean) => void) => void;
  /** Called before each heartbeat. */
  readonly heartbeat?: () => void;
};

/** A topic with something to read in several partitions, and a client with this trouble. */
async function topicOf(t: ExecutionContext, { crash = () => undefined, heartbeat = () => undefined }: Trouble = {}) {
  const topic = topicName(await testTopics(), 'charge');
  const kafka = testKafka();
  const producer = kafka.producer();
  await producer.connect();
  t.teardown(() => producer.disconnect());
  await producer.send({ topic, messages: MESSAGES.map((value) => ({ key: value, value })) });
  const crashing = {
    admin: () => kafka.admin(),
    consumer(options: Parameters<typeof kafka.consumer>[0]) {
      const consumer = kafka.consumer(options);
      const on: typeof consumer.on = (name, listener) => {
        const payload = { error: new Error('the group is still being read'), groupId: '' };
        const event = { id: '', type: name, timestamp: 0 };
        if (name === consumer.events.CRASH)
          crash((restart) => listener({ ...event, payload: { ...payload, restart } } as never));
        return consumer.on(name, listener);
      };
      const run: typeof consumer.run = (settings) =>
        consumer.run({
          ...settings,
          eachBatch: async (payload) =>
            settings?.eachBatch?.({
              ...payload,
              heartbeat: async () => {
                heartbeat();
                await payload.heartbeat();
              },
            }),
        });
      return { ...consumer, on, run };
    },
  };
  const positions: string[] = [];
  const values = new Set<string>();
  const read = (each: (records: readonly ReadRecord[]) => Promise<void> = async () => undefined) =>
    readToEnd(crashing as typeof kafka, {
      topics: [topic],
      each: async (records) => {
        positions.push(...records.map(({ partition, offset }) => `${partition}/${offset}`));
        for (const { message } of records) values.add(String(message.value));
        await each(records);
      },
    });
  /**
   * Everything, and no place twice: a producer that had to ask again may have written a message to two of
   * them.
   */
  const isReadOnce = (): void => {
    t.deepEqual([...values].toSorted(), MESSAGES);
    t.is(new Set(positions).size, positions.length);
  };
  return { isReadOnce, read };
}

test('everything that is there is handed out once', async (t) => {
  const { isReadOnce, read } = await topicOf(t);
  await read();
  isReadOnce();
});

test('a group that is rebalanced after something was handed out hands out nothing twice', async (t) => {
  let rebalanced = 0;
  const { isReadOnce, read } = await topicOf(t, {
    heartbeat: () => {
      rebalanced += 1;
      if (rebalanced === 1) throw Object.assign(new Error('another generation'), { type: 'REBALANCE_IN_PROGRESS' });
    },
  });
  await read();
  t.true(rebalanced > 0);
  isReadOnce();
});

test('a client that begins anew before anything was handed out is waited for', async (t) => {
  const { isReadOnce, read } = await topicOf(t, { crash: (decide) => decide(true) });
  await read();
  isReadOnce();
});

test('one that will not begin anew has failed', async (t) => {
  const { read } = await topicOf(t, { crash: (decide) => decide(false) });
  await t.throwsAsync(read(), { message: /still being read/ });
});

test('one that begins anew after something was handed out goes on, and hands out nothing twice', async (t) => {
  const crashed = Promise.withResolvers<(restart: boolean) => void>();
  const { isReadOnce, read } = await topicOf(t, { crash: crashed.resolve });
  await read(async () => (await crashed.promise)(true));
  isReadOnce();
});

/** What a client looks like that is handed the first of two messages again and again. */
function neverFurther() {
  let timer: NodeJS.Timeout | undefined;
  const nothing = async (): Promise<void> => undefined;
  const batch = { topic: 'topic', partition: 0, messages: [{ offset: '0', value: Buffer.from('a') }] };
  type Run = { readonly eachBatch: (payload: object) => Promise<void> };
  const run = async ({ eachBatch }: Run): Promise<void> => {
    timer = setInterval(() => void eachBatch({ batch, heartbeat: nothing }), 20);
  };
  const offsets = async () => [{ partition: 0, low: '0', high: '2' }];
  const listTopics = async () => ['topic'];
  const admin = {
    connect: nothing,
    disconnect: nothing,
    listTopics,
    fetchTopicOffsets: offsets,
    deleteGroups: nothing,
  };
  const disconnect = async (): Promise<void> => clearInterval(timer);
  const consumer = { connect: nothing, subscribe: nothing, disconnect, run, on: nothing, events: { CRASH: 'crash' } };
  return { admin: () => admin, consumer: () => consumer } as never;
}

test('a client that begins anew for ever, and gets no further, has failed', async (t) => {
  const seen: string[] = [];
  const each = async (records: readonly ReadRecord[]): Promise<void> => {
    seen.push(...records.map(({ offset }) => offset));
  };
  const reading = readToEnd(neverFurther(), { topics: ['topic'], quietMs: 500, each });
  await t.throwsAsync(reading, { message: /nothing came for 0.5 s/ });
  t.deepEqual(seen, ['0']);
});
