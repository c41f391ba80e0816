import type { Id, Tenant } from '@gx/core';
import { batched } from '@gx/runtime';
import { ownEntries, retryOnDisconnect } from '@gx/runtime/mongo';
import { MOVES, type NewDelivery, type QueueName } from '../domain/delivery.ts';
import type { DeliveryDocument, DeliveryModel } from './delivery-document.ts';
import type { BodyReader } from './event-bodies.ts';
import { attemptsUnlessResent, fromNow, IS_DUE, leaving } from './pipelines.ts';
import { recorder } from './records.ts';

/** What a queue needs to know to place an attempt; the rest is read when it is claimed. */
export type DueDelivery = Pick<
  NewDelivery,
  'id' | 'tenant' | 'endpointId' | 'origin' | 'subjectId' | 'traceparent' | 'url'
> & {
  /** When it is due for anybody. */
  readonly dueAt: Date;
  /** Its first attempt was claimed when it was stored, at this time of our monotonic clock. */
  readonly lease?: { readonly claim: Claim; readonly sinceMs: number };
};
/** The right to make one attempt, until its lease ends. */
export type Claim = {
  readonly id: Id<'delivery'>;
  readonly tenant: Tenant;
  readonly attemptId: Id<'attempt'>;
  /** 1 is the first. */
  readonly attempt: number;
  /** What of it never changes and is sent. */
  readonly delivery: Pick<
    DeliveryDocument,
    'eventId' | 'eventName' | 'payload' | 'createdAt' | 'livemode' | 'endpointId' | 'url'
  >;
};
type ClaimRequest = DueDelivery & { readonly attemptId: Id<'attempt'>; readonly leaseMs: number };
/**
 * An attempt's life: claimed under a lease, recorded, or given back. Claims and records of one moment share a
 * write.
 */
export const attempts = (
  deliveries: DeliveryModel,
  withBodies: BodyReader,
  queues = claimsOf(deliveries, withBodies),
) => ({
  /**
   * Claims a delivery for one attempt; undefined when somebody else has it, or it is not this queue's any
   * more. New events do not wait for retries here either.
   */
  claim: ({ queue, ...taking }: ClaimRequest & { readonly queue: QueueName }): Promise<Claim | undefined> =>
    queues[queue](taking),

  /** Writes what the attempt came to; false when its lease had ended and the delivery is somebody else's. */
  record: recorder(deliveries),

  /** Gives them a lease of so long from now on; not those that are somebody else's meanwhile. */
  extend: (claims: readonly Claim[], leaseMs: number): Promise<void> =>
    writeOwned(deliveries, claims, [{ $set: { dueAt: fromNow(leaseMs), updatedAt: '$$NOW' } }]),

  /** Gives them back without an attempt: nothing was sent. */
  reschedule: (claims: readonly Claim[], delayMs: number): Promise<void> =>
    writeOwned(deliveries, claims, [
      {
        $set: {
          status: MOVES.retry.to,
          attempts: attemptsUnlessResent({ $subtract: ['$attempts', 1] }),
          dueAt: fromNow(delayMs),
          updatedAt: '$$NOW',
        },
      },
      { $unset: ['running', 'resendAfter'] },
    ]),
});

const BATCH_MAX = 200;
const claimsOf = (deliveries: DeliveryModel, withBodies: BodyReader) => {
  const claimIn = (queue: QueueName) =>
    batched({
      span: 'claim deliveries',
      maxItems: BATCH_MAX,
      run: (batch: readonly ClaimRequest[]) => claimAll({ deliveries, withBodies }, queue, batch),
    });
  return { first: claimIn('first'), retry: claimIn('retry'), replay: claimIn('replay') };
};

/** Writes those that are still under their claims. */
async function writeOwned(deliveries: DeliveryModel, claims: readonly Claim[], update: object[]): Promise<void> {
  const own = ownEntries('$running.attemptId', new Map(claims.map(({ attemptId, tenant }) => [attemptId, tenant])));
  const filter = {
    _id: { $in: claims.map(({ id }) => id) },
    status: leaving(MOVES.retry),
    'running.attemptId': { $in: claims.map(({ attemptId }) => attemptId) },
    $expr: own.ofTenant,
  };
  await retryOnDisconnect(() => deliveries.collection.updateMany(filter as never, update as never));
}

/** Claims those that are due, and reads who won back by the tokens that were written. */
async function claimAll(
  { deliveries, withBodies }: { readonly deliveries: DeliveryModel; readonly withBodies: BodyReader },
  queue: QueueName,
  requests: readonly ClaimRequest[],
): Promise<(Claim | undefined)[]> {
  await retryOnDisconnect(() => updateDue(deliveries, queue, requests));
  const won = await deliveries
    .find(
      {
        _id: { $in: requests.map(({ id }) => id) },
        'running.attemptId': { $in: requests.map(({ attemptId }) => attemptId) },
      },
      { attemptLog: 0 },
    )
    .lean();
  // An earlier version sends one again that has ended, and does not put its body back.
  const complete = await withBodies(won);
  const byToken = new Map(complete.map((delivery) => [delivery.running?.attemptId, delivery]));
  return requests.map(({ id, tenant, attemptId }) => {
    const delivery = byToken.get(attemptId);
    return delivery && { id, tenant, attemptId, attempt: delivery.attempts, delivery };
  });
}

async function updateDue(
  deliveries: DeliveryModel,
  queue: QueueName,
  requests: readonly ClaimRequest[],
): Promise<unknown> {
  const own = ownEntries(
    '$_id',
    new Map(requests.map(({ id, tenant, attemptId, leaseMs }) => [id, { ...tenant, attemptId, leaseMs }])),
  );
  const filter = {
    _id: { $in: requests.map(({ id }) => id) },
    queue,
    status: leaving(MOVES.claim),
    $expr: { $and: [own.ofTenant, IS_DUE.$expr] },
  };
  const claimed = {
    status: MOVES.claim.to,
    attempts: { $add: ['$attempts', 1] },
    running: { attemptId: '$own.attemptId', startedAt: '$$NOW' },
    dueAt: { $add: ['$$NOW', '$own.leaseMs'] },
    updatedAt: '$$NOW',
  };
  return deliveries.collection.updateMany(filter as never, [
    own.at,
    { $set: claimed },
    { $unset: ['nextRetryAt', own.name] },
  ]);
}
