import type { Id } from '@gx/core';
import type { DeliveryStatus, QueueName } from './delivery.ts';
import type { EventName } from './event-catalog.ts';

/** `undelivered` is everything that is not DELIVERED, also what was never made for the endpoint. */
export type ReplayOnly = 'undelivered' | 'all';

type PastEvent = {
  readonly id: string;
  readonly names: readonly EventName[];
  readonly subjectId: string;
  readonly sequence: number;
};
/** A delivery of the endpoint as it stands. */
export type ExistingDelivery = {
  readonly _id: Id<'delivery'>;
  readonly eventId: string;
  readonly eventName: EventName;
  readonly resendId: string;
  readonly status: DeliveryStatus;
  readonly queue: QueueName;
  /** The contract version of the body that its event keeps for it. */
  readonly apiVersion?: string;
};
type Terms = { readonly names: readonly EventName[]; readonly only: ReplayOnly };
/** An event that is sent under a name, by the delivery that was made for it or by a new one. */
export type PlannedDelivery<Event> = {
  readonly event: Event;
  readonly name: EventName;
  readonly existing: Id<'delivery'> | undefined;
  /**
   * The contract version that this one was sent in; undefined where it has its own body, or is to be made.
   */
  readonly apiVersion: string | undefined;
  /** Its place among all events and names of the page, sent or not: the same however often it is planned. */
  readonly position: number;
};

/**
 * What a replay sends of these events, in their order. A first attempt that is due anyway is not delayed by
 * it.
 */
export function plannedDeliveries<Event extends PastEvent>(
  events: readonly Event[],
  existing: readonly ExistingDelivery[],
  { names, only }: Terms,
): PlannedDelivery<Event>[] {
  const made = Map.groupBy(existing, ({ eventId, eventName }) => `${eventId} ${eventName}`);
  const pairs = inOrder(events).flatMap((event) =>
    event.names.filter((name) => names.includes(name)).map((name) => ({ event, name })),
  );
  return pairs.flatMap(({ event, name }, position) => {
    const found = made.get(`${event.id} ${name}`) ?? [];
    if (only === 'undelivered' && found.some(({ status }) => status === 'DELIVERED')) return [];
    const original = found.find(({ resendId }) => resendId === '');
    const isFirstDue = original?.status === 'PENDING' && original.queue === 'first';
    return isFirstDue ? [] : [{ event, name, existing: original?._id, apiVersion: original?.apiVersion, position }];
  });
}

/** Charges by their first event, the events of each by their sequence, whatever clocks said. */
function inOrder<Event extends PastEvent>(events: readonly Event[]): Event[] {
  return [...Map.groupBy(events, ({ subjectId }) => subjectId).values()].flatMap((ofCharge) =>
    ofCharge.toSorted((one, other) => one.sequence - other.sequence),
  );
}
