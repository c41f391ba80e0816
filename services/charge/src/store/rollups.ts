import type { Id, Tenant } from '@gx/core';
import { isDuplicateKey } from '@gx/runtime/mongo';
import { type Connection, mongo } from 'mongoose';
import type { SumName } from '../domain/contribution.ts';
import { type Addition, nameOf, prefixOf, type Rollup, type Summed } from '../domain/rollup.ts';
import { rememberedTimes } from './remembered-times.ts';

/** What all charges of a tenant add to one day, currency and method. */
export type RollupDocument = {
  _id: string;
  accountId: Id<'account'>;
  livemode: boolean;
  day: string;
  currency: string;
  method: string;
  /** The last lot of charges that was added: each is added once, whoever does it and however often. */
  lot: number;
  sums: Partial<Record<SumName, number>>;
  /** How many of the day's payments took how long, by slot. */
  timeToPay: Record<string, number>;
};
type Untimed = Omit<RollupDocument, 'timeToPay'>;
export type RollupStore = ReturnType<typeof rollupStore>;

/** After every currency and method of a day. */
const END_OF_DAY = '~';

/**
 * Sums of charges by day. They are raised, lot by lot, by what their charges contribute, and never computed
 * from charges when they are read.
 */
export function rollupStore(connection: Connection) {
  const collection = connection.collection<RollupDocument>('rollups');
  const remembered = rememberedTimes();
  /** The more payments a day has, the more slots their times fill: most of what would be read. */
  const untimed = (tenant: Tenant, days: readonly string[]): Promise<Untimed[]> =>
    collection.find<Untimed>(ofDays(tenant, days), { projection: { timeToPay: 0 } }).toArray();
  const timed = async (names: readonly string[]): Promise<ReadonlyMap<string, Rollup>> => {
    const found = names.length === 0 ? [] : await collection.find({ _id: { $in: [...names] } }).toArray();
    return new Map(
      found.map((document) => {
        const timeToPay = remembered.keep(document._id, document.lot, document.timeToPay ?? {});
        return [document._id, { ...summedOf(document), timeToPay }];
      }),
    );
  };

  return {
    /**
     * What a tenant's charges add up to on each of these days; they follow each other. A day, currency and
     * method without any has none. Times to pay are read of those alone that a lot has been added to since
     * they were last.
     */
    async between(tenant: Tenant, days: readonly string[]): Promise<Rollup[]> {
      const known = (await untimed(tenant, days)).map((document) => {
        const timeToPay = remembered.after(document._id, document.lot);
        return { name: document._id, rollup: timeToPay && { ...summedOf(document), timeToPay } };
      });
      const read = await timed(known.filter(({ rollup }) => rollup === undefined).map(({ name }) => name));
      return known.flatMap(({ name, rollup = read.get(name) }) => rollup ?? []);
    },

    /** The same without the times to pay. */
    async sumsBetween(tenant: Tenant, days: readonly string[]): Promise<Summed[]> {
      return (await untimed(tenant, days)).map(summedOf);
    },

    /**
     * Adds a lot wherever it has not been added yet: lots come one after the other, so an earlier one is in
     * every place already.
     */
    async raise(lot: number, additions: readonly Addition[]): Promise<void> {
      if (additions.length === 0) return;
      const operations = additions.map((addition) => ({
        updateOne: {
          filter: { _id: nameOf(addition), lot: { $lt: lot } },
          update: { $setOnInsert: ownerOf(addition), $set: { lot }, $inc: raises(addition) },
          upsert: true,
        },
      }));
      await collection.bulkWrite(operations as never[], { ordered: false }).catch(raisedAlready);
    },
  };
}

function ofDays(tenant: Tenant, days: readonly string[]) {
  const prefix = prefixOf(tenant);
  return { _id: { $gte: `${prefix}${days[0]}`, $lt: `${prefix}${days.at(-1)}${END_OF_DAY}` } };
}

export const summedOf = ({ day, currency, method, sums }: Untimed): Summed => ({
  cell: { day, currency, method },
  sums: sums ?? {},
});

const ownerOf = ({ tenant: { accountId, livemode }, cell: { day, currency, method } }: Addition) => ({
  accountId,
  livemode,
  day,
  currency,
  method,
});

function raises({ sums, timeToPay }: Addition): Record<string, number> {
  const named = Object.entries(sums).map(([name, by]) => [`sums.${name}`, by] as const);
  const timed = [...timeToPay].map(([slot, by]) => [`timeToPay.${slot}`, by] as const);
  return Object.fromEntries([...named, ...timed]);
}

/** A place that has this lot, or a later one, does not fit and cannot be made a second time. */
function raisedAlready(error: unknown): void {
  const failures = error instanceof mongo.MongoBulkWriteError ? [error.writeErrors].flat() : [];
  if (failures.length === 0 || !failures.every(isDuplicateKey)) throw error;
}
