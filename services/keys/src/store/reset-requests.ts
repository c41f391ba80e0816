import { emailKey } from '@gx/core';
import { makeIndexesOf } from '@gx/runtime/mongo';
import { type Connection, Schema } from 'mongoose';

/** Somebody wants another password for an e-mail, known or not. */
export type ResetRequest = { readonly id: string; readonly email: string; readonly at: Date };
type ResetRequestDocument = { _id: string; id: string; at: Date };
export type ResetRequestStore = Awaited<ReturnType<typeof resetRequestStore>>;

/** What no job came to see is no request any more: its link would have ended. */
const FORGET_AFTER_SECONDS = 3_600;

const schema = new Schema<ResetRequestDocument>(
  { _id: { type: String, required: true }, id: { type: String, required: true }, at: { type: Date, required: true } },
  { id: false, strict: 'throw', versionKey: false, collection: 'reset_requests' },
);
schema.index({ at: 1 }, { expireAfterSeconds: FORGET_AFTER_SECONDS });

/** Requests that wait for the job that looks for their users: at most one for each e-mail. */
export async function resetRequestStore(connection: Connection) {
  const requests = connection.model('ResetRequest', schema);
  await makeIndexesOf(requests);
  return {
    /** The same write for an e-mail that is known and for one that is not. A later one takes its place. */
    async put({ id, email, at }: ResetRequest): Promise<void> {
      await requests.updateOne({ _id: emailKey(email) }, { $set: { id, at } }, { upsert: true });
    },

    async oldest(limit: number): Promise<ResetRequest[]> {
      const found = await requests.find().sort({ at: 1 }).limit(limit).lean<ResetRequestDocument[]>();
      return found.map(({ _id: email, id, at }) => ({ id, email, at }));
    },

    /** One that took its place stays. */
    async remove({ id, email }: ResetRequest): Promise<void> {
      await requests.deleteOne({ _id: email, id });
    },
  };
}
