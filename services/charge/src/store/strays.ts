import type { EndToEndId } from '@gx/core';
import { isDuplicateKey } from '@gx/runtime';
import { type Connection, type Model, Schema } from 'mongoose';
import type { PixReceived } from '../domain/dispose.ts';

/** Money that belongs to no charge of ours: owned by the platform, never credited, to be returned. */
export type StrayDocument = {
  bankProfileId: string;
  endToEndId: EndToEndId;
  txid: string | null;
  amount: number;
  settledAt: Date;
  reason: 'UNKNOWN_CHARGE';
  storedAt: Date;
};
export type StrayStore = Awaited<ReturnType<typeof strayStore>>;
export type Stray = PixReceived & {
  readonly bankProfileId: string;
  readonly txid: string | null;
  readonly storedAt: Date;
};

const required = (type: unknown) => ({ type, required: true });
const schema = new Schema<StrayDocument>(
  {
    bankProfileId: required(String),
    endToEndId: required(String),
    txid: String,
    amount: required(Number),
    settledAt: required(Date),
    reason: required(String),
    storedAt: required(Date),
  } as never,
  { collection: 'strays', versionKey: false, strict: 'throw', strictQuery: 'throw' },
);

/** Makes the model, the indexes and the store. */
export async function strayStore(connection: Connection) {
  const model =
    (connection.models['Stray'] as Model<StrayDocument> | undefined) ??
    connection.model<StrayDocument>('Stray', schema);
  await model.collection.createIndexes([{ key: { bankProfileId: 1, endToEndId: 1 }, name: 'receipt', unique: true }]);
  return {
    /** Stores a stray once; whether it was new. */
    async add({ bankProfileId, endToEndId, txid, amount, settledAt, storedAt }: Stray): Promise<boolean> {
      try {
        await model.create({ bankProfileId, endToEndId, txid, amount, settledAt, reason: 'UNKNOWN_CHARGE', storedAt });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    /** Which of these Pix are strays already. */
    async known(bankProfileId: string, endToEndIds: readonly EndToEndId[]): Promise<Set<string>> {
      const found = await model
        .find({ bankProfileId, endToEndId: { $in: endToEndIds } }, { endToEndId: 1 })
        .lean<StrayDocument[]>();
      return new Set(found.map(({ endToEndId }) => endToEndId));
    },
  };
}
