import { topicSpecs } from '@gx/contracts';
import { readToEnd } from '@gx/runtime/kafka';
import { Kafka, logLevel } from '@gx/runtime/kafkajs';
import type { BusRecord } from '@gx/testkit/faults';
import type { Stage } from '../stage/stage.ts';

/** Everything that was ever published, by the name of its topic in the table of topics. */
export type Records = {
  readonly records: (topic: string) => readonly BusRecord[];
  readonly topics: () => readonly string[];
};

const PLAIN = topicSpecs('').map(({ name }) => name);
const QUIET_MS = 60_000;

/** Reads every topic of a stage from its beginning to where it ends now. */
export async function readRecords({ environment, namespace }: Stage): Promise<Records> {
  const kafka = new Kafka({ brokers: environment.servers.kafkaBrokers.split(','), logLevel: logLevel.NOTHING });
  const found = new Map<string, BusRecord[]>(PLAIN.map((topic) => [topic, []]));
  let read = 0;
  await readToEnd(kafka, {
    topics: PLAIN.map((topic) => `${namespace}${topic}`),
    quietMs: QUIET_MS,
    each: async (records) => {
      for (const { topic: full, partition, offset, message } of records) {
        const topic = full.slice(namespace.length);
        const headers = Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)]);
        found.get(topic)?.push({
          topic,
          partition,
          offset: Number(offset),
          key: String(message.key),
          headers: Object.fromEntries(headers),
          value: message.value ?? Buffer.alloc(0),
          // Of what is read, not of what was written: only within a partition are the two the same.
          position: ++read,
        });
      }
    },
  });
  return { records: (topic) => found.get(topic) ?? [], topics: () => PLAIN };
}
