import { topicName } from '@gx/contracts';
import { type ReadRecord, readToEnd } from '@gx/runtime/kafka';
import { testKafka, testTopics } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';

const MESSAGES = ['a', 'b', 'c', 'd'];

/** A topic with something to read, and a client that tells `crash` of its listener for crashes before it begins to read. */
async function topicOf(t: ExecutionContext, crash: (tell: (restart: boolean) => void) => void = () => undefined) {
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
      return { ...consumer, on };
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

test('a client that begins anew before anything was handed out is waited for', async (t) => {
  const { seen, read } = await topicOf(t, (tell) => tell(true));
  await read();
  t.deepEqual(seen.toSorted(), MESSAGES);
});

test('one that will not begin anew has failed', async (t) => {
  const { read } = await topicOf(t, (tell) => tell(false));
  await t.throwsAsync(read(), { message: /still being read/ });
});

test('one that begins anew after something was handed out has failed: it would be handed out again', async (t) => {
  const told = Promise.withResolvers<(restart: boolean) => void>();
  const { read } = await topicOf(t, told.resolve);
  const reading = read(async () => (await told.promise)(true));
  await t.throwsAsync(reading, { message: /still being read/ });
});
