import { type Id, notFound, type Tenant } from '@gx/core';
import { chargeView, type PublicAddresses } from '../domain/charge-view.ts';
import type { ChargeStore } from '../store/charges.ts';

export type GetLastEventDeps = { readonly charges: ChargeStore; readonly addresses: PublicAddresses };

/**
 * The charge's last public event byte for byte, and the status of today; no bytes when nothing was told of it
 * yet.
 */
export async function getLastEvent({ charges, addresses }: GetLastEventDeps, tenant: Tenant, id: Id<'charge'>) {
  const found = await charges.withLastEvent(tenant, id);
  if (found === undefined) throw notFound('charge');
  const { charge, event } = found;
  return { status: chargeView(charge, addresses).status, event };
}
