import { addMillis } from '@gx/core';
import { makeIndexesOf } from '@gx/runtime/mongo';
import { type Connection, Schema } from 'mongoose';
import { CONFIRM_MS_MAX, linearizable } from './linearizable.ts';

type DenialDocument = { _id: string; forgetAt: Date };
export type DenialStore = Awaited<ReturnType<typeof denialStore>>;

/** The database forgets by its own clock: this much later than the token's end, so no clock finds a gap. */
const FORGET_AFTER_MS = 3_600_000;

const schema = new Schema<DenialDocument>(
  { _id: { type: String, required: true }, forgetAt: { type: Date, required: true } },
  { strict: 'throw', versionKey: false, collection: 'denied_tokens' },
);
schema.index({ forgetAt: 1 }, { expireAfterSeconds: 0 });

/** The ids of tokens that a logout ended before their time. */
export async function denialStore(connection: Connection) {
  const denials = connection.model('DeniedToken', schema);
  await makeIndexesOf(denials);
  return {
    async deny(tokenId: string, expiresAt: Date): Promise<void> {
      const forgetAt = addMillis(expiresAt, FORGET_AFTER_MS);
      await denials.updateOne({ _id: tokenId }, { $setOnInsert: { forgetAt } }, { upsert: true });
    },

    /** Linearizable, as for keys: a token that was logged out is out at once, whichever replica is asked. */
    async isDenied(tokenId: string): Promise<boolean> {
      return (await linearizable(denials.findById(tokenId), CONFIRM_MS_MAX.forUser).lean()) !== null;
    },
  };
}
