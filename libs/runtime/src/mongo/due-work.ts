import type { Connection, Model } from 'mongoose';
import { databaseClock } from './database-time.ts';

/**
 * What is to be done about the documents of a collection: `due` holds one entry for each such thing, named
 * `<kind>` or `<kind>:<key>`, with a time. One index serves every kind; a document without entries is in none
 * of its ranges. The update that writes the state which asks for the work writes the entry too.
 */
export const DUE_INDEX = { keys: { 'due.$**': 1 }, options: { name: 'due' } } as const;
export type DueTimes = { readonly [entry: string]: Date };
export type DuePath = `due.${string}`;

/** The path of an entry, for filters and updates. A key has no dot. */
export const duePath = (kind: string, key?: string): DuePath =>
  key === undefined ? `due.${kind}` : `due.${kind}:${key}`;

/** When the entry of this path was last set to; undefined where there is none. */
export const dueTime = ({ due }: { readonly due?: DueTimes }, path: DuePath): Date | undefined =>
  due?.[path.slice('due.'.length)];

/** Of a filter: there is such an entry. Later than nothing, so that the index can say it. */
export const EVER = { $gt: new Date(0) } as const;
const PIPELINE = { updatePipeline: true } as const;
/** Events that wait are the relay's: nobody who works on a document reads them. */
const NO_OUTBOX = { outbox: 0 } as const;

export type WorkQueueOptions = {
  readonly connection: Connection;
  readonly kind: string;
  /** An entry is due so long after its time: what a writer dates with `$currentDate` is left alone for it. */
  readonly afterMs?: number;
  /** A process is left alone for so long with an entry that it claimed. */
  readonly leaseMs?: number;
  /**
   * What finds due entries. The default may be ahead by the time of an answer, which a claim corrects: where
   * nothing claims, the time has to be asked of the database each time.
   */
  readonly now?: () => Promise<Date>;
};
/** Half of the time since `since`, a field or an expression, within these bounds. */
export type GrowingPause = { readonly since: unknown; readonly minMs: number; readonly maxMs: number };
/** The one document that a claim is about. */
type Identity = { readonly _id: string; readonly accountId: string; readonly livemode: boolean };

/**
 * The work of one kind: found a key at a time, the longest waiting first, claimed by compare-and-set, done
 * when a write takes its entry away. All times are the database's.
 */
export function workQueue<D extends object>(
  model: Model<D>,
  { connection, kind, afterMs = 0, leaseMs = 0, now = databaseClock(connection) }: WorkQueueOptions,
) {
  const ago = async (ms: number): Promise<Date> => new Date((await now()).getTime() - ms);
  return {
    path: (key?: string): DuePath => duePath(kind, key),

    /** What is due of a key, and fits. Some of it somebody else may claim first. */
    async due(key: string | undefined, limit: number, fits: object = {}): Promise<D[]> {
      const path = duePath(kind, key);
      return (await model
        .find({ [path]: { ...EVER, $lte: await ago(afterMs) }, ...fits } as never, NO_OUTBOX)
        .sort({ [path]: 1 })
        .limit(limit)
        .lean()) as D[];
    },

    /** Claims it, with `also` set in the same write; null when somebody else came first. */
    async claim(identity: Identity, key: string | undefined, also: object = {}): Promise<D | null> {
      const path = duePath(kind, key);
      const isDue = { $expr: { $lte: [`$${path}`, { $subtract: ['$$NOW', afterMs] }] } };
      return (await model
        .findOneAndUpdate(
          { ...identity, [path]: EVER, ...isDue } as never,
          [{ $set: { [path]: { $add: ['$$NOW', leaseMs - afterMs] }, ...also } }],
          { returnDocument: 'after', projection: NO_OUTBOX, ...PIPELINE },
        )
        .lean()) as D | null;
    },

    /** It is due again in so many milliseconds, unless it is done by now. */
    async reschedule(identity: Identity, key: string | undefined, pause: number | GrowingPause): Promise<void> {
      const path = duePath(kind, key);
      const ms = typeof pause === 'number' ? pause : growing(pause);
      await model.updateOne(
        { ...identity, [path]: EVER } as never,
        [{ $set: { [path]: { $add: ['$$NOW', ms, -afterMs] } } }],
        PIPELINE,
      );
    },

    /** How much of a key was dated `ms` ago or longer; counted up to `most`. */
    async countOlder(key: string, ms: number, most: number): Promise<number> {
      return model.countDocuments({ [duePath(kind, key)]: { ...EVER, $lte: await ago(ms) } } as never).limit(most);
    },

    /** The database's time. */
    now,
  };
}

/** Entries of a kind and key; due so long after their time. */
export type DueEntries = { readonly kind: string; readonly key: string; readonly afterMs?: number };

/**
 * Whether anything of all these is due, in one query: a poll need not look for each kind and key. `now` may
 * be ahead a little, as that of a queue: a claim decides.
 */
export async function isAnyDue<D extends object>(
  model: Model<D>,
  entries: readonly DueEntries[],
  now: Date,
): Promise<boolean> {
  if (entries.length === 0) return false;
  const times = entries.map(({ kind, key, afterMs = 0 }) => ({
    [duePath(kind, key)]: { ...EVER, $lte: new Date(now.getTime() - afterMs) },
  }));
  return (await model.exists({ $or: times } as never)) !== null;
}

const growing = ({ since, minMs, maxMs }: GrowingPause) => ({
  $min: [maxMs, { $max: [minMs, { $divide: [{ $subtract: ['$$NOW', since] }, 2] }] }],
});
