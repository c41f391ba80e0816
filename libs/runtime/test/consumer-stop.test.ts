import { chargeEventCodec, topicName } from '@gx/contracts';
import { connectKafka, startConsumer, startProducer } from '@gx/runtime/kafka';
import { readTopic, servers, testEventKeys, testHost, testKafka, testTopics, uniqueName, until } from '@gx/testkit';
import test from 'ava';

test('a consumer that is stopped while it joins its group does not come back to life', async (t) => {
  const host = testHost('consumer');
  const topic = topicName(await testTopics(), 'charge');
  const kafka = connectKafka({ brokers: servers().kafkaBrokers, clientId: 'stopped-early', log: host.log });
  const group = uniqueName('group');
  startConsumer(host, {
    kafka,
    producer: await startProducer(kafka, host),
    keys: testEventKeys(),
    topic,
    group,
    codec: chargeEventCodec,
    types: ['charge.created'],
    apply: async () => undefined,
  });
  await host.stop();

  // Another group's join takes as long as the one that was cut short: after it, nothing of that is still to
  // come.
  const later = await readTopic(topic);
  const admin = testKafka().admin();
  await admin.connect();
  t.teardown(async () => {
    await later.stop();
    await admin.disconnect();
  });
  const { groups } = await until('the group is known', async () => {
    const found = await admin.describeGroups([group]);
    return found.groups[0]?.state !== 'PreparingRebalance' && found;
  });
  t.deepEqual(groups[0]?.members, []);
});
