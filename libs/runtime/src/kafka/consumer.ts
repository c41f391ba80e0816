import { DLQ_HEADERS, EVENT_HEADERS } from '@gx/contracts';
import { context } from '@opentelemetry/api';
import type { Host } from '../service/run-service.ts';
import { observe, secondsSince } from '../telemetry/metrics.ts';
import { inSpan, SpanKind } from '../telemetry/telemetry.ts';
import { EventRate } from '../work/event-rate.ts';
import { startConsumerLag } from './consumer-lag.ts';
import { type ConsumerStanding, type Subscription, startConsumerStanding } from './consumer-standing.ts';
import { type RejectedMessage, setAside } from './dead-letters.ts';
import { disconnectAfter } from './disconnect-after.ts';
import type { Producer } from './kafka.ts';
import type { EachBatchPayload, Kafka } from './kafkajs.ts';
import { headerText } from './messages.ts';
import { type OffsetCommits, startOffsetCommits } from './offset-commits.ts';
import { type EventEnvelope, type ReadOptions, type ReceivedEvent, readBatch } from './read-batch.ts';
import { startUnreadAge } from './unread-age.ts';

/** An event of the batch that can never be applied, and why. */
export type UnappliableEvent<E> = {
  readonly received: ReceivedEvent<E>;
  readonly reason: string;
  /** Raised beside that of every dead letter, once it is one. */
  readonly alarm?: string;
};

export type ConsumerOptions<E extends EventEnvelope> = ReadOptions<E> & {
  readonly kafka: Kafka;
  readonly producer: Producer;
  /**
   * Applies a batch of one partition in order; safe to repeat. Throws to have the whole batch again later.
   */
  readonly apply: (batch: readonly ReceivedEvent<E>[]) => Promise<readonly UnappliableEvent<E>[] | undefined>;
  /** The first event ends this wait of a fetch at once; heartbeats and commits stand behind it. */
  readonly maxWaitTimeInMs?: number;
};

type StartedConsumer = {
  /**
   * The part of the topic's events that comes to this process, at most 1, by the partitions that it was last
   * given, counted as one where there are none left for it; 1 until that is known.
   */
  readonly share: () => number;
};

const RETRY_MS = { first: 200, max: 5_000 } as const;
const JOIN_AGAIN_MS = 1_000;
/**
 * After a batch, so that the next fetch of its partition brings many events: a batch costs more than they do.
 */
const REST_UNDER_LOAD_MS = 50;

/**
 * Consumes a topic batch by batch: verify, decode, apply, then commit. What its owner has not signed, and
 * what cannot be decoded or applied, is dead-lettered on `<topic>.dlq` with its reason; what fails for now
 * holds its partition and is tried again. Nothing is dropped. Joining the group goes on behind: neither a
 * broker that is down nor the seconds that a dead member is still waited for keep a service from serving.
 */
export function startConsumer<E extends EventEnvelope>(host: Host, options: ConsumerOptions<E>): StartedConsumer {
  const { kafka, group, topic, maxWaitTimeInMs = 1_000 } = options;
  let stopped = false;
  const consumer = kafka.consumer({
    groupId: group,
    maxWaitTimeInMs,
    sessionTimeout: 6_000,
    rebalanceTimeout: 10_000,
    heartbeatInterval: 1_500,
    allowAutoTopicCreation: false,
    retry: { initialRetryTime: 200, maxRetryTime: 2_000, retries: 10, restartOnFailure: async () => !stopped },
  });
  const offsets = startOffsetCommits(consumer, topic, host.log);
  const eachBatch = withBackoff(host, options, { offsets, reportLag: startConsumerLag(consumer, { topic, group }) });
  const join = async (): Promise<void> => {
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: 3,
      eachBatch,
    });
  };
  const standing = startConsumerStanding(host, consumer, { topic, group, maxWaitMs: maxWaitTimeInMs });
  const share = followShare(host, kafka, { topic, group, standing });
  let timer: NodeJS.Timeout | undefined;
  let joining: Promise<void> | undefined;
  const keepJoining = (): void => {
    joining = join().catch((err: unknown) => tryAgain(err));
  };
  const tryAgain = (err: unknown, restarts = false): void => {
    if (stopped) return;
    const refused = standing.refused(err);
    if (refused?.isNew)
      host.log.error(
        { alarm: 'consumer_refused', group, topic, reason: refused.reason, err },
        'the broker refuses the consumer; not ready until it lets it in',
      );
    else if (refused !== undefined) host.log.debug({ group, topic, err }, 'the broker still refuses the consumer');
    if (restarts) return;
    if (refused === undefined) host.log.warn({ group, topic, err }, 'the consumer is not in its group, joining again');
    timer = setTimeout(keepJoining, refused?.waitMs ?? JOIN_AGAIN_MS);
  };
  consumer.on(consumer.events.CRASH, ({ payload }) => tryAgain(payload.error, payload.restart));
  keepJoining();
  host.life.onStop(`consumer ${group}`, async () => {
    stopped = true;
    clearTimeout(timer);
    await offsets.stop();
    await disconnectAfter(consumer, joining);
  });
  return { share };
}

