import { randomUUID } from 'node:crypto';
import type { Id, Tenant } from '@gx/core';
import { groupCommit } from '@gx/runtime';
import { isDuplicateKey } from '@gx/runtime/mongo';
import { type Connection, mongo } from 'mongoose';
import type { VelocityLimit } from '../domain/velocity.ts';
import { upserting } from './upserting.ts';

/**
 * One place of a customer, taken by an idempotency key: it is that key's charge that counts, or is about to.
 */
export type CustomerPlace = { readonly key: string; readonly at: Date; readonly by: string | null };
type CustomerDocument = {
  _id: string;
  accountId: Id<'account'>;
  livemode: boolean;
  /** Oldest first; never more than the limit. */
  places: CustomerPlace[];
  /** Nothing in it counts any more after that. */
  until: Date;
};
/**
 * `made` by this call, which may take it back by that name; `standing` was there; `full`, and by what, at the
 * database's time.
 */
export type CustomerClaim =
  | { readonly kind: 'made'; readonly by: string }
  | { readonly kind: 'standing' }
  | { readonly kind: 'full'; readonly places: readonly CustomerPlace[]; readonly now: Date };
export type Customer = { readonly tenant: Tenant; readonly customer: string };
export type CustomerStore = Awaited<ReturnType<typeof customerStore>>;
type Claim = { readonly who: Customer; readonly key: string; readonly by: string };

const COLLECTION = 'velocity_customers';

function idOf({ tenant: { accountId, livemode }, customer }: Customer): string {
  return `${accountId}:${livemode ? 'live' : 'test'}:${customer}`;
}
/**
 * The insert of a charge follows on the same server and is acknowledged by a majority, and what came before
 * it with it.
 */
const BEFORE_THE_INSERT = { writeConcern: { w: 1, journal: false } } as const;
/** Claims of a moment share a write; a pause between two lets more of them gather. */
const GROUPS = { inFlight: 1, maxItems: 64, spacingMs: 5 } as const;

/** Makes the index that is missing. */
export async function makeCustomerIndexes(connection: Connection): Promise<void> {
  await connection.collection(COLLECTION).createIndex({ until: 1 }, { name: 'gone', expireAfterSeconds: 0 });
}

/**
 * How many charges each customer has in the window: one small document each, gone when nothing in it counts.
 */
export async function customerStore(connection: Connection, { max, windowMs }: VelocityLimit) {
  const collection = connection.collection<CustomerDocument>(COLLECTION);
  await makeCustomerIndexes(connection);
  const counting = { $gt: ['$$this.at', { $subtract: ['$$NOW', windowMs] }] };
  const pruned = ({ tenant: { accountId, livemode } }: Customer) => ({
    accountId,
    livemode,
    places: { $filter: { input: { $ifNull: ['$places', []] }, cond: counting } },
    until: { $add: ['$$NOW', windowMs] },
  });
  const placeOf = ({ key, by }: Claim) => [{ key: { $literal: key }, at: '$$NOW', by }];

  /**
   * Takes the places that are plainly there: for a document that is not, and one with room and without the
   * key.
   */
  const take = groupCommit<Claim, boolean>({
    ...GROUPS,
    run: async (claims) => {
      const operations = claims.map((claim) => {
        const filter = {
          _id: idOf(claim.who),
          'places.key': { $ne: claim.key },
          [`places.${max - 1}`]: { $exists: false },
        };
        const places = { $concatArrays: ['$places', placeOf(claim)] };
        return { updateOne: { filter, update: [{ $set: pruned(claim.who) }, { $set: { places } }], upsert: true } };
      });
      const refused = await collection
        .bulkWrite(operations as never[], { ...BEFORE_THE_INSERT, ordered: false })
        .then(() => new Set<number>(), takenElsewhere);
      return claims.map((_, index) => !refused.has(index));
    },
  });

  /** Takes a place after what does not count has gone; a key that has one keeps it. */
  async function takeIfAny(claim: Claim): Promise<CustomerClaim> {
    const { who, key, by } = claim;
    const mine = { $eq: ['$$this.key', { $literal: key }] };
    // Whoever claims a place a second time relies on it: then nobody may take it back as unused.
    const shared = { $cond: [mine, { $mergeObjects: ['$$this', { by: null }] }, '$$this'] };
    const standing = { $map: { input: '$places', in: shared } };
    const joined = { $concatArrays: ['$places', placeOf(claim)] };
    const taken = { $cond: [{ $lt: [{ $size: '$places' }, max] }, joined, '$places'] };
    const update = [
      { $set: pruned(who) },
      { $set: { places: { $cond: [{ $in: [{ $literal: key }, '$places.key'] }, standing, taken] } } },
    ];
    const options = { ...BEFORE_THE_INSERT, upsert: true, returnDocument: 'after' } as const;
    const document = await upserting(() => collection.findOneAndUpdate({ _id: idOf(who) }, update, options));
    if (document === null) throw new Error('an upsert answers what it wrote');
    const own = document.places.find((one) => one.key === key);
    if (own !== undefined) return own.by === by ? { kind: 'made', by } : { kind: 'standing' };
    return { kind: 'full', places: document.places, now: new Date(document.until.getTime() - windowMs) };
  }

  return {
    /** Takes a place for a key by a conditional update. */
    async claim(who: Customer, key: string): Promise<CustomerClaim> {
      const claim = { who, key, by: randomUUID() };
      return (await take(claim)) ? { kind: 'made', by: claim.by } : takeIfAny(claim);
    },

    /** Takes back a place that this claim made and nobody has relied on since. */
    async takeBack(who: Customer, by: string): Promise<void> {
      await collection.updateOne({ _id: idOf(who) }, { $pull: { places: { by } } });
    },

    /**
     * Drops places whose charges do not count, or never came to be; one that was taken again meanwhile stays.
     */
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

/** Which of a group did not fit a document that is there: each of those tried to make it a second time. */
function takenElsewhere(error: unknown): Set<number> {
  const failures = error instanceof mongo.MongoBulkWriteError ? [error.writeErrors].flat() : [];
  if (failures.length === 0 || !failures.every(isDuplicateKey)) throw error;
  return new Set(failures.map(({ index }) => index));
}
