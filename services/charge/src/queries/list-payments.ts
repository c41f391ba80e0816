import { Refusal, type Tenant } from '@gx/core';
import { type Addresses, type ChargeView, chargeView } from '../domain/charge-view.ts';
import type { PaymentFilter, PaymentOrder, PaymentPages } from '../store/payment-pages.ts';
import { listTotals } from './list-totals.ts';

type Deps = { readonly pages: PaymentPages; readonly addresses: Addresses; readonly now: () => Date };
/** `page` counts from 1. */
export type PaymentListing = {
  readonly filter: PaymentFilter;
  readonly order: PaymentOrder;
  readonly page: number;
  readonly limit: number;
};
const LIMIT_MAX = 100;
/** What is skipped is read: this bounds the work of one page. Behind it, dates narrow the list. */
const DEPTH_MAX = 100_000;

/** A page of the tenant's charges in an order of its choice, and how many there are in all. */
export function listPayments({ pages, addresses, now }: Deps) {
  const totalOf = listTotals({ pages, clockMs: () => performance.now(), now });
  return async (tenant: Tenant, { filter, order, page, limit }: PaymentListing) => {
    if (limit < 1 || limit > LIMIT_MAX)
      throw new Refusal('invalid_request', `The limit must be from 1 to ${LIMIT_MAX}.`, { param: 'limit' });
    if (page < 1 || page * limit > DEPTH_MAX)
      throw new Refusal('invalid_request', `A page ends at the ${DEPTH_MAX}th charge at the latest.`, {
        param: 'page',
      });
    const counted = totalOf(tenant, filter);
    const bounds = { order, skip: (page - 1) * limit, limit };
    // How many charges a period has decides how an order that is not its own is had.
    const isPeriod = filter.createdFrom !== undefined || filter.createdTo !== undefined;
    const charges =
      isPeriod && order.by === 'amount'
        ? pages.page(tenant, filter, { ...bounds, total: await counted })
        : pages.page(tenant, filter, bounds);
    const [total, found] = await Promise.all([counted, charges]);
    return { charges: found.map((charge): ChargeView => chargeView(charge, addresses)), total };
  };
}
