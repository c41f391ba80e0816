import { type Admin, Kafka, logLevel } from '@gx/runtime/kafkajs';
import type { TestEnvironment } from '../stage/environment.ts';
import type { Stage } from '../stage/stage.ts';

/**
 * How far every consumer of a stage is behind its topic, in messages, by group and topic; only what is
 * behind.
 */
export async function lagOf({ environment, namespace }: Stage): Promise<string[]> {
  return asAdmin(environment, async (admin) => {
    const { groups } = await admin.listGroups();
    const ours = groups.map(({ groupId }) => groupId).filter((groupId) => groupId.startsWith(namespace));
    const behind: string[] = [];
    for (const groupId of ours) {
      for (const { topic, partitions } of await admin.fetchOffsets({ groupId })) {
        const ends = new Map((await admin.fetchTopicOffsets(topic)).map((end) => [end.partition, end]));
        const lag = partitions.reduce((sum, { partition, offset }) => {
          const end = ends.get(partition);
          if (end === undefined) return sum;
          // A partition that nobody has committed in is read from its beginning.
          return sum + Number(end.high) - Number(offset === '-1' ? end.low : offset);
        }, 0);
        if (lag > 0) behind.push(`${groupId} is ${lag} behind on ${topic}`);
      }
    }
    return behind;
  });
}

/** How many members share the partitions of a group. */
export const membersOf = ({ environment }: Stage, groupId: string): Promise<number> =>
  asAdmin(environment, async (admin) => (await admin.describeGroups([groupId])).groups[0]?.members.length ?? 0);

async function asAdmin<T>({ servers }: TestEnvironment, act: (admin: Admin) => Promise<T>): Promise<T> {
  const kafka = new Kafka({ brokers: servers.kafkaBrokers.split(','), logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  try {
    return await act(admin);
  } finally {
    await admin.disconnect();
  }
}
