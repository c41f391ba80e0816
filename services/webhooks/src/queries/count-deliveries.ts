import type { DeliveryCounts } from '@gx/contracts/webhooks';
import type { Tenant } from '@gx/core';
import type { DeliveryStore } from '../store/deliveries.ts';

/** How many deliveries of the tenant stand where. */
export const countDeliveries =
  ({ deliveries }: { readonly deliveries: DeliveryStore }) =>
  async (tenant: Tenant): Promise<DeliveryCounts> => {
    const counts = await deliveries.counts(tenant);
    return {
      pending: counts.PENDING ?? 0,
      processing: counts.PROCESSING ?? 0,
      delivered: counts.DELIVERED ?? 0,
      failed: counts.FAILED ?? 0,
      cancelled: counts.CANCELLED ?? 0,
    };
  };
