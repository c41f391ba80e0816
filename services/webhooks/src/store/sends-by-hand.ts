import type { Id, Tenant } from '@gx/core';
import { isDuplicateKey, makeIndexesOf } from '@gx/runtime/mongo';
import { type Connection, Schema } from 'mongoose';

/** `_id` is account, world and day. */
type DayDocument = { _id: string; accountId: Id<'account'>; livemode: boolean; count: number; goneAfter: Date };
export type SendsByHand = Awaited<ReturnType<typeof sendsByHand>>;

const DAY_MS = 86_400_000;
const required = true;
const schema = new Schema<DayDocument>(
  {
    _id: { type: String, required },
    accountId: { type: String, required },
    livemode: { type: Boolean, required },
    count: { type: Number, required },
    goneAfter: { type: Date, required },
  },
  { strict: 'throw', versionKey: false, collection: 'sends_by_hand' },
);
schema.index({ goneAfter: 1 }, { name: 'gone', expireAfterSeconds: 0 });

/**
 * How many deliveries each account has asked for itself on a day by UTC: in live mode they are kept for ever.
 */
export async function sendsByHand(connection: Connection) {
  const days = connection.model('SendsByHand', schema);
  await makeIndexesOf(days);
  return {
    /** Counts `more` of them in if the day's `max` allows all of them; exact on any number of replicas. */
    async claim(
      { accountId, livemode }: Tenant,
      more: number,
      { max, now }: { max: number; now: Date },
    ): Promise<boolean> {
      if (more > max) return false;
      const own = { _id: [accountId, livemode ? 'live' : 'test', now.toISOString().slice(0, 10)].join('/') };
      const room = { ...own, count: { $lte: max - more } };
      const goneAfter = new Date(now.getTime() + 2 * DAY_MS);
      const first = { $inc: { count: more }, $setOnInsert: { accountId, livemode, goneAfter } };
      try {
        await days.updateOne(room, first, { upsert: true });
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      // The day is there: full, or begun by somebody else in this moment.
      return (await days.updateOne(room, { $inc: { count: more } })).matchedCount === 1;
    },
  };
}

/** When the next day begins, in whole seconds. */
export const secondsLeftOfDay = (now: Date): number => Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1_000);
