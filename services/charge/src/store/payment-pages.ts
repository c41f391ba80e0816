import type { Id, Tenant } from '@gx/core';
import type { Connection } from 'mongoose';
import type { Charge } from '../domain/charge.ts';
import type { Status } from '../domain/transitions.ts';
import { type ChargeDocument, chargeOf } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';

export type PaymentPages = ReturnType<typeof paymentPages>;
/** Which charges of a tenant a list holds; both times belong to it. */
export type PaymentFilter = { readonly status?: Status; readonly createdFrom?: Date; readonly createdTo?: Date };
export type PaymentOrder = { readonly by: 'createdAt' | 'amount' | 'status'; readonly ascending: boolean };
export type PaymentPage = {
  readonly order: PaymentOrder;
  readonly skip: number;
  readonly limit: number;
  /** At most this many charges are in the list, as far as the caller knows. */
  readonly total?: number;
};

/** So many charges of a period may be sorted as they are read; a longer one is read in the order of an index. */
const SORTED_MAX = 5_000;

/**
 * The list by page. Every question names its index, so that no statistics of the server turn a page into a scan: the ids of a page are read from
 * the index alone, what is skipped included, and only the charges that are shown are fetched.
 */
export function paymentPages(connection: Connection, model: ChargeModel) {
  return {
    /** How many charges the list holds, or `most` if it holds more: keys of one index, counted. */
    async count(tenant: Tenant, filter: PaymentFilter, most?: number): Promise<number> {
      const query = conditionsOf(tenant, filter);
      const hint = indexOf({ by: 'createdAt', ascending: false }, filter);
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
      const { accountId, livemode } = tenant;
      const documents = await model
        .find({ _id: { $in: ids }, accountId, livemode }, { outbox: 0 })
        .lean<ChargeDocument[]>();
      const byId = new Map(documents.map((document) => [document._id, document]));
      return ids.flatMap((id) => byId.get(id) ?? []).map(chargeOf);
    },
  };
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

/** Equal ones in the order of their ids; charges of one status, in the order of their creation first. */
function sortOf({ by, ascending }: PaymentOrder, { status }: PaymentFilter): Record<string, 1 | -1> {
  const direction = ascending ? 1 : -1;
  if (by === 'amount') return { amount: direction, _id: direction };
  const byTime = { createdAt: direction, _id: direction } as const;
  return by === 'status' && status === undefined ? { status: direction, ...byTime } : byTime;
}

function indexOf({ by }: PaymentOrder, { status, createdFrom, createdTo }: PaymentFilter, total?: number): string {
  const isPeriod = createdFrom !== undefined || createdTo !== undefined;
  const isShort = isPeriod && total !== undefined && total <= SORTED_MAX;
  if (by === 'amount' && !isShort) return status === undefined ? 'page_amount' : 'page_amount_status';
  return status === undefined && by !== 'status' ? 'page' : 'page_status';
}
