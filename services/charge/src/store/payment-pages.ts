import type { Id, Tenant } from '@gx/core';
import type { Charge } from '../domain/charge.ts';
import type { Status } from '../domain/transitions.ts';
import type { ChargeDocument } from './charge-document.ts';
import { CUSTOMER_SORT_KEYS, SORT_KEYS, type SortKey } from './sort-keys.ts';
import { sortedByCustomer } from './sorted-by-customer.ts';
import type { ChargeCollection } from './stored-charges.ts';

export type PaymentPages = ReturnType<typeof paymentPages>;
/** Which charges of a tenant a list holds; both times belong to it. */
export type PaymentFilter = { readonly status?: Status; readonly createdFrom?: Date; readonly createdTo?: Date };
/** What an index sorts any number of charges by. */
type IndexedKey = 'createdAt' | 'amount' | 'status';
export type IndexedOrder = { readonly by: IndexedKey; readonly ascending: boolean };
/** What is sorted as it is read. */
export type SortedOrder = { readonly by: SortKey; readonly ascending: boolean };
export type PaymentSort = IndexedOrder | SortedOrder;
export const isIndexed = (order: PaymentSort): order is IndexedOrder =>
  !(order.by in SORT_KEYS) && !(order.by in CUSTOMER_SORT_KEYS);
type Part = { readonly skip: number; readonly limit: number };
export type PaymentPage = Part & {
  readonly order: IndexedOrder;
  /** At most this many charges are in the list, as far as the caller knows. */
  readonly total?: number;
};

/**
 * So many charges of a period may be sorted as they are read; a longer one is read in the order of an index.
 */
const SORTED_MAX = 5_000;

const NEWEST_FIRST: IndexedOrder = { by: 'createdAt', ascending: false };

/**
 * The list by page. Every question names its index, so that no statistics of the server turn a page into a
 * scan: the ids of a page are read from the index alone, what is skipped included, and only the charges that
 * are shown are fetched.
 */
export function paymentPages(charges: ChargeCollection) {
  const { connection, model } = charges;
  return {
    /** How many charges the list holds, or `most` if it holds more: keys of one index, counted. */
    async count(tenant: Tenant, filter: PaymentFilter, most?: number): Promise<number> {
      const query = conditionsOf(tenant, filter);
      const hint = indexOf(NEWEST_FIRST, filter);
      const answer = await connection.db?.command({
        count: model.collection.name,
        query,
        hint,
        ...(most === undefined ? {} : { limit: most }),
      });
      return (answer as { readonly n: number }).n;
    },

    /** One page in its order. */
    async page(tenant: Tenant, filter: PaymentFilter, page: PaymentPage): Promise<Charge[]> {
      const ids = await model.collection
        .find(conditionsOf(tenant, filter) as never, { projection: { _id: 1 } })
        .sort(sortOf(page.order, filter))
        .hint(indexOf(page.order, filter, page.total))
        .skip(page.skip)
        .limit(page.limit)
        .map(({ _id }) => _id as unknown as Id<'charge'>)
        .toArray();
      return inOrderOf(charges, tenant, ids);
    },

    /**
     * One page in the order of what no index sorts by: reads every charge of the list, so the caller bounds
     * them.
     */
    async sorted(tenant: Tenant, filter: PaymentFilter, order: SortedOrder, { skip, limit }: Part) {
      if (order.by in CUSTOMER_SORT_KEYS) {
        const ids = await sortedByCustomer(charges, conditionsOf(tenant, filter), indexOf(NEWEST_FIRST, filter), order);
        return inOrderOf(charges, tenant, ids.slice(skip, skip + limit));
      }
      const direction = order.ascending ? 1 : -1;
      const sorted = await model.collection
        .aggregate<{ readonly _id: Id<'charge'> }>(
          [
            { $match: conditionsOf(tenant, filter) },
            { $project: { key: SORT_KEYS[order.by as keyof typeof SORT_KEYS] } },
            { $sort: { key: direction, _id: direction } },
            { $skip: skip },
            { $limit: limit },
          ],
          { hint: indexOf(NEWEST_FIRST, filter) },
        )
        .toArray();
      const ids = sorted.map(({ _id }) => _id);
      return inOrderOf(charges, tenant, ids);
    },
  };
}

/** These charges, in this order. */
async function inOrderOf(
  { model, stored }: ChargeCollection,
  { accountId, livemode }: Tenant,
  ids: readonly Id<'charge'>[],
): Promise<Charge[]> {
  const documents = await model
    .find({ _id: { $in: ids }, accountId, livemode }, { outbox: 0 })
    .lean<ChargeDocument[]>();
  const byId = new Map(documents.map((document) => [document._id, document]));
  return stored.eachOpened(ids.flatMap((id) => byId.get(id) ?? []));
}

/** Only what the indexes hold, so that nothing is fetched to be left out. */
function conditionsOf({ accountId, livemode }: Tenant, { status, createdFrom, createdTo }: PaymentFilter) {
  const createdAt = {
    ...(createdFrom === undefined ? {} : { $gte: createdFrom }),
    ...(createdTo === undefined ? {} : { $lte: createdTo }),
  };
  return {
    accountId,
    livemode,
    listed: true,
    ...(status === undefined ? {} : { status }),
    ...(Object.keys(createdAt).length === 0 ? {} : { createdAt }),
  };
}

/** Equal ones in the order of their ids. */
function sortOf({ by, ascending }: IndexedOrder, { status }: PaymentFilter): Record<string, 1 | -1> {
  const direction = ascending ? 1 : -1;
  if (by === 'status' && status !== undefined) return { _id: direction };
  return { [by]: direction, _id: direction };
}

function indexOf({ by }: IndexedOrder, { status, createdFrom, createdTo }: PaymentFilter, total?: number): string {
  const isPeriod = createdFrom !== undefined || createdTo !== undefined;
  const isShort = isPeriod && total !== undefined && total <= SORTED_MAX;
  if (by === 'amount' && !isShort) return status === undefined ? 'page_amount' : 'page_amount_status';
  if (by === 'status' && !isShort) return 'page_by_status';
  return status === undefined && by !== 'status' ? 'page' : 'status';
}
