import { addMillis, type Id } from '@gx/core';
import { makeIndexesOf } from '@gx/runtime/mongo';
import { type Connection, Schema } from 'mongoose';
import { ADDRESS_KNOWN_MS, ADDRESSES_MAX } from '../domain/known-address.ts';

type LoginAddress = { hash: string; at: Date };
type LoginAddressDocument = { _id: Id<'user'>; addresses: LoginAddress[]; forgetAt: Date };
export type LoginAddressStore = Awaited<ReturnType<typeof loginAddressStore>>;

const ADDRESS = new Schema<LoginAddress>(
  { hash: { type: String, required: true }, at: { type: Date, required: true } },
  { _id: false, id: false, strict: 'throw' },
);
const schema = new Schema<LoginAddressDocument>(
  {
    _id: { type: String, required: true },
    addresses: { type: [ADDRESS], required: true },
    forgetAt: { type: Date, required: true },
  },
  { strict: 'throw', versionKey: false, collection: 'login_addresses' },
);
schema.index({ forgetAt: 1 }, { expireAfterSeconds: 0 });

/** From where users logged in: the newest addresses of each, as keyed hashes. */
export async function loginAddressStore(connection: Connection) {
  const users = connection.model('LoginAddress', schema);
  await makeIndexesOf(users);
  return {
    async has(userId: Id<'user'>, hash: string, since: Date): Promise<boolean> {
      const at = { $gt: since };
      return (await users.exists({ _id: userId, addresses: { $elemMatch: { hash, at } } })) !== null;
    },

    /** In one write, whatever other logins of the user are under way; the oldest address makes room. */
    async put(userId: Id<'user'>, hash: string, now: Date): Promise<void> {
      const others = { $filter: { input: { $ifNull: ['$addresses', []] }, cond: { $ne: ['$$this.hash', hash] } } };
      const addresses = { $slice: [{ $concatArrays: [others, [{ hash, at: now }]] }, -ADDRESSES_MAX] };
      const forgetAt = addMillis(now, ADDRESS_KNOWN_MS);
      await users.collection.updateOne({ _id: userId }, [{ $set: { addresses, forgetAt } }], { upsert: true });
    },
  };
}
