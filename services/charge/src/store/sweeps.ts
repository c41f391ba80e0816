import { databaseTime } from '@gx/runtime/mongo';
import { type Connection, type Model, Schema } from 'mongoose';

/** How far the settlements of a bank have been read. */
export type SweepDocument = {
  _id: string;
  /** Everything that settled until here is stored. */
  readUntil: Date;
  /** When the long look back was last finished. */
  lookedBackAt: Date;
};
export type SweepStore = ReturnType<typeof sweepStore>;

const schema = new Schema<SweepDocument>(
  {
    _id: { type: String, required: true },
    readUntil: { type: Date, required: true },
    lookedBackAt: { type: Date, required: true },
  } as never,
  { collection: 'sweeps', versionKey: false, strict: 'throw', strictQuery: 'throw' },
);

/** One watermark for each bank profile. */
export function sweepStore(connection: Connection) {
  const model =
    (connection.models['Sweep'] as Model<SweepDocument> | undefined) ??
    connection.model<SweepDocument>('Sweep', schema);
  return {
    now: () => databaseTime(connection),
    of: (bankProfileId: string): Promise<SweepDocument | null> => model.findById(bankProfileId).lean<SweepDocument>(),
    /** Never moves back: a slower replica cannot undo what a faster one finished. */
    async done(bankProfileId: string, readUntil: Date, lookedBack: boolean): Promise<void> {
      await model.updateOne(
        { _id: bankProfileId },
        { $max: { readUntil, lookedBackAt: lookedBack ? readUntil : new Date(0) } },
        { upsert: true },
      );
    },
  };
}
