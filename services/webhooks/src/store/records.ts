import { againIfAway, ownEntries } from '@gx/runtime/mongo';
import { MOVES, type Outcome, type Settlement } from '../domain/delivery.ts';
import type { Claim } from './attempts.ts';
import type { DeliveryModel } from './delivery-document.ts';
import { gatherCalls } from './gather-calls.ts';
import { leaving, logged } from './pipelines.ts';

type Ending = {
  readonly claim: Claim;
  readonly settlement: Settlement;
  readonly outcome: Outcome;
  readonly requestHeaders: Record<string, string>;
};
/** How an attempt was held decides which delivery is still its own, and where its entry is found. */
type Hold = {
  readonly by: `$${string}`;
  readonly keyOf: (ending: Ending) => string;
  readonly filterOf: (batch: readonly Ending[]) => object;
  /** What a claim would have written. */
  readonly begun: readonly object[];
};

const UNDER_A_LEASE: Hold = {
  by: '$running.attemptId',
  keyOf: ({ claim }) => claim.attemptId,
  filterOf: (batch) => ({
    status: leaving(MOVES.deliver),
    'running.attemptId': { $in: batch.map(({ claim }) => claim.attemptId) },
  }),
  begun: [],
};
/**
 * A first attempt without a claim: nobody has written to the delivery since its insert, so claim and record are one write. If its endpoint was deleted meanwhile
 * it is CANCELLED already, and stays so, with the attempt in its log.
 */
const IN_HAND: Hold = {
  by: '$_id',
  keyOf: ({ claim }) => claim.id,
  filterOf: () => ({ status: { $in: [...MOVES.claim.from, MOVES.cancel.to] }, lane: 'first', attempts: 0 }),
  begun: [
    {
      $set: {
        attempts: 1,
        running: { attemptId: '$own.attemptId', startedAt: { $subtract: ['$$NOW', '$own.beganBeforeMs'] } },
        'own.status': { $cond: [{ $eq: ['$status', MOVES.cancel.to] }, '$status', '$own.status'] },
      },
    },
  ],
};

/** Writes what an attempt came to; false when its lease or its handover had ended and the delivery is somebody else's. */
export function recorder(deliveries: DeliveryModel): (ending: Ending) => Promise<boolean> {
  const recordAs = (hold: Hold) =>
    gatherCalls('record deliveries', (batch: readonly Ending[]) => recordAll(deliveries, hold, batch));
  const [underALease, inHand] = [recordAs(UNDER_A_LEASE), recordAs(IN_HAND)];
  return (ending) => (ending.claim.inHandSinceMs === undefined ? underALease(ending) : inHand(ending));
}

async function recordAll(deliveries: DeliveryModel, hold: Hold, batch: readonly Ending[]): Promise<boolean[]> {
  const { matchedCount } = await againIfAway(() => recordEach(deliveries, hold, batch));
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
    written.flatMap(({ attemptLog }) =>
      attemptLog.filter(({ durationMs }) => durationMs !== undefined).map(({ attemptId }) => attemptId),
    ),
  );
  return tokens.map((token) => known.has(token));
}

async function recordEach(
  deliveries: DeliveryModel,
  { by, keyOf, filterOf, begun }: Hold,
  batch: readonly Ending[],
): Promise<{ readonly matchedCount: number }> {
  const own = ownEntries(
    by,
    new Map(batch.map((ending) => [keyOf(ending), { ...ending.claim.tenant, ...entryOf(ending) }])),
  );
  const filter = { _id: { $in: batch.map(({ claim }) => claim.id) }, ...filterOf(batch), $expr: own.ofTenant };
  const again = { $cond: [{ $eq: ['$own.status', MOVES.retry.to] }, { $add: ['$$NOW', '$own.delayMs'] }, '$$REMOVE'] };
  const recorded = {
    status: '$own.status',
    lane: 'retry',
    dueAt: again,
    nextRetryAt: again,
    deliveredAt: { $cond: [{ $eq: ['$own.status', MOVES.deliver.to] }, '$$NOW', '$$REMOVE'] },
    lastStatusCode: '$own.answer.statusCode',
    lastError: '$own.answer.error',
    lastResponseBody: '$own.answer.responseBody',
    attemptLog: logged('$own.answer'),
    updatedAt: '$$NOW',
  };
  return deliveries.collection.updateMany(
    filter as never,
    [own.at, ...begun, { $set: recorded }, { $unset: ['running', own.name] }] as never,
  );
}

/** What an attempt came to; every one of its moves leaves the same status. What there was none of is left out. */
const entryOf = ({ claim, settlement, outcome, requestHeaders }: Ending) => ({
  status: MOVES[settlement.move].to,
  ...(settlement.move === 'retry' ? { delayMs: settlement.delayMs } : {}),
  ...(claim.inHandSinceMs === undefined ? {} : begunOf(claim.attemptId, claim.inHandSinceMs)),
  answer: withoutAbsent({
    durationMs: outcome.durationMs,
    statusCode: outcome.statusCode,
    error: outcome.error,
    responseBody: outcome.responseBody,
    requestHeaders,
  }),
});

/** The database's clock is asked when it began, too: so long before now. */
const begunOf = (attemptId: Claim['attemptId'], sinceMs: number) => ({
  attemptId,
  beganBeforeMs: Math.round(performance.now() - sinceMs),
});

const withoutAbsent = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
