import type { Id } from '@gx/core';
import type { Connection } from 'mongoose';
import type { ChargeModel } from './charge-model.ts';

type OldDocument = { _id: string; since: Date; isOver?: boolean };
export type OldCountStore = ReturnType<typeof oldCountStore>;

const OLD = 'old charges';
/** A version that does not count may still be running for so long after this one has come. */
const BESIDE_MS = 86_400_000;

/** Charges that an earlier version made or changed: counted by nobody, and not marked either. */
export function oldCountStore(connection: Connection, model: ChargeModel) {
  const rolls = connection.collection<OldDocument>('rolls');
  return {
    /**
     * Whether all of them have been found, and none can come any more. The first who asks starts the time.
     */
    async isOver(): Promise<boolean> {
      await rolls.updateOne({ _id: OLD }, [{ $set: { since: { $ifNull: ['$since', '$$NOW'] } } }], { upsert: true });
      const found = await rolls.findOne({ _id: OLD, isOver: true });
      return found !== null;
    },

    /** Marks what is not counted as it stands, a page by id; the last id of the page, null at the end. */
    async markPage(after: Id<'charge'> | null, limit: number): Promise<Id<'charge'> | null> {
      const behind = { $and: ['$listed', { $ne: ['$unrolled', true] }, { $ne: ['$rolled.version', '$version'] }] };
      const page = await model.collection
        .find(after === null ? {} : { _id: { $gt: after as never } }, {
          projection: { behind },
          sort: { _id: 1 },
          limit,
        })
        .toArray();
      const ids = page.filter((one) => one['behind'] === true).map(({ _id }) => _id);
      // Marked without need is counted without effect.
      if (ids.length > 0) await model.collection.updateMany({ _id: { $in: ids } }, { $set: { unrolled: true } });
      return page.length < limit ? null : ((page.at(-1)?._id ?? null) as Id<'charge'> | null);
    },

    /** All pages have been looked at: the last time, if that was long enough after the first. */
    async end(): Promise<void> {
      const isLate = { $lt: ['$since', { $subtract: ['$$NOW', BESIDE_MS] }] };
      await rolls.updateOne({ _id: OLD, $expr: isLate }, { $set: { isOver: true } });
    },
  };
}
