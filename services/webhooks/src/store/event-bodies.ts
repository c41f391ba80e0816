import type { EventId, Id } from '@gx/core';
import type { Connection } from 'mongoose';
import { bodyFor, type EventBodies } from '../domain/event-bodies.ts';
import type { EventName } from '../domain/event-catalog.ts';

/** Where events lie; those without a canonical name, such as steps of refunds, in the second. */
export const EVENT_COLLECTIONS = ['events', 'legacy_events'] as const;
type Bodiless = {
  readonly accountId: Id<'account'>;
  readonly livemode: boolean;
  readonly eventId: EventId;
  readonly eventName: EventName;
  readonly payload?: string;
  readonly apiVersion?: string;
};
type KeptBodies = Partial<EventBodies> & { readonly _id: EventId } & Pick<Bodiless, 'accountId' | 'livemode'>;
export type BodyReader = ReturnType<typeof eventBodies>;

/**
 * Puts the bodies that their events keep into deliveries without one of their own, by one query for all of
 * them; whose event is gone stays without. Most deliveries that are sent have their own: nothing is read.
 */
export const eventBodies =
  (connection: Connection) =>
  async <D extends Bodiless>(deliveries: readonly D[]): Promise<D[]> => {
    const wanted = new Set(deliveries.filter(refersToEvent).map(({ eventId }) => eventId));
    const kept = new Map<EventId, KeptBodies>();
    for (const name of EVENT_COLLECTIONS) {
      const missing = [...wanted].filter((id) => !kept.has(id));
      if (missing.length === 0) break;
      const found = connection
        .collection<KeptBodies>(name)
        .find({ _id: { $in: missing } }, { projection: { accountId: 1, livemode: 1, body: 1, legacy: 1 } });
      for (const event of await found.toArray()) kept.set(event._id, event);
    }
    return deliveries.map((delivery) => {
      const payload = refersToEvent(delivery) ? bodyOf(delivery, kept.get(delivery.eventId)) : undefined;
      return payload === undefined ? delivery : { ...delivery, payload };
    });
  };

const refersToEvent = ({ payload, apiVersion }: Bodiless): boolean => payload === undefined && apiVersion !== undefined;

function bodyOf(delivery: Bodiless, event: KeptBodies | undefined): string | undefined {
  const { accountId, livemode, eventName, apiVersion = '' } = delivery;
  if (event?.accountId !== accountId || event.livemode !== livemode) return undefined;
  const { body = '', legacy = '' } = event;
  return bodyFor({ body, legacy }, eventName, apiVersion);
}
