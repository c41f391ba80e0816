import { chargeEventCodec } from '@gx/contracts';
import { type EventId, invariant, type Tenant } from '@gx/core';
import { bodyFor, type EventBodies, KEPT_MS, SHARED_MS } from '../domain/event-bodies.ts';
import { subscriptionsTaking } from '../domain/event-catalog.ts';
import { type BodyOf, deliveriesOf, renderedBodies } from '../events/make-deliveries.ts';
import type { PublicEvent } from '../events/public-event.ts';
import { readChargeEvent } from '../events/read-charge-event.ts';
import type { DueDelivery } from '../store/attempts.ts';
import type { EndpointStore } from '../store/endpoints.ts';
import type { EventStore } from '../store/events.ts';
import { payloadExpired } from './payload-expired.ts';
import { type ByHandDeps, storeByHand } from './store-by-hand.ts';

export type ResendEventDeps = ByHandDeps & {
  readonly endpoints: EndpointStore;
  readonly events: EventStore;
  readonly databaseNow: () => Promise<Date>;
  readonly offer: (fresh: readonly DueDelivery[]) => Promise<void>;
};
export type ResendEvent = {
  readonly resendId: string;
  /** The event's own bytes, as they were published. */
  readonly event: Buffer;
  readonly now: Date;
  readonly traceparent: string | undefined;
};

/**
 * Delivers an event again (decisions A42): its own id and the bytes that were sent, to the endpoints that
 * would get it now, as deliveries of their own. The resend's id is in their unique index, so a repeated call
 * adds none. Answers how many there are. Throws 422 when the body is gone, 429 at the limit of a day.
 */
export async function resendEvent(
  { endpoints, events, databaseNow, offer, ...deps }: ResendEventDeps,
  tenant: Tenant,
  { resendId, event: bytes, now, traceparent }: ResendEvent,
): Promise<number> {
  const event = readChargeEvent({ event: chargeEventCodec.decode(bytes), traceparent });
  invariant(typeof event !== 'string', `an event that cannot be sent again: ${event}`);
  const { accountId, livemode } = event.tenant;
  invariant(accountId === tenant.accountId && livemode === tenant.livemode, 'an event of another tenant');
  const names = [...new Set(event.names.flatMap(subscriptionsTaking))];
  const [subscribers, kept] = await Promise.all([
    endpoints.subscribers(tenant, names),
    events.bodies(tenant, event.change.eventId as EventId),
  ]);
  const ageMs = (await databaseNow()).getTime() - event.change.occurredAtMs;
  const bodyOf = kept === undefined ? renderedBodies(event, false) : keptBodies(event, kept, ageMs < SHARED_MS);
  const page = [...deliveriesOf(event, { subscribers, resendId, bodyOf })];
  if (page.length === 0) return 0;
  // One that is not kept yet is still on its way.
  if (kept === undefined && ageMs > KEPT_MS) throw payloadExpired();
  await offer(await storeByHand(deps, tenant, page, now));
  return page.length;
}

/** The bytes of the day: what is rendered now may say the same in other words. */
function keptBodies(event: PublicEvent, kept: EventBodies, isShared: boolean): BodyOf {
  const rendered = renderedBodies(event, false);
  return (name, apiVersion) => {
    const payload = bodyFor(kept, name, apiVersion);
    if (payload === undefined) return rendered(name, apiVersion);
    return { payload, ...(isShared ? { apiVersion } : {}) };
  };
}
