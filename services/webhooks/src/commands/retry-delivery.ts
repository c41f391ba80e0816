import type { Delivery } from '@gx/contracts/webhooks';
import { type Id, notFound, Refusal, type Tenant } from '@gx/core';
import { type ReadTarget, targetOf } from '../dispatch/target-of.ts';
import { deliveryMessage } from '../queries/list-deliveries.ts';
import type { DeliveryStore } from '../store/deliveries.ts';

export type RetryDeliveryDeps = { readonly deliveries: DeliveryStore; readonly readTarget: ReadTarget };

/**
 * Gives a dead letter one more attempt, at once: the same event id and body, to the URL and with the secret
 * of that moment. If it fails too, it is a dead letter again. Throws 422 for any other delivery, where the
 * endpoint may be sent nothing, and where it no longer takes the name.
 */
export async function retryDelivery(
  { deliveries, readTarget }: RetryDeliveryDeps,
  tenant: Tenant,
  id: Id<'delivery'>,
): Promise<Delivery> {
  const found = await deliveries.get(tenant, id);
  if (found === undefined) throw notFound('delivery');
  if ((await targetOf(readTarget)(tenant, { ...found, id })) === undefined)
    throw await refusalOf(readTarget, tenant, found);
  const reopened = await deliveries.reopen(tenant, id);
  if (reopened === undefined)
    throw new Refusal('unprocessable_entity', 'Only a FAILED delivery can be retried.', {
      reason: 'delivery_not_failed',
    });
  return deliveryMessage(reopened);
}

const refusalOf = async (read: ReadTarget, ...of: Parameters<ReadTarget>): Promise<Refusal> =>
  (await read(...of)) === undefined
    ? new Refusal('unprocessable_entity', 'Its endpoint is deleted or INACTIVE.', { reason: 'endpoint_not_active' })
    : new Refusal('unprocessable_entity', 'Its endpoint has unsubscribed from the event.', {
        reason: 'event_not_subscribed',
      });
