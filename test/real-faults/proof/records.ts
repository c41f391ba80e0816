import { randomUUID } from 'node:crypto';
import { parkedTopic, TOPICS } from '@gx/contracts';
import { until } from '@gx/testkit';
import type { BusRecord } from '@gx/testkit/faults';
import { Kafka, logLevel } from 'kafkajs';
import type { Stage } from '../stage/stage.ts';

/** Everything that was ever published, by the name of its topic in the table of topics. */
export type Records = {
  readonly records: (topic: string) => readonly BusRecord[];
  readonly topics: () => readonly string[];
};

const PLAIN = Object.values(TOPICS).flatMap(({ name }) => [name, parkedTopic(name)]);
const WITHIN = { timeoutMs: 60_000 } as const;

/** Reads every topic of a stage from its beginning to where it ends now. */
export async function readRecords({ ground, namespace }: Stage): Promise<Records> {
  const kafka = new Kafka({ brokers: ground.servers.kafkaBrokers.split(','), logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  const consumer = kafka.consumer({ groupId: `reader-${randomUUID()}`, maxWaitTimeInMs: 50 });
  const found = new Map<string, BusRecord[]>(PLAIN.map((topic) => [topic, []]));
  await Promise.all([admin.connect(), consumer.connect()]);
  try {
    let read = 0;
    const missing = new Map<string, number>();
    for (const topic of PLAIN)
      for (const { partition, low, high } of await admin.fetchTopicOffsets(`${namespace}${topic}`))
        if (Number(high) > Number(low)) missing.set(`${topic}/${partition}`, Number(high) - 1);
    await consumer.subscribe({ topics: PLAIN.map((topic) => `${namespace}${topic}`), fromBeginning: true });
    await consumer.run({
      eachMessage: async ({ topic: full, partition, message }) => {
        const topic = full.slice(namespace.length);
        const headers = Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)]);
        found.get(topic)?.push({
          topic,
          partition,
          offset: Number(message.offset),
          key: String(message.key),
          headers: Object.fromEntries(headers),
          value: message.value ?? Buffer.alloc(0),
          // Of what is read, not of what was written: only within a partition are the two the same.
          place: ++read,
        });
        if (Number(message.offset) >= (missing.get(`${topic}/${partition}`) ?? Number.POSITIVE_INFINITY))
          missing.delete(`${topic}/${partition}`);
      },
    });
    await until('every topic is read to its end', () => missing.size === 0, WITHIN);
  } finally {
    await Promise.allSettled([consumer.disconnect(), admin.disconnect()]);
  }
  return { records: (topic) => found.get(topic) ?? [], topics: () => PLAIN };
}
