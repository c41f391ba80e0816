import type { DeliveryCounts } from '@gx/contracts/webhooks';
import type { Tenant } from '@gx/core';
import type { DeliveryStore } from '../store/deliveries.ts';

/** How many deliveries of the tenant stand where. */
export async function countDeliveries(
  { deliveries }: { readonly deliveries: DeliveryStore },
  tenant: Tenant,
): Promise<DeliveryCounts> {
  const counts = await deliveries.counts(tenant);
  return {
    pending: counts.PENDING,
    processing: counts.PROCESSING,
    delivered: counts.DELIVERED,
    failed: counts.FAILED,
    cancelled: counts.CANCELLED,
  };
}
