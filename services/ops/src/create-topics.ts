import { topicSpecs } from '@gx/contracts';
import type { Admin } from '@gx/runtime/kafka';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { withKafka } from './with-kafka.ts';

type CreateTopics = { readonly replicationFactor: number; readonly minInsyncReplicas: number };

const DAY_MS = 86_400_000;

/**
 * `ops topics create`: makes what is missing of the topics and of their twins for messages that can never be
 * applied. What is there stays as it is, so it may run before every release.
 */
export async function createTopics(options: CreateTopics, terminal: Terminal): Promise<ExitCode> {
  const created = await withKafka(terminal.env, 'create the topics', async (kafka, prefix) => {
    const admin = kafka.admin();
    try {
      await admin.connect();
      return await createMissing(admin, prefix, options);
    } finally {
      await admin.disconnect();
    }
  });
  const says = created.length === 0 ? 'Every topic is there.' : `Created: ${created.join(', ')}.`;
  terminal.out(`${says}\n`);
  return EXIT.done;
}

async function createMissing(admin: Admin, prefix: string, options: CreateTopics): Promise<string[]> {
  const there = new Set(await admin.listTopics());
  const missing = topicSpecs(prefix).filter(({ name }) => !there.has(name));
  if (missing.length === 0) return [];
  await admin.createTopics({
    waitForLeaders: true,
    topics: missing.map(({ name, partitions, retentionDays }) => ({
      topic: name,
      numPartitions: partitions,
      replicationFactor: options.replicationFactor,
      configEntries: [
        { name: 'retention.ms', value: String(retentionDays * DAY_MS) },
        { name: 'min.insync.replicas', value: String(options.minInsyncReplicas) },
      ],
    })),
  });
  return missing.map(({ name }) => name);
}
