import type { Delivery } from '@gx/contracts/webhooks';
import { type Id, notFound, Refusal, type Tenant } from '@gx/core';
import { type ReadTarget, targetOf } from '../dispatch/target-of.ts';
import type { OpenBody } from '../peers/persons.ts';
import { deliveryMessage } from '../queries/list-deliveries.ts';
import { payloadExpired } from './payload-expired.ts';
import { type ByHandDeps, claimSendsByHand } from './store-by-hand.ts';

export type RetryDeliveryDeps = ByHandDeps & { readonly readTarget: ReadTarget; readonly openBody: OpenBody };

/**
 * Sends a delivery once more, whatever became of it: the same event id and body, to the URL and with the
 * secret of that moment. One that waits is sent at once; another has a fresh budget of attempts, and what is
 * under way is sent again when its attempt has ended. Throws 422 where its body is gone, where the endpoint
 * may be sent nothing, and where it no longer takes the name, 429 at the limit of a day.
 */
export async function retryDelivery(
  { readTarget, openBody, ...deps }: RetryDeliveryDeps,
  tenant: Tenant,
  id: Id<'delivery'>,
  now: Date,
): Promise<Delivery> {
  const found = await deps.deliveries.get(tenant, id);
  if (found === undefined) throw notFound('delivery');
  const { payload } = found;
  if (payload === undefined) throw payloadExpired();
  if ((await targetOf(readTarget)(tenant, found)) === undefined) throw await refusalOf(readTarget, tenant, found);
  // Before anything is done: who is refused now asks again.
  const body = await openBody(tenant, payload);
  await claimSendsByHand(deps, tenant, 1, now);
  const resent = await deps.deliveries.resend(tenant, { id, payload });
  if (resent === undefined) throw notFound('delivery');
  return deliveryMessage(resent, body);
}

const refusalOf = async (read: ReadTarget, ...of: Parameters<ReadTarget>): Promise<Refusal> =>
  (await read(...of)) === undefined
    ? new Refusal('unprocessable_entity', 'Its endpoint is deleted or INACTIVE.', { reason: 'endpoint_not_active' })
    : new Refusal('unprocessable_entity', 'Its endpoint has unsubscribed from the event.', {
        reason: 'event_not_subscribed',
      });
