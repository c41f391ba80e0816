import { DLQ_HEADERS, deadLetterTopic, TOPICS, topicName } from '@gx/contracts';
import { Kafka, logLevel, type Producer, type ProducerConfig } from '@gx/runtime/kafkajs';
import { signedByOwner } from './event-keys.ts';
import { servers, uniqueName } from './servers.ts';
import { until } from './until.ts';

/**
 * Makes every topic of the topic table (and its `.dlq`) under a prefix of the test's own; answers the
 * prefix.
 */
export async function testTopics(prefix = `${uniqueName('topics')}.`): Promise<string> {
  const names = (Object.keys(TOPICS) as (keyof typeof TOPICS)[]).map((topic) => topicName(prefix, topic));
  const topics = names.flatMap((topic) => [
    { topic, numPartitions: 3, replicationFactor: 1 },
    { topic: deadLetterTopic(topic), numPartitions: 1, replicationFactor: 1 },
  ]);
  const admin = testKafka().admin();
  await admin.connect();
  try {
    // kafkajs' own wait gives up on the first "unknown topic", which a broker says of a topic it has just
    // made.
    await admin.createTopics({ topics, waitForLeaders: false });
    await until('every partition has a leader', async () => {
      const made = await admin.fetchTopicMetadata({ topics: topics.map(({ topic }) => topic) });
      return made.topics.every(
        ({ partitions }) => partitions.length > 0 && partitions.every(({ leader }) => leader >= 0),
      );
    });
  } finally {
    await admin.disconnect();
  }
  return prefix;
}

/** A quiet client of the test's own. Its producers sign events as the owners of their topics do. */
export function testKafka(): Kafka {
  const kafka = forgersKafka();
  const producer = (config?: ProducerConfig): Producer => signingAsOwner(kafka.producer(config));
  return Object.assign(Object.create(kafka) as Kafka, { producer });
}

/** The same, whose producers sign nothing. */
export const forgersKafka = (): Kafka =>
  new Kafka({ brokers: [...servers().kafkaBrokers], clientId: uniqueName('client'), logLevel: logLevel.NOTHING });

/** A producer that publishes events as the owner of their topic. */
export const signingAsOwner = (producer: Producer): Producer => ({
  ...producer,
  send: async (record) => {
    const messages = await Promise.all(record.messages.map((message) => signedByOwner(record.topic, message)));
    return producer.send({ ...record, messages });
  },
});

export type TopicReader = {
  /** Every message seen so far, oldest first within a partition. */
  readonly messages: { readonly key: string; readonly headers: Record<string, string>; readonly value: Buffer }[];
  readonly stop: () => Promise<void>;
};

/**
 * Reads a topic from its beginning with a group of its own; with `onceBy`, messages that have the same value
 * in this header are one.
 */
export async function readTopic(topic: string, onceBy?: string): Promise<TopicReader> {
  const messages: TopicReader['messages'] = [];
  const seen = new Set<string>();
  const consumer = testKafka().consumer({ groupId: uniqueName('reader'), maxWaitTimeInMs: 100 });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ message }) => {
      const headers: Record<string, string> = Object.fromEntries(
        Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)]),
      );
      const name = onceBy && headers[onceBy];
      if (name !== undefined && seen.has(name)) return;
      if (name !== undefined) seen.add(name);
      messages.push({ key: String(message.key), headers, value: message.value ?? Buffer.alloc(0) });
    },
  });
  return { messages, stop: () => consumer.disconnect() };
}

/**
 * Reads what was dead-lettered of a topic: each message once, although a batch that comes again is
 * dead-lettered again.
 */
export const readDeadLetter = (topic: string): Promise<TopicReader> =>
  readTopic(deadLetterTopic(topic), DLQ_HEADERS.id);