type FollowedGroup = Subscription & { readonly standing: ConsumerStanding };

/**
 * How many partitions there are comes with the age of what is unread, and how many are ours with the group.
 */
function followShare(host: Host, kafka: Kafka, { standing, ...subscription }: FollowedGroup): StartedConsumer['share'] {
  let partitions: number | undefined;
  const onPartitions = (count: number): void => {
    partitions = count;
  };
  startUnreadAge(host, kafka, { ...subscription, onPartitions });
  return () => {
    const own = standing.lastPartitions();
    return own === undefined || partitions === undefined ? 1 : Math.max(own, 1) / partitions;
  };
}

type Progress = {
  readonly offsets: OffsetCommits;
  readonly reportLag: (partition: number, messages: number) => void;
};

/** A batch that fails is not resolved: its partition pauses and the same batch comes again. */
function withBackoff<E extends EventEnvelope>(
  host: Host,
  options: ConsumerOptions<E>,
  { offsets, reportLag }: Progress,
): (payload: EachBatchPayload) => Promise<void> {
  const { topic, group } = options;
  const failures = new Map<number, number>();
  const rate = new EventRate(() => performance.now());
  return async (payload) => {
    const { partition } = payload.batch;
    const labels = { 'messaging.destination.name': topic, 'messaging.consumer.group.name': group };
    const startedAt = performance.now();
    const applied = offsets.begin(partition);
    const { firstOffset, lastOffset, highWatermark } = edgesOf(payload);
    const behind = (offset: number): void => reportLag(partition, highWatermark - offset);
    behind(firstOffset);
    try {
      if (!(await consumeBatch(host, options, payload))) return;
      observe('messaging.process.duration', secondsSince(startedAt), { ...labels, 'gx.outcome': 'applied' });
      behind(lastOffset + 1);
      failures.delete(partition);
      applied((BigInt(payload.batch.lastOffset()) + 1n).toString());
      rate.count(payload.batch.messages.length);
      if (rate.isBusy) await new Promise((rested) => setTimeout(rested, REST_UNDER_LOAD_MS));
    } catch (err) {
      // The client joins anew, and the batch comes again to the member that has the partition then.
      if (isOutOfGroup(err)) return host.log.debug({ topic, group, partition, err }, 'no longer in the group');
      observe('messaging.process.duration', secondsSince(startedAt), { ...labels, 'gx.outcome': 'failed' });
      const failed = (failures.get(partition) ?? 0) + 1;
      failures.set(partition, failed);
      const retryMs = Math.min(RETRY_MS.first * 2 ** (failed - 1), RETRY_MS.max);
      host.log.error({ topic, group, partition, retry_ms: retryMs, err }, 'batch failed, will be tried again');
      setTimeout(payload.pause(), retryMs);
    }
  };
}

