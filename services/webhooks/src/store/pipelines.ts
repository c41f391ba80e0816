import type { Id, Tenant } from '@gx/core';
import { ATTEMPTS_KEPT, ENDED } from '../domain/delivery.ts';
import { SHARED_MS } from '../domain/event-bodies.ts';
import type { DeliveryDocument } from './delivery-document.ts';

/**
 * Parts of the updates that deliveries are written with: pipelines, because only they know the database's
 * time.
 */

type Statuses = readonly DeliveryDocument['status'][];

export const PIPELINE = { updatePipeline: true } as const;
export const fromNow = (ms: number): unknown => ({ $add: ['$$NOW', ms] });
export const IS_DUE = { dueAt: { $exists: true }, $expr: { $lte: ['$dueAt', '$$NOW'] } } as const;
export const IS_REPLAYED = { $eq: ['$queue', 'replay'] };
/**
 * At once. What is replayed keeps its order: it comes before what follows it of its charge, whose turn has
 * not come.
 */
export const DUE_AGAIN = { $cond: [IS_REPLAYED, new Date(0), '$$NOW'] };
/** The status that a move may leave. */
export const leaving = ({ from }: { readonly from: Statuses }) => ({ $in: [...from] });

/** Only while the attempt is still this claim's own. */
export const mine = ({ id, tenant, attemptId }: LeasedDelivery, move: { readonly from: Statuses }) => ({
  _id: id,
  ...tenant,
  status: leaving(move),
  'running.attemptId': attemptId,
});

/** What is being sent may be requested once more meanwhile: then it is something else after this attempt. */
export const unlessResent = (value: unknown, resent: unknown) => ({
  $cond: [{ $eq: [{ $type: '$resendAfter' }, 'missing'] }, value, resent],
});
/** It has a fresh budget then. */
export const attemptsUnlessResent = (made: unknown) => unlessResent(made, 0);

/**
 * The log with one more attempt, taken from what is running; the oldest go when there are too many. It is
 * gone where a body was.
 */
export const logged = (result: object | string) => {
  const made = { attempt: '$attempts', attemptId: '$running.attemptId', startedAt: '$running.startedAt' };
  return {
    $slice: [
      { $concatArrays: [{ $ifNull: ['$attemptLog', []] }, [{ $mergeObjects: [made, result] }]] },
      -ATTEMPTS_KEPT,
    ],
  };
};

/**
 * The last stage of every update that may end a delivery: from then on it refers to its event, where that
 * keeps the body. What may be sent has its own, whatever becomes of the event.
 */
export const ENDS_COPY = {
  $set: {
    payload: {
      $cond: [
        {
          $and: [
            { $in: ['$status', [...ENDED]] },
            { $ne: [{ $type: '$apiVersion' }, 'missing'] },
            { $gt: ['$createdAt', fromNow(-SHARED_MS)] },
          ],
        },
        '$$REMOVE',
        '$payload',
      ],
    },
  },
};

type LeasedDelivery = { readonly id: Id<'delivery'>; readonly tenant: Tenant; readonly attemptId: Id<'attempt'> };
