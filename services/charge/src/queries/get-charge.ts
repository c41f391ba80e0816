import { type Id, notFound, type Tenant } from '@gx/core';
import { type ChargeView, chargeView, type PublicAddresses } from '../domain/charge-view.ts';
import type { ChargeStore } from '../store/charges.ts';

export type GetChargeDeps = { readonly charges: ChargeStore; readonly addresses: PublicAddresses };

/** One charge of the tenant. Unknown, foreign and of the other environment are one answer. */
export async function getCharge(
  { charges, addresses }: GetChargeDeps,
  tenant: Tenant,
  id: Id<'charge'> | undefined,
): Promise<ChargeView> {
  const charge = id === undefined ? undefined : await charges.byId(tenant, id);
  if (charge === undefined) throw notFound('charge');
  return chargeView(charge, addresses);
}
