import { Refusal, type Tenant } from '@gx/core';
import { type ChargeView, listedView, type PublicAddresses } from '../domain/charge-view.ts';
import {
  type IndexedOrder,
  isIndexed,
  type PaymentFilter,
  type PaymentPages,
  type PaymentSort,
  type SortedOrder,
} from '../store/payment-pages.ts';
import type { listTotals } from './list-totals.ts';

export type ListPaymentsDeps = {
  readonly pages: PaymentPages;
  readonly totalOf: ReturnType<typeof listTotals>;
  readonly addresses: PublicAddresses;
};
/** `page` counts from 1. */
export type PaymentListing = {
  readonly filter: PaymentFilter;
  readonly order: PaymentSort;
  readonly page: number;
  readonly limit: number;
};
const LIMIT_MAX = 100;
/** What is skipped is read: this bounds the work of one page. Behind it, dates narrow the list. */
const DEPTH_MAX = 100_000;
/** So many charges are read to be sorted by what no index sorts by (decisions A40). */
const SORTED_MAX = 10_000;

const tooMany = ({ by }: PaymentSort): Refusal =>
  new Refusal(
    'invalid_request',
    `sortBy: ${by} sorts at most 10,000 transactions; narrow the list with startDate, endDate or status.`,
    { param: 'sortBy' },
  );

/** A page of the tenant's charges in an order of its choice, and how many there are in all. */
export async function listPayments(deps: ListPaymentsDeps, tenant: Tenant, listing: PaymentListing) {
  const { order, page, limit } = listing;
  if (limit < 1 || limit > LIMIT_MAX)
    throw new Refusal('invalid_request', `The limit must be from 1 to ${LIMIT_MAX}.`, { param: 'limit' });
  if (page < 1 || page * limit > DEPTH_MAX)
    throw new Refusal('invalid_request', `A page ends at the ${DEPTH_MAX}th charge at the latest.`, { param: 'page' });
  const { charges, total } = isIndexed(order)
    ? await byIndex(deps, tenant, { ...listing, order })
    : await sorted(deps, tenant, { ...listing, order });
  return { charges: charges.map((charge): ChargeView => listedView(charge, deps.addresses)), total };
}

type By<O> = PaymentListing & { readonly order: O };

async function byIndex({ pages, totalOf }: ListPaymentsDeps, tenant: Tenant, listing: By<IndexedOrder>) {
  const { filter, order, page, limit } = listing;
  const counted = totalOf(tenant, filter);
  const bounds = { order, skip: (page - 1) * limit, limit };
  // How many charges a period has decides how an order that is not its own is had.
  const isPeriod = filter.createdFrom !== undefined || filter.createdTo !== undefined;
  const charges =
    isPeriod && order.by !== 'createdAt'
      ? pages.page(tenant, filter, { ...bounds, total: await counted })
      : pages.page(tenant, filter, bounds);
  const [total, found] = await Promise.all([counted, charges]);
  return { total, charges: found };
}

async function sorted({ pages }: ListPaymentsDeps, tenant: Tenant, listing: By<SortedOrder>) {
  const { filter, order, page, limit } = listing;
  const total = await pages.count(tenant, filter, SORTED_MAX + 1);
  if (total > SORTED_MAX) throw tooMany(order);
  return { total, charges: await pages.sorted(tenant, filter, order, { skip: (page - 1) * limit, limit }) };
}
