import type { Id, Tenant } from '@gx/core';
import type { CustomerKeys } from '@gx/runtime/mongo';
import type { Charge } from '../domain/charge.ts';
import type { Status } from '../domain/transitions.ts';
import type { ChargeDocument } from './charge-document.ts';
import type { ChargeCollection } from './stored-charges.ts';

export type ChargeLists = ReturnType<typeof chargeLists>;
export type ChargeFilter = {
  readonly limit: number;
  readonly after?: Id<'charge'>;
  readonly statuses: readonly Status[];
  readonly createdFrom?: Date;
  readonly createdTo?: Date;
  readonly customerDocument?: string;
};
/** Charges of a list that one index holds. */
type Part = { readonly index: string; readonly conditions: Record<string, unknown> };
type Cursor = Pick<ChargeDocument, '_id' | 'createdAt'>;

const NO_OUTBOX = { outbox: 0 } as const;

/** Charges of a tenant by cursor, newest first. */
export const chargeLists = ({ model, stored }: ChargeCollection, keys: Pick<CustomerKeys, 'named'>) => ({
  /**
   * One page, newest first by (createdAt, id), and whether there is more; undefined for an unknown cursor.
   * Each names its index: a plan that the server keeps from a frequent status would look for a rare one among
   * all charges.
   */
  async page(tenant: Tenant, filter: ChargeFilter): Promise<{ charges: Charge[]; hasMore: boolean } | undefined> {
    const { accountId, livemode } = tenant;
    const mine = { accountId, livemode, listed: true };
    const cursor =
      filter.after === undefined
        ? null
        : await model
            .findOne({ _id: filter.after, ...mine }, { createdAt: 1 })
            .lean<Pick<ChargeDocument, '_id' | 'createdAt'>>();
    if (filter.after !== undefined && cursor === null) return undefined;
    const parts = await partsOf(keys, tenant, filter);
    const found = await Promise.all(
      parts.map(({ index, conditions }) =>
        model
          .find({ ...mine, ...conditionsOf(filter, cursor), ...conditions }, NO_OUTBOX)
          .sort({ createdAt: -1, _id: -1 })
          .hint(index)
          .limit(filter.limit + 1)
          .lean<ChargeDocument[]>(),
      ),
    );
    const documents = found.length === 1 ? found.flat() : found.flat().toSorted(newestFirst);
    const charges = await stored.eachOpened(documents.slice(0, filter.limit));
    return { charges, hasMore: documents.length > filter.limit };
  },
});

const newestFirst = (a: Cursor, b: Cursor): number =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a._id < b._id ? 1 : -1);

/** By a document: those whose customer is encrypted, and those of before, whose customer is not. */
async function partsOf(keys: Pick<CustomerKeys, 'named'>, tenant: Tenant, filter: ChargeFilter): Promise<Part[]> {
  const { statuses, customerDocument } = filter;
  if (customerDocument === undefined) return [{ index: statuses.length > 0 ? 'status' : 'page', conditions: {} }];
  const ids = (await keys.named(customerDocument, tenant)).map(({ id }) => id);
  const encrypted = { 'personalData.keyId': { $in: ids }, 'personalData.fields': 'customer.document' };
  return [
    { index: 'list_document', conditions: { 'customer.document': customerDocument } },
    ...(ids.length === 0 ? [] : [{ index: 'list_customer', conditions: encrypted }]),
  ];
}

function conditionsOf({ statuses, createdFrom, createdTo }: ChargeFilter, cursor: Cursor | null) {
  const createdAt = {
    ...(createdFrom === undefined ? {} : { $gte: createdFrom }),
    ...(createdTo === undefined ? {} : { $lte: createdTo }),
  };
  return {
    ...(statuses.length === 0 ? {} : { status: { $in: statuses } }),
    $and: [
      ...(Object.keys(createdAt).length === 0 ? [] : [{ createdAt }]),
      ...(cursor === null
        ? []
        : [
            // The first bound lets the index start at the cursor; the second skips what shares its
            // millisecond.
            { createdAt: { $lte: cursor.createdAt } },
            { $or: [{ createdAt: { $lt: cursor.createdAt } }, { _id: { $lt: cursor._id } }] },
          ]),
      {},
    ],
  };
}
