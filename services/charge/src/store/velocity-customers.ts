import { randomUUID } from 'node:crypto';
import type { Id, Tenant } from '@gx/core';
import type { Connection } from 'mongoose';
import type { VelocityLimit } from '../domain/velocity.ts';
import { upserting } from './upserting.ts';

/** One place of a customer, taken by an idempotency key: it is that key's charge that counts, or is about to. */
export type CustomerPlace = { readonly key: string; readonly at: Date; readonly by: string | null };
type CustomerDocument = {
  _id: string;
  accountId: Id<'account'>;
  livemode: boolean;
  /** Of the window, oldest first; never more than the limit. */
  places: CustomerPlace[];
  /** Nothing in it counts any more after that. */
  until: Date;
};
/** `made` by this call, which may take it back by that name; `standing` was there; `full`, and by what, at the database's time. */
export type CustomerClaim =
  | { readonly kind: 'made'; readonly by: string }
  | { readonly kind: 'standing' }
  | { readonly kind: 'full'; readonly places: readonly CustomerPlace[]; readonly now: Date };
export type Customer = { readonly tenant: Tenant; readonly customer: string };
export type CustomerStore = Awaited<ReturnType<typeof customerStore>>;

function idOf({ tenant: { accountId, livemode }, customer }: Customer): string {
  return `${accountId}:${livemode ? 'live' : 'test'}:${customer}`;
}
/** The insert of a charge follows on the same server and is acknowledged by a majority, and what came before it with it. */
const BEFORE_THE_INSERT = { writeConcern: { w: 1, journal: false } } as const;

/** How many charges each customer has in the window: one small document each, gone when nothing in it counts. */
export async function customerStore(connection: Connection, { max, windowMs }: VelocityLimit) {
  const collection = connection.collection<CustomerDocument>('velocity_customers');
  await collection.createIndex({ until: 1 }, { name: 'gone', expireAfterSeconds: 0 });

  return {
    /** Takes a place for a key in one conditional update; a key that has one keeps it. */
    async claim(who: Customer, key: string): Promise<CustomerClaim> {
      const by = randomUUID();
      const { accountId, livemode } = who.tenant;
      const counting = { $gt: ['$$this.at', { $subtract: ['$$NOW', windowMs] }] };
      const mine = { $eq: ['$$this.key', { $literal: key }] };
      // Whoever claims a place a second time relies on it: then nobody may take it back as unused.
      const shared = { $cond: [mine, { $mergeObjects: ['$$this', { by: null }] }, '$$this'] };
      const standing = { $map: { input: '$places', in: shared } };
      const place = { key: { $literal: key }, at: '$$NOW', by };
      const taken = {
        $cond: [{ $lt: [{ $size: '$places' }, max] }, { $concatArrays: ['$places', [place]] }, '$places'],
      };
      const update = [
        {
          $set: {
            accountId,
            livemode,
            places: { $filter: { input: { $ifNull: ['$places', []] }, cond: counting } },
            until: { $add: ['$$NOW', windowMs] },
          },
        },
        { $set: { places: { $cond: [{ $in: [{ $literal: key }, '$places.key'] }, standing, taken] } } },
      ];
      const document = await upserting(() =>
        collection.findOneAndUpdate({ _id: idOf(who) }, update, {
          ...BEFORE_THE_INSERT,
          upsert: true,
          returnDocument: 'after',
        }),
      );
      const places = document?.places ?? [];
      const own = places.find((one) => one.key === key);
      if (own === undefined)
        return { kind: 'full', places, now: new Date((document?.until.getTime() ?? 0) - windowMs) };
      return own.by === by ? { kind: 'made', by } : { kind: 'standing' };
    },

    /** Takes back a place that this claim made and nobody has relied on since. */
    async takeBack(who: Customer, by: string): Promise<void> {
      await collection.updateOne({ _id: idOf(who) }, { $pull: { places: { by } } });
    },

    /** Drops places whose charges do not count, or never came to be; one that was taken again meanwhile stays. */
    async drop(who: Customer, dead: readonly CustomerPlace[]): Promise<void> {
      const exactly = dead.map(({ key, at }) => ({ key, at }));
      await collection.updateOne({ _id: idOf(who) }, { $pull: { places: { $or: exactly } as never } });
    },

    /** Gives the places of charges that are over back, by their keys: twice is once. */
    async giveBack(over: readonly (Customer & { readonly key: string })[]): Promise<void> {
      if (over.length === 0) return;
      await collection.bulkWrite(
        over.map((one) => ({
          updateOne: { filter: { _id: idOf(one) }, update: { $pull: { places: { key: one.key } } } },
        })),
        { ordered: false },
      );
    },
  };
}
