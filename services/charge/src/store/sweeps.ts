import { databaseTime } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';

/** How far the settlements of a bank have been read. */
export type SweepDocument = {
  _id: string;
  /** Everything that settled until here is stored. */
  readUntil: Date;
  /** When the long look back was last finished. */
  lookedBackAt: Date;
};
export type SweepStore = ReturnType<typeof sweepStore>;

/** One watermark for each bank profile. */
export function sweepStore(connection: Connection) {
  const collection = connection.collection<SweepDocument>('sweeps');
  return {
    now: () => databaseTime(connection),
    of: (bankProfileId: string): Promise<SweepDocument | null> => collection.findOne({ _id: bankProfileId }),
    /** Never moves back: a slower replica cannot undo what a faster one finished. */
    async done(bankProfileId: string, readUntil: Date, lookedBack: boolean): Promise<void> {
      await collection.updateOne(
        { _id: bankProfileId },
        { $max: { readUntil, lookedBackAt: lookedBack ? readUntil : new Date(0) } },
        { upsert: true },
      );
    },
  };
}
