import { batched } from '@gx/runtime';
import { ownEntries, retryOnDisconnect } from '@gx/runtime/mongo';
import { type AttemptDecision, type AttemptOutcome, type AttemptSignatures, MOVES } from '../domain/delivery.ts';
import { shownSignatures } from '../domain/shown-signatures.ts';
import type { Claim } from './attempts.ts';
import type { DeliveryModel } from './delivery-document.ts';
import { attemptsUnlessResent, ENDS_COPY, leaving, logged } from './pipelines.ts';

export type FinishedAttempt = {
  readonly claim: Claim;
  readonly decision: AttemptDecision;
  readonly outcome: AttemptOutcome;
  readonly signed: AttemptSignatures;
  /** When the request left, by this process's monotonic clock. */
  readonly beganMs: number;
};

const BATCH_MAX = 200;

/** Writes what an attempt came to; false when its lease had ended and the delivery is somebody else's. */
export const recorder = (deliveries: DeliveryModel): ((ending: FinishedAttempt) => Promise<boolean>) =>
  batched({ span: 'record deliveries', maxItems: BATCH_MAX, run: (batch) => recordAll(deliveries, batch) });

async function recordAll(deliveries: DeliveryModel, batch: readonly FinishedAttempt[]): Promise<boolean[]> {
  const { matchedCount } = await retryOnDisconnect(() => recordEach(deliveries, batch));
  if (matchedCount === batch.length) return batch.map(() => true);
  // Some were held no longer. An attempt that was recorded has a duration; one that was taken back has none.
  const ids = batch.map(({ claim }) => claim.id);
  const tokens = batch.map(({ claim }) => claim.attemptId);
  const written = await deliveries
    .find(
      { _id: { $in: ids }, attemptLog: { $elemMatch: { attemptId: { $in: tokens }, durationMs: { $exists: true } } } },
      { attemptLog: 1 },
    )
    .lean();
  const known = new Set(
    written.flatMap(({ attemptLog = [] }) =>
      attemptLog.filter(({ durationMs }) => durationMs !== undefined).map(({ attemptId }) => attemptId),
    ),
  );
  return tokens.map((token) => known.has(token));
}

async function recordEach(
  deliveries: DeliveryModel,
  batch: readonly FinishedAttempt[],
): Promise<{ readonly matchedCount: number }> {
  const own = ownEntries(
    '$running.attemptId',
    new Map(batch.map((ending) => [ending.claim.attemptId, { ...ending.claim.tenant, ...entryOf(ending) }])),
  );
  const filter = {
    _id: { $in: batch.map(({ claim }) => claim.id) },
    status: leaving(MOVES.deliver),
    'running.attemptId': { $in: batch.map(({ claim }) => claim.attemptId) },
    $expr: own.ofTenant,
  };
  // Requested once more while it was under way: due at once, whatever came of it or where it failed.
  const isResent = {
    $in: ['$resendAfter', { $cond: [{ $eq: ['$own.status', MOVES.deliver.to] }, ['attempt'], ['attempt', 'failure']] }],
  };
  const dueNow = { status: MOVES.resend.to, delayMs: 0 };
  const again = { $cond: [{ $eq: ['$own.status', MOVES.retry.to] }, { $add: ['$$NOW', '$own.delayMs'] }, '$$REMOVE'] };
  const recorded = {
    status: '$own.status',
    attempts: { $cond: [{ $eq: ['$own.status', MOVES.resend.to] }, attemptsUnlessResent('$attempts'), '$attempts'] },
    queue: 'retry',
    dueAt: again,
    nextRetryAt: again,
    deliveredAt: { $cond: [{ $eq: ['$own.status', MOVES.deliver.to] }, '$$NOW', '$$REMOVE'] },
    lastStatusCode: '$own.answer.statusCode',
    lastError: '$own.answer.error',
    lastResponseBody: '$own.answer.responseBody',
    attemptLog: logged({
      $mergeObjects: ['$own.answer', { startedAt: { $subtract: ['$$NOW', '$own.beganAgoMs'] } }],
    }),
    updatedAt: '$$NOW',
  };
  return deliveries.collection.updateMany(
    filter as never,
    [
      own.at,
      { $set: { own: { $mergeObjects: ['$own', { $cond: [isResent, dueNow, {}] }] } } },
      { $set: recorded },
      ENDS_COPY,
      { $unset: ['running', 'resendAfter', own.name] },
    ] as never,
  );
}

/**
 * What an attempt came to; every one of its moves leaves the same status. What there was none of is left out.
 */
const entryOf = (ending: FinishedAttempt) => ({
  status: MOVES[ending.decision.move].to,
  ...(ending.decision.move === 'retry' ? { delayMs: ending.decision.delayMs } : {}),
  beganAgoMs: Math.round(performance.now() - ending.beganMs),
  answer: answerOf(ending),
});

/** The part of an attempt's entry in the log that is known when it has ended. */
const answerOf = ({ outcome, signed }: FinishedAttempt) =>
  withoutAbsent({
    durationMs: outcome.durationMs,
    statusCode: outcome.statusCode,
    error: outcome.error,
    responseBody: outcome.responseBody,
    signed: shownSignatures(signed),
  });

const withoutAbsent = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
