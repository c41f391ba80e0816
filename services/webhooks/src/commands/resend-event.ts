import { chargeEventCodec } from '@gx/contracts';
import { invariant, type Tenant } from '@gx/core';
import { subscriptionsTaking } from '../domain/event-catalog.ts';
import { deliveriesOf } from '../events/make-deliveries.ts';
import { readChargeEvent } from '../events/read-charge-event.ts';
import type { DueDelivery } from '../store/attempts.ts';
import type { EndpointStore } from '../store/endpoints.ts';
import { type ByHandDeps, storeByHand } from './store-by-hand.ts';

export type ResendEventDeps = ByHandDeps & {
  readonly endpoints: EndpointStore;
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
 * Delivers an event again (decisions A42): its own id and snapshot, to the endpoints that would get it now,
 * as deliveries of their own. The resend's id is in their unique index, so a repeated call adds none. Answers
 * how many there are. Throws 429 at the limit of a day.
 */
export async function resendEvent(
  { endpoints, offer, ...deps }: ResendEventDeps,
  tenant: Tenant,
  { resendId, event: bytes, now, traceparent }: ResendEvent,
): Promise<number> {
  const event = readChargeEvent({ event: chargeEventCodec.decode(bytes), traceparent });
  invariant(typeof event !== 'string', `an event that cannot be sent again: ${event}`);
  const { accountId, livemode } = event.tenant;
  invariant(accountId === tenant.accountId && livemode === tenant.livemode, 'an event of another tenant');
  const names = [...new Set(event.names.flatMap(subscriptionsTaking))];
  const subscribers = await endpoints.subscribers(tenant, names);
  const page = [...deliveriesOf(event, { subscribers, resendId })];
  if (page.length > 0) await offer(await storeByHand(deps, tenant, page, now));
  return page.length;
}
