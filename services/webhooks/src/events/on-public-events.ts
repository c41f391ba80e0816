import type { EventId, Tenant } from '@gx/core';
import type { ReceivedEvent, UnappliableEvent } from '@gx/runtime/kafka';
import type { NewDelivery } from '../domain/delivery.ts';
import { KEPT_MS } from '../domain/event-bodies.ts';
import { type SubscribableName, subscriptionsTaking } from '../domain/event-catalog.ts';
import type { DueDelivery } from '../store/attempts.ts';
import type { DeliveryStore } from '../store/deliveries.ts';
import type { EndpointStore, Subscriber } from '../store/endpoints.ts';
import type { EventStore } from '../store/events.ts';
import type { HasRoom } from '../store/new-deliveries.ts';
import { keptEvent } from './kept-event.ts';
import { deliveriesOf, renderedBodies } from './make-deliveries.ts';
import type { PublicEvent } from './public-event.ts';

type Deps = {
  readonly deliveries: DeliveryStore;
  readonly endpoints: EndpointStore;
  readonly events: EventStore;
  readonly databaseNow: () => Promise<Date>;
  readonly hasRoom: HasRoom;
  readonly offer: (fresh: readonly DueDelivery[]) => Promise<void>;
};

/** The first of a large batch are on their way while the others are stored. */
const EVENTS_AT_ONCE = 200;
const DELIVERIES_PER_PAGE = 500;

/**
 * Turns a batch of events into deliveries: one for each active subscriber and concrete name, stored in as few
 * writes as there are pages of them, and keeps its events. A batch that comes again stores nothing new. The
 * order of the batch is the order in which first attempts are offered. `read` says what an event tells, or
 * why it tells nothing.
 */
export function onPublicEvents<E>(deps: Deps, read: (received: ReceivedEvent<E>) => PublicEvent | string) {
  return async (batch: readonly ReceivedEvent<E>[]): Promise<readonly UnappliableEvent<E>[]> => {
    const unappliable: UnappliableEvent<E>[] = [];
    const events: PublicEvent[] = [];
    for (const received of batch) {
      const event = read(received);
      if (typeof event === 'string') unappliable.push({ received, reason: event });
      else events.push(event);
    }
    for (let from = 0; from < events.length; from += EVENTS_AT_ONCE)
      await storeDeliveries(deps, events.slice(from, from + EVENTS_AT_ONCE));
    return unappliable;
  };
}

/**
 * The events are stored before anybody looks who takes them: an endpoint that is not found to be active gets
 * them by a replay, whenever it was activated. And what was delivered can be read.
 */
async function storeDeliveries(deps: Deps, received: readonly PublicEvent[]): Promise<void> {
  const { deliveries, endpoints, events, databaseNow, hasRoom, offer } = deps;
  const batch = received.filter(isRecent((await databaseNow()).getTime()));
  const kept = await events.insertNew(batch.map(keptEvent));
  const subscribersOf = await subscribersByTenant(endpoints, batch);
  const made = batch.flatMap((event): NewDelivery[] => [
    ...deliveriesOf(event, {
      subscribers: subscribersOf(event.tenant),
      bodyOf: renderedBodies(event, kept.has(event.change.eventId as EventId)),
    }),
  ]);
  for (let from = 0; from < made.length; from += DELIVERIES_PER_PAGE) {
    await offer(await deliveries.insertNew(made.slice(from, from + DELIVERIES_PER_PAGE), hasRoom));
  }
}

/**
 * In test mode nothing is left after 30 days by which an event that comes again could be known: nobody gets
 * older ones.
 */
const isRecent =
  (now: number) =>
  ({ tenant, change }: PublicEvent): boolean =>
    tenant.livemode || change.occurredAtMs > now - KEPT_MS;

const keyOf = ({ accountId, livemode }: Tenant): string => `${accountId}/${livemode}`;

/** One question per tenant of the batch. */
async function subscribersByTenant(endpoints: EndpointStore, events: readonly PublicEvent[]) {
  const wanted = new Map<string, { tenant: Tenant; names: Set<SubscribableName> }>();
  for (const { tenant, names } of events) {
    const entry = wanted.get(keyOf(tenant)) ?? { tenant, names: new Set() };
    for (const name of names.flatMap(subscriptionsTaking)) entry.names.add(name);
    wanted.set(keyOf(tenant), entry);
  }
  const found = new Map<string, readonly Subscriber[]>();
  await Promise.all(
    [...wanted].map(async ([key, { tenant, names }]) => {
      found.set(key, await endpoints.subscribers(tenant, [...names]));
    }),
  );
  return (tenant: Tenant): readonly Subscriber[] => found.get(keyOf(tenant)) ?? [];
}
