import type { Id, Tenant } from '@gx/core';
import { isDuplicateKey } from '@gx/runtime/mongo';
import { type Connection, mongo } from 'mongoose';
import type { SumName } from '../domain/contribution.ts';
import { type Addition, nameOf, prefixOf, type Rollup, type Summed } from '../domain/rollup.ts';

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
export type RollupStore = ReturnType<typeof rollupStore>;

/** After every currency and method of a day. */
const END_OF_DAY = '~';

/** Sums of charges by day. They are raised, lot by lot, by what their charges contribute, and never computed from charges when they are read. */
export function rollupStore(connection: Connection) {
  const collection = connection.collection<RollupDocument>('rollups');
  return {
    /** What a tenant's charges add up to on each of these days; they follow each other. A day, currency and method without any has none. */
    async between(tenant: Tenant, days: readonly string[]): Promise<Rollup[]> {
      return (await collection.find(ofDays(tenant, days)).toArray()).map(rollupOf);
    },

    /** The same without the times to pay: the more payments a day has, the more slots they fill, most of what is read otherwise. */
    async sumsBetween(tenant: Tenant, days: readonly string[]): Promise<Summed[]> {
      const found = await collection.find(ofDays(tenant, days), { projection: { timeToPay: 0 } }).toArray();
      return found.map(summedOf);
    },

    /** Adds a lot wherever it has not been added yet: lots come one after the other, so an earlier one is in every place already. */
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

const summedOf = ({ day, currency, method, sums }: Omit<RollupDocument, 'timeToPay'>): Summed => ({
  cell: { day, currency, method },
  sums: sums ?? {},
});

export const rollupOf = (document: RollupDocument): Rollup => ({
  ...summedOf(document),
  timeToPay: new Map(Object.entries(document.timeToPay ?? {}).map(([slot, count]) => [Number(slot), count])),
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
