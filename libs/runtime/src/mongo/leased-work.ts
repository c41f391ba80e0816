import type { FollowUp, NextLook, Tenant } from '@gx/core';
import type { Model } from 'mongoose';
import type { DueKey } from '../work/keyed-workers.ts';
import { isDuplicateKey } from './mongo.ts';

/** What a document holds that one owner after the other works on. All times are the database's. */
export type LeasedDocument = Tenant & {
  readonly _id: string;
  readonly version: number;
  readonly owner: string | null;
  /** Due, or leased until then by `owner`; null when nobody need take it up any more. */
  readonly dueAt: Date | null;
  /** When the present owner claimed it. */
  readonly claimedAt: Date | null;
  /**
   * When somebody else last spoke of it, unless it was due already, or when it is asked again about what was
   * spoken of. The very time since which it is due, if that is what made it due.
   */
  readonly triggeredAt: Date | null;
  /** How often somebody took it up. */
  readonly attempts: number;
  /** Looks by its own schedule. */
  readonly polls: number;
  /**
   * Looks since it was last spoken of, 0 before the first; null or absent when its own schedule counts.
   */
  readonly followUps?: number | null;
  /** Trace of what last made it worth a look. */
  readonly cause: string | null;
};
/** What there is to take: a piece of work, nothing, or one that this process cannot open, left for later. */
export type ClaimedWork<T> =
  | { readonly kind: 'claimed'; readonly work: T }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly id: string; readonly cause: unknown };
export type LeasedWorkOptions<D extends LeasedDocument, T> = {
  /** The field by whose value work is bounded: the bank. */
  readonly key: string & keyof D;
  readonly leaseMs: number;
  /** What its owner works with. Throws where a key of what is encrypted in it is missing. */
  readonly read: (document: D) => T | Promise<T>;
};

/** Before anything that is stored. */
export const LONG_AGO = new Date(0);
/** Not null: a date, of whatever time. */
export const DUE = { $gte: LONG_AGO } as const;
/** Each bank is a queue of its own. */
export const leasedWorkIndex = (key: string) =>
  ({
    keys: { [key]: 1, dueAt: 1 },
    options: { name: 'due_at_bank', partialFilterExpression: { dueAt: DUE } },
  }) as const;

const NO_OUTBOX = { outbox: 0 } as const;
const PIPELINE = { updatePipeline: true } as const;
/** The index serves this too: the server fills the time in before it plans. */
const IS_DUE = { $lte: ['$dueAt', '$$NOW'] };
const IS_FREE = { $eq: [{ $ifNull: ['$owner', null] }, null] };
/** Of a filter: no owner has it, or the lease of the one that had it is over. */
export const LEASE_IS_OVER = { $or: [IS_FREE, { $lt: ['$dueAt', '$$NOW'] }] };
/**
 * Nobody is at it, and its time has come: whatever made it due, a callback changes nothing. Null comes before
 * every time.
 */
const WAITS_FOR_A_WORKER = { $and: [IS_FREE, { $gt: ['$dueAt', null] }, IS_DUE] };
/** Due since somebody spoke of it, not by its own schedule: see `triggeredAt`. */
const IS_DUE_BY_CALLBACK = { $eq: ['$dueAt', '$triggeredAt'] };

/**
 * Which look it is since it was last spoken of; null where that has been answered, or was never so. A word
 * that comes while its own time has come counts too.
 */
const FOLLOW_UPS = {
  $cond: [
    { $eq: ['$followUps', 0] },
    1,
    { $cond: [IS_DUE_BY_CALLBACK, { $add: [{ $ifNull: ['$followUps', 0] }, 1] }, null] },
  ],
};

/**
 * As before a claim by its own schedule. One that a callback brought was not counted, so there may be nothing
 * to take back.
 */
const UNLOOKED = {
  owner: null,
  attempts: { $subtract: ['$attempts', 1] },
  polls: { $max: [0, { $subtract: ['$polls', 1] }] },
  version: { $add: ['$version', 1] },
};

/**
 * Leases and due times. The database's clock alone decides; every claim counts as an attempt before it is
 * made. It is one of the document's own looks only if its own time had come: banks speak of many at once, and
 * what they say of others must not use up its schedule.
 */