/** What a heartbeat after a batch is answered when the group goes on without this member. */
const OUT_OF_GROUP: ReadonlySet<unknown> = new Set([
  'REBALANCE_IN_PROGRESS',
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
  'GROUP_AUTHORIZATION_FAILED',
]);
const isOutOfGroup = (err: unknown): boolean => OUT_OF_GROUP.has((err as { readonly type?: unknown } | null)?.type);

const edgesOf = ({ batch }: EachBatchPayload) => ({
  firstOffset: Number(batch.firstOffset()),
  lastOffset: Number(batch.lastOffset()),
  highWatermark: Number(batch.highWatermark),
});

/** False when the batch is no longer this member's to apply. */
async function consumeBatch<E extends EventEnvelope>(
  host: Host,
  options: ConsumerOptions<E>,
  payload: EachBatchPayload,
): Promise<boolean> {
  const { batch, resolveOffset, heartbeat, isRunning, isStale } = payload;
  if (!isRunning() || isStale()) return false;
  const beat = setInterval(
    () => void heartbeat().catch((err: unknown) => host.log.debug({ err }, 'heartbeat failed')),
    2_000,
  );
  // A batch that never ends keeps no process alive.
  beat.unref();
  try {
    const { received, rejected } = await readBatch(host, options, batch.messages);
    const attributes = {
      'messaging.system': 'kafka',
      'messaging.operation.type': 'process',
      'messaging.destination.name': options.topic,
      'messaging.batch.message_count': received.length,
    } as const;
    const unappliable =
      received.length === 0
        ? []
        : await inSpan(
            `process ${options.topic}`,
            // A batch of one continues its event's trace; a larger one links to each.
            received.length === 1
              ? { kind: SpanKind.CONSUMER, attributes, parent: (received[0] as ReceivedEvent<E>).context }
              : { kind: SpanKind.CONSUMER, attributes, links: received.map((item) => item.traceparent) },
            async () => (await options.apply(received)) ?? [],
          );
    const reasons = new Map(unappliable.map(({ received: item, ...why }) => [item.offset, why]));
    const deadLetters = batch.messages.flatMap((message) => {
      const rejection = rejected.get(message.offset) ?? reasons.get(message.offset);
      return rejection === undefined ? [] : [{ message, ...rejection }];
    });
    await setAside(options, batch.partition, deadLetters);
    for (const deadLetter of deadLetters) alarm(host, options, batch.partition, deadLetter);
  } finally {
    clearInterval(beat);
  }
  resolveOffset(batch.lastOffset());
  await heartbeat();
  return true;
}

function alarm(
  { log }: Host,
  { topic, group }: Pick<ConsumerOptions<EventEnvelope>, 'topic' | 'group'>,
  partition: number,
  { message, reason, forged, alarm: special }: RejectedMessage,
): void {
  const replays = Number(headerText(message, DLQ_HEADERS.replays) ?? 0);
  const where = { topic, partition, offset: message.offset, reason };
  log.error(
    { alarm: 'message_dead_lettered', ...where, replays },
    replays === 0 ? 'message dead-lettered' : 'message dead-lettered again after it was replayed',
  );
  const own = forged ? { alarm: 'event_not_authentic' } : { alarm: special };
  if (own.alarm === undefined) return;
  const event = {
    event_id: headerText(message, EVENT_HEADERS.eventId),
    account_id: headerText(message, EVENT_HEADERS.accountId),
    livemode: headerText(message, EVENT_HEADERS.livemode),
  };
  log.error({ ...own, group, ...where, ...event }, 'event refused that its owner does not stand for');
}

/** Applies a batch one event after the other, each inside its own event's trace. */
export const oneByOne =
  <E>(apply: (event: E, received: ReceivedEvent<E>) => Promise<string | undefined>) =>
  async (batch: readonly ReceivedEvent<E>[]): Promise<readonly UnappliableEvent<E>[]> => {
    const unappliable: UnappliableEvent<E>[] = [];
    for (const received of batch) {
      const reason = await context.with(received.context, () => apply(received.event, received));
      if (reason !== undefined) unappliable.push({ received, reason });
    }
    return unappliable;
  };
