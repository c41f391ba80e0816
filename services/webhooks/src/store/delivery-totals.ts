import type { Id, Tenant } from '@gx/core';
import { isDuplicateKey } from '@gx/runtime/mongo';
import { type Connection, Schema } from 'mongoose';
import { type DeliveryDocument, type DeliveryModel, OF_ENDPOINT } from './delivery-document.ts';
import { firstIdAt } from './id-times.ts';

type TotalDocument = {
  _id: string;
  accountId: Id<'account'>;
  livemode: boolean;
  /** Deliveries whose id is below this one are in `count`. */
  upTo: string;
  count: number;
};
/** What never changes of a delivery and can be asked for. */
export type FixedFilter = Partial<Pick<DeliveryDocument, 'eventName' | 'endpointId'>>;

/** Nobody stores a delivery this much later than its id was made. */
const SETTLED_AFTER_MS = 3_600_000;
/** The remembered part moves on when it is this far behind, so that few reads write. */
const MOVES_ON_AFTER_MS = 2 * SETTLED_AFTER_MS;
const FIRST = '';
const required = true;
const schema = new Schema<TotalDocument>(
  {
    _id: { type: String, required },
    accountId: { type: String, required },
    livemode: { type: Boolean, required },
    upTo: { type: String, required },
    count: { type: Number, required },
  },
  { strict: 'throw', versionKey: false, collection: 'delivery_totals' },
);

/**
 * How many deliveries there are, whatever became of them. In live mode none is ever removed, and account,
 * world, endpoint and name of one never change, so how many there were before a moment is fixed: it is
 * counted once and remembered, and a read counts what came since. The moment is the database's: after one
 * that a replica with a clock ahead had chosen, what others store would be in no total for ever. In test
 * mode they are gone after 30 days: what is there is counted.
 */
export async function deliveryTotals(
  connection: Connection,
  deliveries: DeliveryModel,
  databaseNow: () => Promise<Date>,
) {
  const totals = connection.model('DeliveryTotal', schema);
  await totals.createCollection();

  return async (tenant: Tenant, filter: FixedFilter = {}): Promise<number> => {
    const between = (from: string, to?: string): Promise<number> =>
      deliveries.countDocuments(
        {
          ...tenant,
          ...filter,
          _id: { $gte: from as Id<'delivery'>, ...(to === undefined ? {} : { $lt: to as Id<'delivery'> }) },
        },
        filter.endpointId === undefined ? {} : { hint: OF_ENDPOINT },
      );
    const { accountId, livemode } = tenant;
    if (!livemode) return between(FIRST);
    const _id = [accountId, 'live', filter.endpointId ?? '*', filter.eventName ?? '*'].join('/');
    const known = (await totals.findById(_id).lean()) ?? { upTo: FIRST, count: 0 };
    const time = (await databaseNow()).getTime();
    if (known.upTo >= firstIdAt(time - MOVES_ON_AFTER_MS)) return known.count + (await between(known.upTo));
    const upTo = firstIdAt(time - SETTLED_AFTER_MS);
    const count = known.count + (await between(known.upTo, upTo));
    // The merchant chooses what is counted: of what there is not, nothing is remembered.
    if (count > 0)
      await totals
        .updateOne({ _id, upTo: known.upTo }, { $set: { accountId, livemode, upTo, count } }, { upsert: true })
        .catch(onlyDuplicate);
    return count + (await between(upTo));
  };
}

/** Somebody else moved it on first: theirs is as good. */
function onlyDuplicate(error: unknown): void {
  if (!isDuplicateKey(error)) throw error;
}
