import { type Id, Refusal } from '@gx/core';
import { standingView } from '../domain/checkout-view.ts';
import type { CheckoutStore } from '../store/checkouts.ts';

export type GetCheckoutStatusesDeps = { readonly checkouts: CheckoutStore };

const IDS_MAX = 1_000;

/** Where the payers of many charges stand, for pages that are open: one read, whatever their number. */
export async function getCheckoutStatuses({ checkouts }: GetCheckoutStatusesDeps, ids: readonly Id<'charge'>[]) {
  if (ids.length > IDS_MAX) throw new Refusal('invalid_request', `At most ${IDS_MAX} ids.`, { param: 'ids' });
  const standings = ids.length === 0 ? [] : await checkouts.standings(ids);
  return { standings: standings.map(standingView) };
}
