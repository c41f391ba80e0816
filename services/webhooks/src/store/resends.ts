import type { Id, Tenant } from '@gx/core';
import { ownEntries, retryOnDisconnect } from '@gx/runtime/mongo';
import { MOVES, type QueueName, type ResendAfter } from '../domain/delivery.ts';
import type { ExistingDelivery, ReplayOnly } from '../domain/replay.ts';
import { type DeliveryDocument, type DeliveryModel, ONCE, PENDING_OF_ENDPOINT } from './delivery-document.ts';
import { leaving, PIPELINE } from './pipelines.ts';

type Resend = {
  readonly resendAfter: ResendAfter | object;
  readonly queue: QueueName | object;
  readonly dueAt: unknown;
  readonly attempts: unknown;
  /** As it was sent. */
  readonly payload: unknown;
};

const isIn = (...statuses: DeliveryDocument['status'][]) => ({ $in: ['$status', statuses] });
const PROCESSING = isIn('PROCESSING');
const WAITING = isIn('PENDING');

/**
 * What a re-send writes. An attempt that is under way keeps its claim: its outcome is recorded, and the
 * delivery is PENDING only then, so that two are never on their way at once.
 */
const sentAgain = ({ resendAfter, queue, dueAt, attempts, payload }: Resend) => {
  const unlessUnderWay = (value: unknown, field: string) => ({ $cond: [PROCESSING, field, value] });
  return {
    status: unlessUnderWay(MOVES.resend.to, '$status'),
    resendAfter: { $cond: [PROCESSING, resendAfter, '$$REMOVE'] },
    queue: unlessUnderWay(queue, '$queue'),
    attempts: unlessUnderWay(attempts, '$attempts'),
    dueAt: unlessUnderWay(dueAt, '$dueAt'),
    nextRetryAt: unlessUnderWay('$$NOW', '$nextRetryAt'),
    deliveredAt: '$$REMOVE',
    payload: { $ifNull: ['$payload', payload] },
    attemptLog: { $ifNull: ['$attemptLog', []] },
    updatedAt: '$$NOW',
  };
};

/** How a delivery is sent once more. */
export const resends = (deliveries: DeliveryModel) => ({
  /**
   * Due at once: one that waits keeps its attempts and, before the first, its order; every other one has a
   * fresh budget. It carries this body from then on, if it has none. Undefined when there is no such
   * delivery.
   */
  async resend(
    tenant: Tenant,
    { id, payload }: { readonly id: Id<'delivery'>; readonly payload: string },
  ): Promise<Omit<DeliveryDocument, 'attemptLog'> | undefined> {
    const again = sentAgain({
      resendAfter: 'attempt',
      queue: { $cond: [{ $and: [WAITING, { $eq: ['$queue', 'first'] }] }, 'first', 'retry'] },
      dueAt: { $min: ['$dueAt', '$$NOW'] },
      attempts: { $cond: [WAITING, '$attempts', 0] },
      payload: { $literal: payload },
    });
    const resent = await deliveries
      .findOneAndUpdate({ _id: id, ...tenant, status: leaving(MOVES.resend) }, [{ $set: again }], {
        returnDocument: 'after',
        projection: { attemptLog: 0 },
        ...PIPELINE,
      })
      .lean();
    return resent ?? undefined;
  },
});

type ReplayedDelivery = { readonly id: Id<'delivery'>; readonly dueAt: Date; readonly payload: string };
/** Bodies of tens of kilobytes fit into a write with all others. */
const BODIES_AT_ONCE = 200;

/** What a replay needs of the deliveries that there are. */
export const replayedDeliveries = (deliveries: DeliveryModel) => ({
  /**
   * What a replay sends again of what is stored, each due at its own time and with a fresh budget; once,
   * however often it is called. What is under way is sent again after it, if it fails or all is to be sent.
   */
  async resendForReplay(
    tenant: Tenant,
    { id: replayId, only }: { readonly id: Id<'replay'>; readonly only: ReplayOnly },
    all: readonly ReplayedDelivery[],
  ): Promise<void> {
    for (let from = 0; from < all.length; from += BODIES_AT_ONCE) {
      const batch = all.slice(from, from + BODIES_AT_ONCE);
      const own = ownEntries('$_id', new Map(batch.map(({ id, ...its }) => [id, { ...tenant, ...its }])));
      const filter = {
        _id: { $in: batch.map(({ id }) => id) },
        replayId: { $ne: replayId },
        ...(only === 'all' ? {} : { status: { $ne: 'DELIVERED' } }),
        $expr: own.ofTenant,
      };
      const update = [own.at, { $set: { ...replayed(only), replayId } }, { $unset: [own.name] }];
      await retryOnDisconnect(() => deliveries.collection.updateMany(filter as never, update));
    }
  },

  /** What was made for an endpoint of these events, as it stands. */
  async ofEvents(
    tenant: Tenant,
    endpointId: Id<'endpoint'>,
    events: readonly { readonly subjectId: string }[],
  ): Promise<ExistingDelivery[]> {
    const subjectId = { $in: [...new Set(events.map((event) => event.subjectId))] };
    const fields = { eventId: 1, eventName: 1, resendId: 1, status: 1, queue: 1, apiVersion: 1 } as const;
    return deliveries.find({ ...tenant, subjectId, endpointId }, fields, { hint: ONCE }).lean();
  },

  /** How many of a replay's pages before that time wait for an endpoint, counted up to `max`. */
  countReplayed: (tenant: Tenant, endpointId: Id<'endpoint'>, before: Date, max: number): Promise<number> =>
    deliveries.countDocuments(
      { ...tenant, endpointId, queue: 'replay', status: 'PENDING', dueAt: { $lt: before } },
      { limit: max, hint: PENDING_OF_ENDPOINT },
    ),
});

const replayed = (only: ReplayOnly) =>
  sentAgain({
    // What was requested before stands: it is sent after its attempt, whatever comes of that.
    resendAfter: only === 'all' ? 'attempt' : { $ifNull: ['$resendAfter', 'failure'] },
    queue: 'replay',
    // One that waits for an earlier replay keeps its turn, and with it the order of its charge.
    dueAt: { $cond: [{ $and: [WAITING, { $eq: ['$queue', 'replay'] }] }, '$dueAt', '$own.dueAt'] },
    attempts: 0,
    payload: '$own.payload',
  });
