import type { Host } from '../service/run-service.ts';
import { gauge, secondsSince } from '../telemetry/metrics.ts';
import type { Consumer } from './kafkajs.ts';
import { refusalOf } from './refusal.ts';

export type Subscription = { readonly topic: string; readonly group: string };
/** `maxWaitMs`: the longest that a broker takes to answer a fetch. */
type FollowedConsumer = Subscription & { readonly maxWaitMs: number };
export type ConsumerStanding = {
  /** The partitions that this process was last given; undefined before it was ever in its group. */
  readonly lastPartitions: () => number | undefined;
  /**
   * What a try ended with. While the brokers refuse us: why, and how long to wait until the next try;
   * undefined for any other trouble.
   */
  readonly refused: (
    error: unknown,
  ) => { readonly reason: string; readonly isNew: boolean; readonly waitMs: number } | undefined;
};

/** A right is given by a person: the first look is soon, later ones spare broker and log. */
const REFUSED_WAIT_MS = { first: 1_000, max: 10_000 } as const;
const REPORT_EVERY_MS = 5_000;

export const subscriptionLabels = ({ topic, group }: Subscription) => ({
  'messaging.destination.name': topic,
  'messaging.consumer.group.name': group,
});

/**
 * Follows how a consumer stands with its brokers. One that they refuse keeps its process from being ready,
 * with topic, group and reason, until a fetch is answered: it would wait for nothing and nobody would know
 * (ADR 118). A broker that is away refuses nobody.
 */
export function startConsumerStanding(
  { health, life, log }: Pick<Host, 'health' | 'life' | 'log'>,
  consumer: Consumer,
  { maxWaitMs, ...subscription }: FollowedConsumer,
): ConsumerStanding {
  const { topic, group } = subscription;
  // What one broker denies ends the round after all others have answered theirs.
  const roundMs = 2 * maxWaitMs + 1_000;
  const name = `consumer of ${topic} as ${group}`;
  const labels = subscriptionLabels(subscription);
  let refusal: string | undefined;
  let waitMs: number = REFUSED_WAIT_MS.first;
  /** Undefined while this process is no member of the group. */
  let partitions: number | undefined;
  let lastPartitions: number | undefined;
  let hasAnswer = false;
  let answeredAt = performance.now();
  const report = (): void => {
    // A member for which no partition is left has nothing to ask for.
    if (partitions === 0) answeredAt = performance.now();
    gauge('gx.consumer.partitions', partitions ?? 0, labels);
    gauge('gx.consumer.last_fetch_age', secondsSince(answeredAt), labels);
  };
  let letIn: NodeJS.Timeout | undefined;
  const isLetIn = (): void => {
    letIn = undefined;
    answeredAt = performance.now();
    waitMs = REFUSED_WAIT_MS.first;
    if (refusal === undefined) return;
    refusal = undefined;
    health.setProblem(name, undefined);
    log.info({ topic, group }, 'the broker lets the consumer in again');
  };
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    partitions = payload.memberAssignment[topic]?.length ?? 0;
    lastPartitions = partitions;
    hasAnswer = false;
    report();
  });
  consumer.on(consumer.events.REQUEST, ({ payload }) => {
    if (payload.apiName === 'Fetch') hasAnswer = true;
  });
  // Told of a round that asked nobody, too: all partitions pause, or the connection broke.
  consumer.on(consumer.events.FETCH, () => {
    if (!hasAnswer && partitions !== 0) return;
    hasAnswer = false;
    if (refusal === undefined) isLetIn();
    else letIn ??= setTimeout(isLetIn, roundMs).unref();
  });
  consumer.on(consumer.events.CRASH, () => {
    clearTimeout(letIn);
    letIn = undefined;
    partitions = undefined;
    hasAnswer = false;
    report();
  });
  report();
  const timer = setInterval(report, REPORT_EVERY_MS);
  life.onStop(`standing of consumer ${group}`, () => {
    clearInterval(timer);
    clearTimeout(letIn);
  });
  return {
    lastPartitions: () => lastPartitions,
    refused: (error) => {
      // What was refused stays so while the broker is away: nothing has said otherwise.
      const reason = refusalOf(error);
      if (reason === undefined) return undefined;
      const isNew = reason !== refusal;
      refusal = reason;
      health.setProblem(name, `${name}: ${reason}`);
      const answer = { reason, isNew, waitMs };
      waitMs = Math.min(waitMs * 2, REFUSED_WAIT_MS.max);
      return answer;
    },
  };
}
