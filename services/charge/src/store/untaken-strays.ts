import { cents } from '@gx/core';
import type { OutboxRelay } from '@gx/runtime/mongo';
import { databaseTime } from './database-time.ts';
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

    /** Ordered strays of which an earlier version did not say whether anybody took them up. */
    unsaid: (limit: number): Promise<UntakenStray[]> => found({ untaken: null, returnId: { $ne: null } }, limit),

    /** Pushes the order once more unless it still waits to be published: it is the same event. */
    async tellAgain(stray: UntakenStray): Promise<void> {
      const { _id: id, livemode, returnId, returnedAt } = stray;
      const untaken = { _id: id, untaken: { $ne: false }, toldAt: stray.toldAt ?? null };
      // The same money under another profile that was ordered first has that one's return, and no environment of its own.
      if (livemode === undefined || returnId === null || returnedAt != null) {
        await model.updateOne(untaken as never, { $set: { untaken: false } });
        return;
      }
      const told = { $set: { untaken: true }, $currentDate: { toldAt: true } } as const;
      const order = encodeStray({ ...stray, amount: cents(stray.amount), livemode, returnId }, orderedAt(stray));
      const written = await model
        .findOneAndUpdate(
          { ...untaken, 'outbox.0': { $exists: false } } as never,
          { ...told, $push: { outbox: order } } as never,
          { returnDocument: 'after', projection: { outbox: 1 } },
        )
        .lean<Pick<StrayDocument, '_id' | 'outbox'>>();
      if (written === null) await model.updateOne(untaken as never, told as never);
      else relay.publish({ id: written._id, outbox: written.outbox });
    },
  };
}

/** The time that its order tells. */
export const orderedAt = ({ orderedAt: at, storedAt }: UntakenStray): Date => at ?? storedAt;
