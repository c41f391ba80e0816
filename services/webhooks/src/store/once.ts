import type { EventId } from '@gx/core';
import type { NewDelivery } from '../domain/delivery.ts';
import { type DeliveryModel, ONCE } from './delivery-document.ts';

/** What there is one delivery of, for ever. */
export type OnceKey = Pick<NewDelivery, 'endpointId' | 'eventId' | 'eventName' | 'resendId'>;

export const onceKey = ({ endpointId, eventId, eventName, resendId }: OnceKey): string =>
  [endpointId, eventId, eventName, resendId].join(' ');

/** The keys of all documents of these events; read from the index alone. */
export async function documented(deliveries: DeliveryModel, eventIds: readonly EventId[]): Promise<Set<string>> {
  const fields = { _id: 0, endpointId: 1, eventId: 1, eventName: 1, resendId: 1 } as const;
  const stored = await deliveries.find({ eventId: { $in: [...eventIds] } }, fields, { hint: ONCE }).lean();
  return new Set(stored.map(onceKey));
}
