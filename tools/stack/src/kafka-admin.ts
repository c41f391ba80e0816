import type { TopicSpec } from '@gx/contracts';
import { type Admin, Kafka, KafkaJSError, logLevel } from '@gx/runtime/kafkajs';
import { pollUntil } from './poll-until.ts';

const DAY_MS = 24 * 3_600_000;
const TOPICS_WITHIN_MS = 30_000;

/** Runs one piece of administration on its own connection. */
export async function withAdmin<T>(brokers: string, act: (admin: Admin) => Promise<T>): Promise<T> {
  const kafka = new Kafka({
    clientId: 'gx-stack',
    brokers: brokers.split(','),
    logLevel: logLevel.NOTHING,
    connectionTimeout: 2_000,
    retry: { retries: 0 },
  });
  const admin = kafka.admin();
  await admin.connect();
  try {
    return await act(admin);
  } finally {
    await admin.disconnect();
  }
}

/**
 * Creates what is missing of these topics; consumer groups work too when this resolves. A fresh broker is
 * asked again.
 */
export async function createTopics(brokers: string, topics: readonly TopicSpec[]): Promise<void> {
  let last: unknown;
  const attempt = async (): Promise<boolean> => {
    try {
      await withAdmin(brokers, async (admin) => {
        await createMissing(admin, topics);
        // A fresh broker makes its offsets topic when first asked about a group; asked now, no consumer meets
        // the wait.
        await admin.fetchOffsets({ groupId: 'gx-stack' });
      });
      return true;
    } catch (cause) {
      if (!(cause instanceof KafkaJSError)) throw cause;
      last = cause;
      return false;
    }
  };
  if (await pollUntil(attempt, TOPICS_WITHIN_MS)) return;
  throw new Error(`topics could not be created: ${topics.map(({ name }) => name).join(', ')}`, { cause: last });
}

async function createMissing(admin: Admin, topics: readonly TopicSpec[]): Promise<void> {
  const existing = new Set(await admin.listTopics());
  const missing = topics.filter(({ name }) => !existing.has(name));
  if (missing.length === 0) return;
  await admin.createTopics({
    waitForLeaders: true,
    topics: missing.map(({ name, partitions, retentionDays }) => ({
      topic: name,
      numPartitions: partitions,
      configEntries: [{ name: 'retention.ms', value: String(retentionDays * DAY_MS) }],
    })),
  });
}
