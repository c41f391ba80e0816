import type { Host } from '../service/run-service.ts';
import { gauge } from '../telemetry/metrics.ts';
import { type Subscription, subscriptionLabels } from './consumer-standing.ts';
import { disconnectAfter } from './disconnect-after.ts';
import type { Admin, Kafka } from './kafkajs.ts';

const MEASURE_EVERY_MS = 15_000;
/** After brokers that did not say: a coordinator that moves is a matter of seconds. */
const ASK_AGAIN_MS = 3_000;
const SECOND_MS = 1_000;
const OLDEST_MS = 30 * 86_400_000;
/** How near the answer is to the truth: a tenth. */
const NEAR = 1.1;

type MeasuredSubscription = Subscription & { readonly onPartitions?: (partitions: number) => void };

/**
 * Tells how old the oldest message is that a group has not read, as its brokers have it: by the offsets that
 * the group has committed and the times of the messages, so that a consumer that gets nothing, or died with
 * its batch, looks as it is. While the brokers do not say, it is not a number.
 */
export function startUnreadAge(
  { faultHook, life, log, now }: Pick<Host, 'faultHook' | 'life' | 'log' | 'now'>,
  kafka: Kafka,
  { onPartitions, ...subscription }: MeasuredSubscription,
): void {
  if (faultHook !== undefined) return;
  const admin = kafka.admin({ retry: { retries: 0 } });
  const report = (ms: number): void =>
    gauge('gx.consumer.oldest_unread_age', ms / SECOND_MS, subscriptionLabels(subscription));
  let stopped = false;
  /** How long to wait until the next time. */
  const measure = async (): Promise<number> => {
    try {
      await admin.connect();
      const { oldestMs, partitions } = await unreadOf(admin, subscription, now());
      report(oldestMs);
      onPartitions?.(partitions);
      return MEASURE_EVERY_MS;
    } catch (err) {
      report(Number.NaN);
      log.debug({ ...subscription, err }, 'the age of what is unread is not known');
      await admin.disconnect().catch((fault: unknown) => log.debug({ err: fault }, 'not disconnected'));
      return ASK_AGAIN_MS;
    }
  };
  let timer: NodeJS.Timeout | undefined;
  let measuring: Promise<void> | undefined;
  const keepMeasuring = (): void => {
    measuring = measure().then((waitMs) => {
      if (!stopped) timer = setTimeout(keepMeasuring, waitMs);
    });
  };
  keepMeasuring();
  life.onStop(`unread age of ${subscription.group}`, async () => {
    stopped = true;
    clearTimeout(timer);
    await disconnectAfter(admin, measuring);
  });
}

/**
 * How many partitions the topic has, and between how old the oldest unread message is at least and a tenth
 * more; 0 where none waits for a second.
 */
export async function unreadOf(
  admin: Pick<Admin, 'fetchOffsets' | 'fetchTopicOffsets' | 'fetchTopicOffsetsByTimestamp'>,
  { topic, group }: Subscription,
  now: Date,
): Promise<{ readonly partitions: number; readonly oldestMs: number }> {
  const [committed = []] = (await admin.fetchOffsets({ groupId: group, topics: [topic] })).map((one) => one.partitions);
  const nextOf = new Map(committed.map(({ partition, offset }) => [partition, BigInt(offset)]));
  const ends = await admin.fetchTopicOffsets(topic);
  const unread = ends.flatMap(({ partition, low, high }) => {
    const next = nextOf.get(partition) ?? -1n;
    // A group that has committed nothing begins at the beginning.
    const from = next > BigInt(low) ? next : BigInt(low);
    return BigInt(high) > from ? [{ partition, from }] : [];
  });
  const isOlderThan = async (ms: number): Promise<boolean> => {
    const since = await admin.fetchTopicOffsetsByTimestamp(topic, Math.floor(now.getTime() - ms));
    const firstOf = new Map(since.map(({ partition, offset }) => [partition, BigInt(offset)]));
    return unread.some(({ partition, from }) => (firstOf.get(partition) ?? from) > from);
  };
  const isLate = unread.length > 0 && (await isOlderThan(SECOND_MS));
  return { partitions: ends.length, oldestMs: isLate ? await oldestOf(isOlderThan) : 0 };
}

async function oldestOf(isOlderThan: (ms: number) => Promise<boolean>): Promise<number> {
  let [atLeast, below] = [SECOND_MS, OLDEST_MS];
  while (below / atLeast > NEAR) {
    const middle = Math.sqrt(atLeast * below);
    if (await isOlderThan(middle)) atLeast = middle;
    else below = middle;
  }
  return atLeast;
}
