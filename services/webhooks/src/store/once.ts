import type { NewDelivery } from '../domain/delivery.ts';
import { type DeliveryModel, ONCE } from './delivery-document.ts';

/** What there is one delivery of, for ever. An event is of one subject, so that the event tells it apart. */
export type OnceKey = Pick<NewDelivery, 'endpointId' | 'eventId' | 'eventName' | 'resendId'>;

export const onceKey = ({ endpointId, eventId, eventName, resendId }: OnceKey): string =>
  [endpointId, eventId, eventName, resendId].join(' ');

/**
 * The keys of all documents of the events, and the sends by hand, that are in `batch`; read from the index
 * alone.
 */
export async function documented(deliveries: DeliveryModel, batch: readonly NewDelivery[]): Promise<Set<string>> {
  const ofBatch = {
    subjectId: { $in: distinct(batch.map(({ subjectId }) => subjectId)) },
    eventId: { $in: distinct(batch.map(({ eventId }) => eventId)) },
    resendId: { $in: distinct(batch.map(({ resendId }) => resendId)) },
  };
  const fields = { _id: 0, endpointId: 1, eventId: 1, eventName: 1, resendId: 1 } as const;
  const stored = await deliveries.find(ofBatch, fields, { hint: ONCE }).lean();
  return new Set(stored.map(onceKey));
}

export const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];
