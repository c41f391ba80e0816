import { Refusal, type Tenant } from '@gx/core';
import { type ChargeView, listedView, type PublicAddresses } from '../domain/charge-view.ts';
import type { ChargeFilter, ChargeLists } from '../store/charge-lists.ts';

export type ListChargesDeps = { readonly chargeLists: ChargeLists; readonly addresses: PublicAddresses };
const LIMIT_MAX = 100;

/** A page of the tenant's charges, newest first. */
export async function listCharges(
  { chargeLists, addresses }: ListChargesDeps,
  tenant: Tenant,
  filter: ChargeFilter,
): Promise<{ charges: ChargeView[]; hasMore: boolean }> {
  if (filter.limit < 1 || filter.limit > LIMIT_MAX) {
    throw new Refusal('invalid_request', `The limit must be from 1 to ${LIMIT_MAX}.`, { param: 'limit' });
  }
  const page = await chargeLists.page(tenant, filter);
  if (page === undefined)
    throw new Refusal('invalid_cursor', 'No such charge in this list.', { param: 'starting_after' });
  return { charges: page.charges.map((charge) => listedView(charge, addresses)), hasMore: page.hasMore };
}
