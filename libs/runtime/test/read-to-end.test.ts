import { topicName } from '@gx/contracts';
import { type ReadRecord, readToEnd } from '@gx/runtime/kafka';
import { testKafka, testTopics } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';

const MESSAGES = ['a', 'b', 'c', 'd'];

type Trouble = {
  /** Told of the listener for crashes before anything is read. */
  readonly crash?: (tell: (restart: boolean) => void) => void;
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
  const seen: string[] = [];
  const read = (each: (records: readonly ReadRecord[]) => Promise<void> = async () => undefined) =>
    readToEnd(crashing as typeof kafka, {
      topics: [topic],
      each: async (records) => {
        seen.push(...records.map(({ message }) => String(message.value)));
        await each(records);
      },
    });
  return { seen, read };
}

test('everything that is there is handed out once', async (t) => {
  const { seen, read } = await topicOf(t);
  await read();
  t.deepEqual(seen.toSorted(), MESSAGES);
});

test('a group that is rebalanced after something was handed out hands out nothing twice', async (t) => {
  let rebalanced = 0;
  const { seen, read } = await topicOf(t, {
    heartbeat: () => {
      rebalanced += 1;
      if (rebalanced === 1) throw Object.assign(new Error('another generation'), { type: 'REBALANCE_IN_PROGRESS' });
    },
  });
  await read();
  t.true(rebalanced > 0);
  t.deepEqual(seen.toSorted(), MESSAGES);
});

test('a client that begins anew before anything was handed out is waited for', async (t) => {
  const { seen, read } = await topicOf(t, { crash: (tell) => tell(true) });
  await read();
  t.deepEqual(seen.toSorted(), MESSAGES);
});

test('one that will not begin anew has failed', async (t) => {
  const { read } = await topicOf(t, { crash: (tell) => tell(false) });
  await t.throwsAsync(read(), { message: /still being read/ });
});

test('one that begins anew after something was handed out has failed: it would be handed out again', async (t) => {
  const told = Promise.withResolvers<(restart: boolean) => void>();
  const { read } = await topicOf(t, { crash: told.resolve });
  const reading = read(async () => (await told.promise)(true));
  await t.throwsAsync(reading, { message: /still being read/ });
});