export function leasedWork<D extends LeasedDocument, T>(
  model: Model<D>,
  { key, leaseMs, read }: LeasedWorkOptions<D, T>,
) {
  async function claimWhere(filter: object, owner: string, forMs: number): Promise<ClaimedWork<T>> {
    const lease = {
      owner,
      claimedAt: '$$NOW',
      dueAt: { $add: ['$$NOW', forMs] },
      attempts: { $add: ['$attempts', 1] },
      polls: { $cond: [IS_DUE_BY_CALLBACK, '$polls', { $add: ['$polls', 1] }] },
      followUps: FOLLOW_UPS,
      version: { $add: ['$version', 1] },
    };
    const options = { sort: { dueAt: 1 }, returnDocument: 'after', projection: NO_OUTBOX, ...PIPELINE } as const;
    const document = (await model.findOneAndUpdate(filter as never, [{ $set: lease }], options).lean()) as D | null;
    if (document === null) return { kind: 'none' };
    try {
      return { kind: 'claimed', work: await read(document) };
    } catch (cause) {
      // The key of what it holds is missing: nobody looked at the bank, so it counts as no look, and its
      // schedule stays.
      const { _id, version } = document;
      await model.updateOne({ _id, owner, version } as never, [{ $set: UNLOOKED }], PIPELINE);
      return { kind: 'unreadable', id: _id, cause };
    }
  }

  /** What is due first at the next key, in the order of keys, and whether its time has come. */
  const firstAfter = (value: string) =>
    model.collection.findOne({ [key]: { $gt: value }, dueAt: DUE } as never, {
      sort: { [key]: 1, dueAt: 1 },
      projection: { _id: 0, key: `$${key}`, isDue: IS_DUE },
    }) as unknown as Promise<{ readonly key: string; readonly isDue: boolean } | null>;

  return {
    /** The work of a key that waits longest, and fits; nobody else gets it before the lease is over. */
    claim: (owner: string, value: string, fits: object = {}): Promise<ClaimedWork<T>> =>
      claimWhere({ [key]: value, dueAt: DUE, ...fits, $expr: IS_DUE }, owner, leaseMs),

    /** The first that fits a filter, for so long. */
    claimWhere,

    /**
     * Every key where work is due, and how much, counted up to `max`: one step of the index for each key,
     * however much waits there.
     */
    async keys(max: number): Promise<DueKey[]> {
      const found: DueKey[] = [];
      for (let first = await firstAfter(''); first !== null; first = await firstAfter(first.key)) {
        if (!first.isDue) continue;
        const due = { [key]: first.key, dueAt: DUE, $expr: IS_DUE };
        found.push({ key: first.key, count: await model.countDocuments(due as never, { limit: max }) });
      }
      return found;
    },

    /**
     * What waits for its time at a key, and fits, is due at once, the oldest first; how many. The schedule
     * stays.
     */
    async makeDue(value: string, fits: object, max: number): Promise<number> {
      const waits = {
        [key]: value,
        dueAt: DUE,
        ...fits,
        $expr: { $and: [IS_FREE, { $gt: ['$dueAt', '$$NOW'] }] },
      } as never;
      const found = await model.find(waits, { _id: 1 }).sort({ _id: 1 }).limit(max).lean<Pick<D, '_id'>[]>();
      if (found.length === 0) return 0;
      const { modifiedCount } = await model.updateMany(
        { ...(waits as object), _id: { $in: found.map(({ _id }) => _id) } } as never,
        [{ $set: { triggeredAt: '$$NOW', dueAt: '$$NOW' } }],
        PIPELINE,
      );
      return modifiedCount;
    },

    /**
     * Somebody spoke of what fits: it is due at once, or as soon as the owner of its lease is done. It is a
     * hint: the version and the schedule stay. How many it is about.
     */
    async trigger(fits: object, traceparent: string | null): Promise<number> {
      const hint = {
        triggeredAt: { $cond: [WAITS_FOR_A_WORKER, '$triggeredAt', '$$NOW'] },
        cause: { $literal: traceparent },
        followUps: 0,
        dueAt: { $cond: [{ $and: [IS_FREE, { $not: [WAITS_FOR_A_WORKER] }] }, '$$NOW', '$dueAt'] },
      };
      const { matchedCount } = await model.updateMany(fits as never, [{ $set: hint }], PIPELINE);
      return matchedCount;
    },
  };
}

/**
 * Inserts a document whose `due` fields are expressions of the database's time; false when it, or another one
 * under a unique index, stands. An insert cannot ask the database for its time, an update can: this one makes
 * the document where there is none, and leaves one that is there as it is.
 */
export async function insertDue<D extends LeasedDocument>(
  model: Model<D>,
  document: Omit<D, 'dueAt'>,
  due: object,
): Promise<boolean> {
  const made = { $mergeObjects: [{ $literal: document }, due] };
  const isThere = { $ne: [{ $type: '$version' }, 'missing'] };
  try {
    const { upsertedCount } = await model.collection.updateOne(
      { _id: document['_id' as never] } as never,
      [{ $replaceWith: { $cond: [isThere, '$$ROOT', made] } }],
      { upsert: true },
    );
    return upsertedCount === 1;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/**
 * Fields of an update by which the owner gives its work back. What was spoken of while somebody was looking
 * is looked at again at once: due since then, see `triggeredAt`.
 */
export function dueBy(next: NextLook): object {
  if (next === 'held') return {};
  if (next === 'never') return { dueAt: null };
  if (typeof next === 'object' && 'leaseMs' in next)
    return { dueAt: { $add: ['$$NOW', next.leaseMs] }, claimedAt: '$$NOW' };
  const isFollowUp = typeof next === 'object' && 'followUpMs' in next;
  const then = typeof next === 'object' && 'at' in next ? next.at : { $add: ['$$NOW', waitOf(next)] };
  const spokenOf = { $gt: [{ $ifNull: ['$triggeredAt', LONG_AGO] }, { $ifNull: ['$claimedAt', '$$NOW'] }] };
  // Who did not take it up, an operator, need not wait for the time of a follow-up.
  const at = { $cond: [spokenOf, { $min: ['$triggeredAt', then] }, then] };
  return isFollowUp ? { dueAt: at, triggeredAt: at } : { dueAt: at };
}

const waitOf = (next: number | FollowUp): number => (typeof next === 'number' ? next : next.followUpMs);

/**
 * The same look with its wait scaled: tests do not wait for hours. Leases, and times that somebody named,
 * stay.
 */
export function scaledLook(next: NextLook, scale: number): NextLook {
  if (typeof next === 'number') return next * scale;
  return typeof next === 'object' && 'followUpMs' in next ? { followUpMs: next.followUpMs * scale } : next;
}
