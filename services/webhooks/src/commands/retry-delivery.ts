import type { Delivery } from '@gx/contracts/webhooks';
import { type Id, notFound, Refusal, type Tenant } from '@gx/core';
import type { TargetOf } from '../dispatch/target-of.ts';
import { deliveryMessage } from '../queries/list-deliveries.ts';
import type { DeliveryStore } from '../store/deliveries.ts';

type Deps = { readonly deliveries: DeliveryStore; readonly targetOf: TargetOf };

/**
 * Gives a dead letter one more attempt, at once: the same event id and body, to the URL and with the secret of that moment. If it fails too, it is
 * a dead letter again. Throws 422 for any other delivery, and where the endpoint may be sent nothing.
 */
export const retryDelivery =
  ({ deliveries, targetOf }: Deps) =>
  async (tenant: Tenant, id: Id<'delivery'>): Promise<Delivery> => {
    const found = await deliveries.get(tenant, id);
    if (found === undefined) throw notFound('delivery');
    if ((await targetOf(tenant, found)) === undefined)
      throw new Refusal('unprocessable_entity', 'Its endpoint is deleted or INACTIVE.', {
        reason: 'endpoint_not_active',
      });
    const resent = await deliveries.resend(tenant, id);
    if (resent === undefined)
      throw new Refusal('unprocessable_entity', 'Only a FAILED delivery can be retried.', {
        reason: 'delivery_not_failed',
      });
    return deliveryMessage(resent);
  };
