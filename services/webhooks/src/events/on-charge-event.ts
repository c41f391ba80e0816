import type { ChargeEvent } from '@gx/contracts/charge';
import { type EventId, newId, type Tenant } from '@gx/core';
import type { Received, Unappliable } from '@gx/runtime';
import type { NewDelivery } from '../domain/delivery.ts';
import { type EventName, type SubscribableName, subscriptionsTaking } from '../domain/event-catalog.ts';
import type { DeliveryStore } from '../store/deliveries.ts';
import type { EndpointStore, Subscriber } from '../store/endpoints.ts';
import { type ChargeChange, type PublicEvent, readPublic } from './read-public.ts';

type Deps = {
  readonly deliveries: DeliveryStore;
  readonly endpoints: EndpointStore;
  readonly bodyOf: (name: EventName, change: ChargeChange) => string;
  readonly offer: (fresh: readonly NewDelivery[]) => void;
  readonly now: () => Date;
  readonly handoverMs: number;
};

const DELIVERIES_PER_WRITE = 500;

/**
 * Turns a batch of charge events into deliveries: one for each active subscriber and concrete name, stored in as few
 * writes as there are pages of them. A batch that comes again stores nothing new. The order of the batch is the order
 * in which first attempts are offered.
 */
export function onChargeEvents(deps: Deps) {
  return async (batch: readonly Received<ChargeEvent>[]): Promise<readonly Unappliable<ChargeEvent>[]> => {
    const unappliable: Unappliable<ChargeEvent>[] = [];
    const events: PublicEvent[] = [];
    for (const received of batch) {
      const read = readPublic(received);
      if (typeof read === 'string') unappliable.push({ received, reason: read });
      else events.push(read);
    }
    const subscribersOf = await subscribersByTenant(deps.endpoints, events);
    let page: NewDelivery[] = [];
    for (const event of events) {
      for (const delivery of deliveriesOf(event, subscribersOf(event.tenant), deps.bodyOf)) {
        page.push(delivery);
        if (page.length >= DELIVERIES_PER_WRITE) page = await store(deps, page);
      }
    }
    await store(deps, page);
    return unappliable;
  };
}

async function store(
  { deliveries, offer, now, handoverMs }: Deps,
  page: readonly NewDelivery[],
): Promise<NewDelivery[]> {
  if (page.length > 0) offer(await deliveries.insertNew(page, now(), handoverMs));
  return [];
}

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

/** At most one delivery for each endpoint and concrete name, whatever aliases it subscribed to beside (decisions A5). */
function* deliveriesOf(
  { tenant, names, change, traceparent }: PublicEvent,
  subscribers: readonly Subscriber[],
  bodyOf: Deps['bodyOf'],
): Generator<NewDelivery> {
  for (const eventName of names) {
    const taking: ReadonlySet<string> = new Set(subscriptionsTaking(eventName));
    const takers = subscribers.filter(({ events }) => events.some((name) => taking.has(name)));
    if (takers.length === 0) continue;
    const payload = bodyOf(eventName, change);
    for (const { id, url } of takers) {
      yield {
        id: newId('delivery'),
        tenant,
        endpointId: id,
        eventId: change.eventId as EventId,
        eventName,
        subjectId: change.chargeId,
        payload,
        traceparent,
        origin: new URL(url).origin,
      };
    }
  }
}
