import type { Id, Tenant } from '@gx/core';
import { type LaneName, MOVES, type NewDelivery, type Outcome, type Settlement } from '../domain/delivery.ts';
import { MAX_ATTEMPTS } from '../domain/retry-schedule.ts';
import type { DeliveryDocument, DeliveryModel } from './delivery-document.ts';
import { gatherCalls } from './gather-calls.ts';
import { fromNow, IS_DUE, leaving, literal, logged, mine, PIPELINE } from './pipelines.ts';

/** What a lane needs to know to place an attempt; the rest is read when it is claimed. */
export type DueDelivery = Pick<NewDelivery, 'id' | 'tenant' | 'endpointId' | 'origin' | 'subjectId' | 'traceparent'>;
/** The right to make one attempt, until its lease ends. */
export type Claim = {
  readonly id: Id<'delivery'>;
  readonly tenant: Tenant;
  readonly attemptId: Id<'attempt'>;
  /** 1 is the first. */
  readonly attempt: number;
  readonly delivery: Omit<DeliveryDocument, 'attemptLog'>;
};
type Taking = DueDelivery & { readonly lane: LaneName; readonly attemptId: Id<'attempt'>; readonly leaseMs: number };
type Ending = {
  readonly claim: Claim;
  readonly settlement: Settlement;
  readonly outcome: Outcome;
  readonly requestHeaders: Record<string, string>;
};

const BATCH_MAX = 200;

/** An attempt's life: claimed under a lease, recorded, or given back. Claims and records of one moment share a write. */
export const attempts = (deliveries: DeliveryModel) => ({
  /**
   * Takes the delivery for one attempt; undefined when somebody else has it or it is not this lane's any more. A first
   * attempt needs no due time, which is only its grace; a retry does, by the database's clock.
   */
  claim: gatherCalls('claim deliveries', (batch: readonly Taking[]) => claimAll(deliveries, batch), BATCH_MAX),

  /** Writes what the attempt came to; false when its lease had ended and the delivery is somebody else's. */
  record: gatherCalls('record deliveries', (batch: readonly Ending[]) => recordAll(deliveries, batch), BATCH_MAX),

  /** Gives it back without an attempt: nothing was sent. */
  async release(claim: Claim, delayMs: number): Promise<void> {
    const undone = {
      status: MOVES.retry.to,
      attempts: { $subtract: ['$attempts', 1] },
      dueAt: fromNow(delayMs),
      updatedAt: '$$NOW',
    };
    await deliveries.updateOne(mine(claim, MOVES.retry), [{ $set: undone }, { $unset: ['running'] }], PIPELINE);
  },

  /**
   * Takes back what processes that died left: the lease has ended, so the attempt counts and its outcome is unknown. The
   * endpoint may have got it, and gets it again under the same event id.
   */
  async takeBackLapsed(): Promise<number> {
    const spent = { $gte: ['$attempts', MAX_ATTEMPTS] };
    const { matchedCount } = await deliveries.updateMany(
      { status: 'PROCESSING', lane: { $in: ['first', 'retry'] }, ...IS_DUE },
      [
        {
          $set: {
            status: { $cond: [spent, MOVES.exhaust.to, MOVES.retry.to] },
            lane: 'retry',
            dueAt: { $cond: [spent, '$$REMOVE', '$$NOW'] },
            nextRetryAt: { $cond: [spent, '$$REMOVE', '$$NOW'] },
            lastStatusCode: '$$REMOVE',
            lastResponseBody: '$$REMOVE',
            lastError: 'interrupted',
            attemptLog: logged({ error: 'interrupted' }),
            updatedAt: '$$NOW',
          },
        },
        { $unset: ['running'] },
      ],
      PIPELINE,
    );
    return matchedCount;
  },
});

/** Every update compares for itself; who won is read back by the tokens that were written. */
async function claimAll(deliveries: DeliveryModel, batch: readonly Taking[]): Promise<(Claim | undefined)[]> {
  const updates = batch.map((taking) => ({ updateOne: { filter: claimable(taking), update: claimed(taking) } }));
  await deliveries.collection.bulkWrite(updates as never, { ordered: false });
  const tokens = batch.map(({ attemptId }) => attemptId);
  const won = await deliveries
    .find({ _id: { $in: batch.map(({ id }) => id) }, 'running.attemptId': { $in: tokens } }, { attemptLog: 0 })
    .lean();
  const byToken = new Map(won.map((delivery) => [delivery.running?.attemptId, delivery]));
  return batch.map(({ id, tenant, attemptId }) => {
    const delivery = byToken.get(attemptId);
    return delivery && { id, tenant, attemptId, attempt: delivery.attempts, delivery };
  });
}

const claimable = ({ id, tenant, lane }: Taking) => ({
  _id: id,
  ...tenant,
  lane,
  status: leaving(MOVES.claim),
  ...(lane === 'first' ? {} : IS_DUE),
});

const claimed = ({ attemptId, leaseMs }: Taking) => [
  {
    $set: {
      status: MOVES.claim.to,
      attempts: { $add: ['$attempts', 1] },
      running: { attemptId, startedAt: '$$NOW' },
      dueAt: fromNow(leaseMs),
      updatedAt: '$$NOW',
    },
  },
  { $unset: ['nextRetryAt'] },
];

async function recordAll(deliveries: DeliveryModel, batch: readonly Ending[]): Promise<boolean[]> {
  const updates = batch.map((ending) => ({
    updateOne: { filter: mine(ending.claim, MOVES[ending.settlement.move]), update: recorded(ending) },
  }));
  const { matchedCount } = await deliveries.collection.bulkWrite(updates as never, { ordered: false });
  if (matchedCount === batch.length) return batch.map(() => true);
  // Some lease had ended. An attempt that was recorded has a duration; one that was taken back has none.
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

function recorded({ settlement, outcome, requestHeaders }: Ending) {
  const next = settlement.move === 'retry' ? fromNow(settlement.delayMs) : '$$REMOVE';
  const answer = {
    statusCode: literal(outcome.statusCode),
    error: literal(outcome.error),
    responseBody: literal(outcome.responseBody),
  };
  return [
    {
      $set: {
        status: MOVES[settlement.move].to,
        lane: 'retry',
        dueAt: next,
        nextRetryAt: next,
        deliveredAt: settlement.move === 'deliver' ? '$$NOW' : '$$REMOVE',
        lastStatusCode: answer.statusCode,
        lastError: answer.error,
        lastResponseBody: answer.responseBody,
        attemptLog: logged({
          durationMs: literal(outcome.durationMs),
          ...answer,
          requestHeaders: literal(requestHeaders),
        }),
        updatedAt: '$$NOW',
      },
    },
    { $unset: ['running'] },
  ];
}
