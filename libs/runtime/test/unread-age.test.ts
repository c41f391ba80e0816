import { chargeEventCodec, topicName } from '@gx/contracts';
import { startTelemetry } from '@gx/runtime';
import { connectKafka, startConsumer, startProducer } from '@gx/runtime/kafka';
import { forgersKafka, servers, testEventKeys, testHost, testTopics, uniqueName, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { unreadOf } from '../src/kafka/unread-age.ts';

const HOUR_MS = 3_600_000;

async function topicOf(t: ExecutionContext) {
  const topic = topicName(await testTopics(), 'charge');
  const now = new Date();
  const subscription = { topic, group: uniqueName('group') };
  const [admin, producer] = [forgersKafka().admin(), forgersKafka().producer()];
  await Promise.all([admin.connect(), producer.connect()]);
  t.teardown(() => Promise.all([admin.disconnect(), producer.disconnect()]));
  const { group } = subscription;
  const isThere = (): Promise<boolean> =>
    admin.fetchOffsets({ groupId: group, topics: [topic] }).then(
      () => true,
      () => false,
    );
  await until('the group has its coordinator', isThere);
  const send = async (partition: number, agesMs: readonly number[]): Promise<void> => {
    const messages = agesMs.map((ms) => ({ partition, value: 'x', timestamp: String(now.getTime() - ms) }));
    await producer.send({ topic, messages });
  };
  const commit = (...offsets: readonly (readonly [number, number])[]): Promise<void> =>
    admin.setOffsets({
      groupId: group,
      topic,
      partitions: offsets.map(([partition, offset]) => ({ partition, offset: String(offset) })),
    });
  return { subscription, send, commit, age: async () => (await unreadOf(admin, subscription, now)).oldestMs };
}

const isAbout = (t: ExecutionContext, actual: number, expected: number): void => {
  t.true(actual <= expected + 60_000 && actual >= expected / 1.11, `${actual} is not about ${expected}`);
};

test('what a group has not committed is as old as its oldest message in any partition, and 0 once nothing is left', async (t) => {
  const { send, commit, age } = await topicOf(t);
  t.is(await age(), 0, 'an empty topic');
  await send(0, [3 * HOUR_MS, HOUR_MS]);
  await send(1, [2 * HOUR_MS]);
  isAbout(t, await age(), 3 * HOUR_MS);
  await commit([0, 1]);
  isAbout(t, await age(), 2 * HOUR_MS);
  await commit([1, 1]);
  isAbout(t, await age(), HOUR_MS);
  await commit([0, 2]);
  t.is(await age(), 0);
});

test('what has just come is not late yet', async (t) => {
  const { send, age } = await topicOf(t);
  await send(2, [-60_000]);
  t.is(await age(), 0);
});

test('a consumer whose batch fails reports how old that is, in seconds', async (t) => {
  const telemetry = await startTelemetry('unread-age-test', undefined);
  t.teardown(telemetry.stop);
  const { subscription, send } = await topicOf(t);
  await send(0, [HOUR_MS]);
  const host = testHost('late');
  t.teardown(host.stop);
  const kafka = connectKafka({ brokers: servers().kafkaBrokers, clientId: 'late', log: host.log });
  startConsumer(host, {
    kafka,
    producer: { ...(await startProducer(kafka, host)), send: () => Promise.reject(new Error('no dead letters now')) },
    keys: testEventKeys('charge'),
    ...subscription,
    codec: chargeEventCodec,
    types: ['charge.created'],
    apply: async () => undefined,
  });
  const line = await until('it is recorded', async () =>
    (await telemetry.metrics())
      .split('\n')
      .find(
        (one) =>
          one.startsWith('gx_consumer_oldest_unread_age{') && one.includes(subscription.group) && !one.endsWith('NaN'),
      ),
  );
  isAbout(t, Number(line.split(' ').at(-1)) * 1_000, HOUR_MS);
});
