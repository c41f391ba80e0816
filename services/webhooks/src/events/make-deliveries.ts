import { API_VERSION } from '@gx/contracts';
import { DEFAULT_ENDPOINT, type EventId, newId } from '@gx/core';
import type { NewDelivery } from '../domain/delivery.ts';
import { type EventName, isLegacy, subscriptionsTaking } from '../domain/event-catalog.ts';
import type { Subscriber } from '../store/endpoints.ts';
import { eventBody } from './event-body.ts';
import { isOfPayout, type PublicEvent } from './public-event.ts';

type Terms = {
  readonly subscribers: readonly Subscriber[];
  /** Empty but for a manual re-send. */
  readonly resendId?: string;
  readonly bodyOf: BodyOf;
};
/** The body under a name and contract version, and whether the event keeps it. */
export type BodyOf = (name: EventName, apiVersion: string) => Pick<NewDelivery, 'payload' | 'apiVersion'>;

/** Bodies as they are rendered now. */
export const renderedBodies =
  ({ change }: PublicEvent, isKept: boolean): BodyOf =>
  (name, apiVersion) => ({
    payload: eventBody(name, change, apiVersion),
    ...(isKept ? { apiVersion } : {}),
  });

/**
 * Where the legacy events of a transaction with a URL of its own go; undefined when it has none that could be
 * called.
 */
export function ownUrl(change: PublicEvent['change']): URL | undefined {
  const webhookUrl = isOfPayout(change) ? undefined : change.charge.webhookUrl;
  const url = webhookUrl === undefined ? null : URL.parse(webhookUrl);
  return url === null || !/^https?:$/.test(url.protocol) ? undefined : url;
}

/**
 * At most one delivery for each endpoint and concrete name, whatever aliases it subscribed to beside
 * (decisions A5). A URL of the transaction's own takes the place of all endpoints for every legacy name,
 * subscribed to or not; canonical names keep going to the endpoints (decisions A20).
 */
export function* deliveriesOf(
  event: PublicEvent,
  { subscribers, resendId = '', bodyOf }: Terms,
): Generator<NewDelivery> {
  const { tenant, change, traceparent } = event;
  const details = { tenant, eventId: change.eventId as EventId, resendId, subjectId: change.subjectId, traceparent };
  const own = ownUrl(change);
  for (const eventName of event.names) {
    if (own !== undefined && isLegacy(eventName)) {
      const target = { endpointId: DEFAULT_ENDPOINT, origin: own.origin, url: own.href };
      yield { ...details, ...target, id: newId('delivery'), eventName, ...bodyOf(eventName, API_VERSION) };
      continue;
    }
    const taking = subscriptionsTaking(eventName);
    for (const { id: endpointId, origin, events, apiVersion } of subscribers) {
      if (!events.some((name) => taking.includes(name))) continue;
      const id = newId('delivery');
      yield { ...details, endpointId, origin, id, eventName, ...bodyOf(eventName, apiVersion) };
    }
  }
}
