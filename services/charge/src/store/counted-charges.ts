import type { Id, Tenant } from '@gx/core';
import { endOf, hourOf, startOf } from '../domain/days.ts';
import { type CellKey, type CellRow, recount } from '../domain/statistics-cell.ts';
import type { ChargeDocument } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';

/** What counting reads of a charge. Not `bankReturns`: `refunded` is what the merchant sent back. */
const COUNTED_FIELDS = {
  status: 1,
  firstStatus: 1,
  amount: 1,
  currency: 1,
  fees: 1,
  createdAt: 1,
  settlement: 1,
  refunds: 1,
  method: 1,
  'outbox.eventId': 1,
} as const;
/** How the charges of an hour are found: those created in it, and those paid in it. */
const CREATED = { field: 'createdAt', own: { listed: true }, hint: 'page' } as const;
const PAID = { field: 'settlement.paidAt', own: {}, hint: 'paid' } as const;
const AT_ONCE = 1_000;

/** `charges`: created in the hour. `isSettled`: nothing that was counted waits to mark the hour dirty. */
export type Count = { readonly rows: readonly CellRow[]; readonly charges: number; readonly isSettled: boolean };
export type CountedCharges = ReturnType<typeof countedCharges>;

/** Charges as statistics see them. */
export function countedCharges(model: ChargeModel) {
  type Side = typeof CREATED | typeof PAID;
  const find = ({ accountId, livemode }: Tenant, { field, own, hint }: Side, times: object, more: object) =>
    model.collection.find<ChargeDocument>({ accountId, livemode, ...own, [field]: times } as never, { hint, ...more });
  const firstOf = async (tenant: Tenant, side: Side, from: Date): Promise<ChargeDocument | null> =>
    find(tenant, side, { $gte: from }, { projection: { createdAt: 1, settlement: 1 }, sort: { [side.field]: 1 } })
      .limit(1)
      .next();

  return {
    /** Counts the hour anew from its charges. */
    async count({ tenant, hour }: CellKey): Promise<Count> {
      const times = { $gte: startOf(hour), $lt: endOf(hour) };
      const more = { projection: COUNTED_FIELDS, batchSize: AT_ONCE };
      const tally = recount(hour);
      let [charges, isSettled] = [0, true];
      for (const side of [CREATED, PAID])
        for await (const charge of find(tenant, side, times, more)) {
          if (side === PAID && hourOf(charge.createdAt) === hour) continue;
          tally.add(charge);
          if (side === CREATED) charges += 1;
          if ((charge.outbox?.length ?? 0) > 0) isSettled = false;
        }
      return { rows: tally.rows(), charges, isSettled };
    },

    /** The first hour from this one on in which the tenant has a charge. */
    async hourFrom(tenant: Tenant, hour: string): Promise<string | undefined> {
      const from = startOf(hour);
      const [created, paid] = await Promise.all([firstOf(tenant, CREATED, from), firstOf(tenant, PAID, from)]);
      const times = [created?.createdAt, paid?.settlement?.paidAt].filter((time) => time !== undefined);
      return times.map(hourOf).toSorted()[0];
    },

    /** The first account after this one that has a charge. */
    async accountAfter(account: string): Promise<Id<'account'> | undefined> {
      const sort = { accountId: 1, livemode: 1, idempotencyKey: 1 } as const;
      const found = await model.collection.findOne(
        { accountId: { $gt: account } },
        { sort, projection: { accountId: 1 } },
      );
      return found?.['accountId'] as Id<'account'> | undefined;
    },
  };
}
