import type { Id } from '@gx/core';
import { MOVES, type NewDelivery } from '../domain/delivery.ts';
import type { DueDelivery, Handover } from './attempts.ts';
import type { DeliveryDocument, DeliveryModel } from './delivery-document.ts';
import { duplicatesOf } from './duplicates.ts';
import { leaving, PIPELINE } from './pipelines.ts';

/** How new deliveries come in. */
export const intake = (deliveries: DeliveryModel) => ({
  /**
   * Stores them in one write and answers those that are new: the others were stored when the event came the first time. Others look at a new delivery only
   * after its handover.
   */
  async insertNew(batch: readonly NewDelivery[], now: Date, handover: Handover): Promise<DueDelivery[]> {
    const documents = batch.map(
      ({ id, tenant, traceparent, url, ...fields }): DeliveryDocument => ({
        _id: id,
        ...tenant,
        ...fields,
        ...(traceparent === undefined ? {} : { traceparent }),
        ...(url === undefined ? {} : { url }),
        status: 'PENDING',
        lane: 'first',
        attempts: 0,
        dueAt: handover.dueAt,
        attemptLog: [],
        createdAt: now,
        updatedAt: now,
      }),
    );
    try {
      await deliveries.collection.insertMany(documents as never[], { ordered: false });
      return batch.map((delivery) => freshDelivery(delivery, now, handover));
    } catch (error) {
      const refused = duplicatesOf(error);
      return batch.filter((_, index) => !refused.has(index)).map((delivery) => freshDelivery(delivery, now, handover));
    }
  },

  /** Those that are not stored yet. */
  async missing(batch: readonly NewDelivery[]): Promise<NewDelivery[]> {
    const stored = await deliveries
      .find(
        {
          endpointId: { $in: batch.map(({ endpointId }) => endpointId) },
          eventId: { $in: batch.map(({ eventId }) => eventId) },
          resendId: { $in: batch.map(({ resendId }) => resendId) },
        },
        { _id: 0, endpointId: 1, eventId: 1, eventName: 1, resendId: 1 },
      )
      .lean();
    const keys = new Set(stored.map(onceKey));
    return batch.filter((delivery) => !keys.has(onceKey(delivery)));
  },

  /** Ends the handover of new deliveries that this process has no room for, or no time left: they are due for anybody. */
  async giveAway(ids: readonly Id<'delivery'>[]): Promise<void> {
    await deliveries.updateMany(
      { _id: { $in: [...ids] }, lane: 'first', status: leaving(MOVES.claim), attempts: 0 },
      [{ $set: { dueAt: '$$NOW' } }],
      PIPELINE,
    );
  },
});

/** What there is one delivery of, for ever. */
const onceKey = (one: Pick<NewDelivery, 'endpointId' | 'eventId' | 'eventName' | 'resendId'>): string =>
  [one.endpointId, one.eventId, one.eventName, one.resendId].join(' ');

/** A larger body is read again when its turn comes: what waits must not fill the memory. */
const KEPT_BODY_MAX = 4_096;

const freshDelivery = (
  { eventId, eventName, payload, ...delivery }: NewDelivery,
  createdAt: Date,
  { dueAt, sinceMs }: Handover,
): DueDelivery => ({
  ...delivery,
  dueAt,
  ...(payload.length > KEPT_BODY_MAX
    ? {}
    : { stored: { content: { eventId, eventName, payload, createdAt }, sinceMs } }),
});
