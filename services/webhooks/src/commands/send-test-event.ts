import type { Delivery } from '@gx/contracts/webhooks';
import { type Id, notFound, Refusal, type Tenant, testEventIdOf, unavailable } from '@gx/core';
import type { NewDelivery } from '../domain/delivery.ts';
import { deliveryMessage } from '../queries/list-deliveries.ts';
import type { DueDelivery } from '../store/attempts.ts';
import type { EndpointStore } from '../store/endpoints.ts';
import { sampleEvent } from './sample-event.ts';
import { type ByHandDeps, storeByHand } from './store-by-hand.ts';

export type SendTestEventDeps = ByHandDeps & {
  readonly endpoints: EndpointStore;
  readonly offer: (fresh: readonly DueDelivery[]) => Promise<void>;
};
export type SendTestEvent = {
  readonly endpointId: Id<'endpoint'>;
  readonly deliveryId: Id<'delivery'>;
  readonly now: Date;
  readonly traceparent: string | undefined;
};

/**
 * Sends an endpoint a `charge.paid` of a charge that never was, marked `"test": true`, whatever it subscribed
 * to: stored, signed, tried and logged as every other delivery. A repeated call answers the delivery that it
 * made. Throws 404, 422 where nothing may be sent, and 429 at the limit of a day.
 */
export async function sendTestEvent(
  { endpoints, offer, ...deps }: SendTestEventDeps,
  tenant: Tenant,
  { endpointId, deliveryId, now, traceparent }: SendTestEvent,
): Promise<Delivery> {
  const endpoint = await endpoints.get(tenant, endpointId);
  if (endpoint === undefined) throw notFound('webhook endpoint');
  if (endpoint.status !== 'ACTIVE')
    throw new Refusal('unprocessable_entity', 'The endpoint is INACTIVE.', { reason: 'endpoint_not_active' });
  const eventId = testEventIdOf(deliveryId);
  // A charge of nobody may have the delivery's own: a repeated call is about the same one.
  const sample = { eventId, chargeId: deliveryId, at: now, apiVersion: endpoint.apiVersion };
  const delivery: NewDelivery = {
    id: deliveryId,
    tenant,
    endpointId,
    eventId,
    eventName: 'charge.paid',
    resendId: '',
    subjectId: sample.chargeId,
    payload: sampleEvent(sample),
    traceparent,
    origin: new URL(endpoint.url).origin,
  };
  const fresh = await storeByHand(deps, tenant, [delivery], now);
  const stored = await deps.deliveries.get(tenant, deliveryId);
  await offer(fresh);
  if (stored === undefined) throw unavailable('The delivery is still being written.');
  return deliveryMessage(stored);
}
