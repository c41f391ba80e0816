import type { ListPayoutsRequest } from '@gx/contracts/payout';
import { parseId, Refusal, type Tenant } from '@gx/core';
import { listedView, type PayoutView } from '../domain/payout-view.ts';
import type { PayoutFilter, PayoutStore } from '../store/payouts.ts';

export type ListPayoutsDeps = { readonly payouts: Pick<PayoutStore, 'byId' | 'page'> };
export type PayoutPage = { readonly payouts: PayoutView[]; readonly hasMore: boolean };

const LIMIT = { fallback: 20, max: 100 } as const;

/**
 * Payouts of a tenant, newest first, after the one that a cursor names. Throws `invalid_cursor` for one that
 * is no payout of this tenant.
 */
export async function listPayouts(
  { payouts }: ListPayoutsDeps,
  tenant: Tenant,
  request: Omit<ListPayoutsRequest, 'tenant'>,
): Promise<PayoutPage> {
  const limit = Math.min(request.limit || LIMIT.fallback, LIMIT.max);
  const found = await payouts.page(tenant, { ...(await filterOf(payouts, tenant, request)), limit: limit + 1 });
  return { payouts: found.slice(0, limit).map(listedView), hasMore: found.length > limit };
}

async function filterOf(
  payouts: Pick<PayoutStore, 'byId'>,
  tenant: Tenant,
  { startingAfter, status, createdAfterMs, createdBeforeMs }: Omit<ListPayoutsRequest, 'tenant'>,
): Promise<Omit<PayoutFilter, 'limit'>> {
  return {
    ...(startingAfter === undefined ? {} : { after: await cursorOf(payouts, tenant, startingAfter) }),
    ...(status === 'STATUS_UNSPECIFIED' ? {} : { status }),
    ...(createdAfterMs === undefined ? {} : { createdFrom: new Date(createdAfterMs) }),
    ...(createdBeforeMs === undefined ? {} : { createdTo: new Date(createdBeforeMs) }),
  };
}

async function cursorOf(payouts: Pick<PayoutStore, 'byId'>, tenant: Tenant, startingAfter: string) {
  const id = parseId('payout', startingAfter);
  const found = id === undefined ? undefined : await payouts.byId(tenant, id);
  if (found !== undefined) return found;
  throw new Refusal('invalid_cursor', 'starting_after is no payout of this account.', { param: 'starting_after' });
}
