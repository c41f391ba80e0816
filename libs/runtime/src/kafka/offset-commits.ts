import type { Logger } from '../logger.ts';
import type { Consumer } from './kafkajs.ts';

/** Each commit costs a round trip; what is consumed twice after a crash changes nothing. */
const COMMIT_EVERY_MS = 500;

export type OffsetCommits = {
  /** Everything of the partition before `next` is applied. */
  readonly applied: (partition: number, next: string) => void;
  /** Commits what is left, for good. */
  readonly stop: () => Promise<void>;
};

/** Commits a consumer's progress now and then, all partitions in one request, instead of after every batch. */
export function startOffsetCommits(consumer: Consumer, topic: string, log: Logger): OffsetCommits {
  const waiting = new Map<number, string>();
  const commit = async (): Promise<void> => {
    if (waiting.size === 0) return;
    const offsets = [...waiting].map(([partition, offset]) => ({ topic, partition, offset }));
    waiting.clear();
    try {
      await consumer.commitOffsets(offsets);
    } catch (err) {
      // Another member has the partition now, or the broker is away: the events come again.
      log.debug({ topic, err }, 'offsets not committed');
    }
  };
  const timer = setInterval(() => void commit(), COMMIT_EVERY_MS);
  return {
    applied: (partition, next) => waiting.set(partition, next),
    stop: async () => {
      clearInterval(timer);
      await commit();
    },
  };
}
