import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { isDuplicateKey } from './mongo.ts';

/** So many tokens come back a minute, and so many are there after a pause. */
export type BucketLimits = { readonly perMinute: number; readonly atOnce: number };
/** What a claim comes to: the token is used up, or there will be one in so many milliseconds. */
export type BucketClaim = { readonly claimed: true } | { readonly claimed: false; readonly waitMs: number };
export type TokenBucket = {
  /** Uses one token up, if there is one. Of all replicas that share the bucket each token goes to one. */
  readonly claim: () => Promise<BucketClaim>;
  /** Uses up tokens that are gone already, also below none: the next ones wait for longer. */
  readonly spend: (tokens: number) => Promise<void>;
};
type BucketDocument = { _id: string; fullAt: Date; lastClaim: string; now: Date };

/**
 * The bucket `name` that all replicas share, in `collection`. It is kept as the time at which it will be full
 * again, by the database's clock alone (GCRA): other limits hold from the next claim on. Beyond 60,000 a minute it
 * gives fewer, for a token comes back no sooner than after a millisecond.
 */
export function tokenBucket(
  connection: Connection,
  {
    collection: table,
    name,
    limits,
  }: { readonly collection: string; readonly name: string; readonly limits: BucketLimits },
): TokenBucket {
  const collection = connection.collection<BucketDocument>(table);
  const tokenMs = Math.max(1, Math.ceil(60_000 / limits.perMinute));
  const roomMs = limits.atOnce * tokenMs;

  /** A bucket that nobody has used yet is full. */
  const after = (tokens: number) => ({ $add: [{ $max: ['$fullAt', '$$NOW'] }, tokens * tokenMs] });
  const write = async (change: object): Promise<BucketDocument | null> => {
    const upsert = () =>
      collection.findOneAndUpdate({ _id: name }, [{ $set: change }], { upsert: true, returnDocument: 'after' });
    try {
      return await upsert();
    } catch (error) {
      // Another replica made it at the same moment: now it is there.
      if (!isDuplicateKey(error)) throw error;
      return upsert();
    }
  };

  return {
    async claim() {
      const id = randomUUID();
      const next = after(1);
      const fits = { $lte: [next, { $add: ['$$NOW', roomMs] }] };
      const bucket = await write({
        fullAt: { $cond: [fits, next, '$fullAt'] },
        lastClaim: { $cond: [fits, id, '$lastClaim'] },
        now: '$$NOW',
      });
      if (bucket?.lastClaim === id) return { claimed: true };
      const { fullAt, now } = bucket ?? { fullAt: new Date(0), now: new Date(0) };
      return { claimed: false, waitMs: Math.max(1, fullAt.getTime() + tokenMs - roomMs - now.getTime()) };
    },

    async spend(tokens) {
      await write({ fullAt: after(tokens) });
    },
  };
}
