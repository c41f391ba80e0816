import { type Id, notFound, type Tenant } from '@gx/core';
import { type PayoutView, payoutView } from '../domain/payout-view.ts';
import type { PayoutStore } from '../store/payouts.ts';

export type GetPayoutDeps = { readonly payouts: Pick<PayoutStore, 'byId'> };

/** One payout that was promised. Throws 404 for an unknown or foreign one. */
export async function getPayout(
  { payouts }: GetPayoutDeps,
  tenant: Tenant,
  id: Id<'payout'> | undefined,
): Promise<PayoutView> {
  const found = id === undefined ? undefined : await payouts.byId(tenant, id);
  if (found === undefined) throw notFound('payout');
  return payoutView(found);
}
