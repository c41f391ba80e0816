import type { Delivery } from '@gx/contracts/webhooks';
import { type Id, invariant, notFound, Refusal, type Tenant, testEventIdOf, unavailable } from '@gx/core';
import type { NewDelivery } from '../domain/delivery.ts';
import { requestedNames } from '../domain/requested-names.ts';
import type { OpenBody } from '../peers/persons.ts';
import { shownDelivery } from '../queries/list-deliveries.ts';
import type { DueDelivery } from '../store/attempts.ts';
import type { EndpointStore } from '../store/endpoints.ts';
import { sampleEvent } from './sample-event.ts';
import { type ByHandDeps, storeByHand } from './store-by-hand.ts';

export type SendTestEventDeps = ByHandDeps & {
  readonly endpoints: EndpointStore;
  readonly openBody: OpenBody;
  readonly offer: (fresh: readonly DueDelivery[]) => Promise<void>;
};
export type SendTestEvent = {
  readonly endpointId: Id<'endpoint'>;
  readonly deliveryId: Id<'delivery'>;
  /** A name that it takes; left out, the first that it subscribed to. */
  readonly event?: string | undefined;
  readonly now: Date;
  readonly traceparent: string | undefined;
};

/**
 * Sends an endpoint a sample of a name that it takes, marked `"test": true`: stored, signed, tried and logged
 * as every other delivery. A repeated call answers the delivery that it made. Throws 404, 422 where nothing
 * may be sent or the name is not taken, and 429 at the limit of a day.
 */
export async function sendTestEvent(
  { endpoints, openBody, offer, ...deps }: SendTestEventDeps,
  tenant: Tenant,
  { endpointId, deliveryId, event, now, traceparent }: SendTestEvent,
): Promise<Delivery> {
  const endpoint = await endpoints.get(tenant, endpointId);
  if (endpoint === undefined) throw notFound('webhook endpoint');
  if (endpoint.status !== 'ACTIVE')
    throw new Refusal('unprocessable_entity', 'The endpoint is INACTIVE.', { reason: 'endpoint_not_active' });
  const requested = event === undefined ? [] : [event];
  const [name] = requestedNames({ taken: endpoint.events, requested, param: 'event' });
  invariant(name !== undefined, 'an endpoint that takes nothing');
  const eventId = testEventIdOf(deliveryId);
  // A charge of nobody may have the delivery's own: a repeated call is about the same one.
  const subjectId = deliveryId;
  const payload = sampleEvent({
    name,
    eventId,
    subjectId,
    at: now,
    livemode: tenant.livemode,
    apiVersion: endpoint.apiVersion,
  });
  const delivery: NewDelivery = {
    id: deliveryId,
    tenant,
    endpointId,
    eventId,
    eventName: name,
    resendId: '',
    subjectId,
    payload,
    traceparent,
    origin: new URL(endpoint.url).origin,
  };
  const fresh = await storeByHand(deps, tenant, [delivery], now);
  const stored = await deps.deliveries.get(tenant, deliveryId);
  await offer(fresh);
  if (stored === undefined) throw unavailable('The delivery is still being written.');
  return shownDelivery(openBody, tenant, stored);
}
