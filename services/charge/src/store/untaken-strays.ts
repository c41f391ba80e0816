import { databaseTime, type OutboxRelay, pushAgain } from '@gx/runtime/mongo';
import { encodeStray } from './encode-stray.ts';
import type { StrayDocument, StrayModel } from './strays.ts';

export type UntakenStrayStore = ReturnType<typeof untakenStrayStore>;
export type UntakenStray = Omit<StrayDocument, 'outbox'>;

/** Strays whose return the refund service has not taken up. */
export function untakenStrayStore(model: StrayModel, relay: Pick<OutboxRelay, 'publish'>) {
  const found = (condition: object, limit: number): Promise<UntakenStray[]> =>
    model.find(condition, { outbox: 0 }).hint('untaken').sort({ toldAt: 1 }).limit(limit).lean<UntakenStray[]>();

  return {
    /** Those that were last told `afterMs` ago. */
    async due(afterMs: number, limit: number): Promise<UntakenStray[]> {
      const now = await databaseTime(model.db);
      return found({ untaken: true, toldAt: { $lt: new Date(now.getTime() - afterMs) } }, limit);
    },

    /**
     * Tells the order once more, unless somebody else has; one that there is not, or that is over, is marked
     * so.
     */
    async tellAgain(stray: UntakenStray): Promise<void> {
      const { _id, returnedAt, toldAt = null } = stray;
      const found = { _id, untaken: true, toldAt };
      if (returnedAt != null) {
        await model.collection.updateOne(found, { $set: { untaken: false } });
        return;
      }
      const order = encodeStray(stray, stray.storedAt);
      await pushAgain(
        { collection: model.collection, relay },
        {
          found,
          told: { $unset: { noted: true }, $currentDate: { toldAt: true } },
          events: [order],
        },
      );
    },
  };
}
