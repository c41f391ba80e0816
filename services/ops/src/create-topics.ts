import { topicSpecs } from '@gx/contracts';
import type { Admin } from '@gx/runtime/kafka';
import { accessListsText, distinctPrincipals, settleAccessLists } from './access-lists.ts';
import type { Environment } from './config.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { withKafka } from './with-kafka.ts';

type CreateTopics = {
  readonly replicationFactor: number;
  readonly minInsyncReplicas: number;
  /** Whether rights are ours to give. */
  readonly accessLists: boolean;
};

const DAY_MS = 86_400_000;

/**
 * `ops topics create`: makes what is missing of the topics and of their twins for messages that can never be
 * applied, then brings the access lists to what each user needs. What is there stays as it is, so it may run
 * before every release.
 */
export async function createTopics(options: CreateTopics, terminal: Terminal): Promise<ExitCode> {
  const principals = options.accessLists ? distinctPrincipals(terminal.env) : undefined;
  const created = await asAdmin(terminal.env, 'create the topics', (admin, prefix) =>
    createMissing(admin, prefix, options),
  );
  terminal.out(created.length === 0 ? 'Every topic is there.\n' : `Created: ${created.join(', ')}.\n`);
  if (principals === undefined) return EXIT.done;
  const settled = await asAdmin(terminal.env, 'make the access lists', (admin, prefix) =>
    settleAccessLists(admin, prefix, principals),
  );
  terminal.out(accessListsText(settled));
  return EXIT.done;
}

const asAdmin = <T>(env: Environment, what: string, act: (admin: Admin, prefix: string) => Promise<T>): Promise<T> =>
  withKafka(env, what, async (kafka, prefix) => {
    const admin = kafka.admin();
    try {
      await admin.connect();
      return await act(admin, prefix);
    } finally {
      await admin.disconnect();
    }
  });

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
