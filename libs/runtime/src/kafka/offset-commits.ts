import type { Logger } from '../telemetry/logger.ts';
import type { Consumer } from './kafkajs.ts';

/** Each commit costs a round trip; what is consumed twice after a crash changes nothing. */
const COMMIT_EVERY_MS = 500;

export type OffsetCommits = {
  /**
   * A batch of the partition begins; the answer is called with the offset after it, once everything before
   * that is applied.
   */
  readonly begin: (partition: number) => (next: string) => void;
  /** Commits what is left, for good. */
  readonly stop: () => Promise<void>;
};
/** What was applied since the group was joined, and is not committed yet. */
type AppliedOffsets = Map<number, string>;

/**
 * Commits a consumer's progress now and then, all partitions in one request, instead of after every batch.
 * A member that joins a group anew begins where it was committed, so what was applied before is nobody's
 * progress any more: another member may have the partition, and be further.
 */
export function startOffsetCommits(consumer: Consumer, topic: string, log: Logger): OffsetCommits {
  let applied: AppliedOffsets = new Map();
  consumer.on(consumer.events.GROUP_JOIN, () => {
    applied = new Map();
  });
  /** Whether the broker took it. */
  const commit = async (): Promise<boolean> => {
    const since = applied;
    const uncommitted = [...since];
    if (uncommitted.length === 0) return true;
    since.clear();
    try {
      await consumer.commitOffsets(uncommitted.map(([partition, offset]) => ({ topic, partition, offset })));
      return true;
    } catch (err) {
      log.debug({ topic, err }, 'offsets not committed');
      // The broker is away: next time, but for what has gone on meanwhile.
      for (const [partition, offset] of uncommitted) if (!since.has(partition)) since.set(partition, offset);
      return false;
    }
  };
  let underWay: Promise<boolean> | undefined;
  // One at a time: the client repeats what failed, and must not repeat it over a later one.
  const commitNext = (): Promise<boolean> => {
    underWay ??= commit().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
  const timer = setInterval(() => void commitNext(), COMMIT_EVERY_MS);
  return {
    begin: (partition) => {
      const since = applied;
      return (next) => void since.set(partition, next);
    },
    stop: async () => {
      clearInterval(timer);
      // A broker that is away would keep the process for another round of the client's attempts.
      if (underWay === undefined || (await underWay)) await commitNext();
    },
  };
}
