import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deadLetterTopic, topicName } from '@gx/contracts';
import { readTopic, testKafka, testTopics, until } from '@gx/testkit';
import test from 'ava';
import { copyWriter } from '../src/copy-folder.ts';
import { busState, copyTopics } from '../src/copy-topics.ts';
import { encryptionTo } from '../src/encryption.ts';

/** Publishes with a client of its own: one that knew the topic before drops what is for a new partition. */
const publish = (topic: string, partition: number): Promise<boolean> =>
  until(`partition ${partition} takes a message`, async () => {
    const producer = testKafka().producer();
    await producer.connect();
    try {
      const sent = await producer.send({ topic, messages: [{ partition, key: 'k', value: 'v' }] });
      return sent.some((one) => one.partition === partition && one.errorCode === 0);
    } finally {
      await producer.disconnect();
    }
  });

test('a partition that is added while topics are copied ends the copy: one with another number could not be restored', async (t) => {
  const prefix = await testTopics();
  const topic = deadLetterTopic(topicName(prefix, 'charge'));
  const folder = await mkdtemp(join(tmpdir(), 'gx-copy-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const admin = testKafka().admin();
  await admin.connect();
  t.teardown(() => admin.disconnect());
  // A broker that has just started loads its first groups: a reader that comes once would be told so.
  const reader = await readTopic(topic);
  await publish(topic, 0);
  await until('groups can be joined', () => reader.messages.length > 0);
  await reader.stop();
  const before = await busState(admin, [topic]);
  const moment = { knows: async () => true };
  const copy = () =>
    copyTopics(testKafka(), { topics: [topic], before, moment, writer: copyWriter(folder, encryptionTo(undefined)) });
  t.like((await copy()).partitions, [{ topic, partition: 0, messages: 1 }]);
  await admin.createPartitions({ topicPartitions: [{ topic, count: 2 }] });
  await publish(topic, 1);
  await t.throwsAsync(copy(), { message: /1 was added while/ });
});
