import type { EndToEndId, Id, Tenant } from '@gx/core';
import type { Cipher, DueKey } from '@gx/runtime';
import type { Refund } from '../domain/refund.ts';
import { type RefundDocument, refundOf } from './refund-document.ts';
import { DUE, type RefundModel } from './refund-model.ts';

export type DueStore = ReturnType<typeof dueStore>;
type Deps = {
  readonly model: RefundModel;
  readonly cipher: Cipher;
  readonly times: DueTimes;
};
export type DueTimes = { readonly createLeaseMs: number; readonly workLeaseMs: number };
/**
 * What there is to take: a refund, nothing, or one that this process has no key for, which was left for
 * later.
 */
export type ClaimResult =
  | { readonly kind: 'claimed'; readonly refund: Refund }
  | { readonly kind: 'none' }
  | UndecryptableRefund;
type UndecryptableRefund = { readonly kind: 'unreadable'; readonly id: Id<'refund'>; readonly cause: unknown };
/** What a bank spoke of: a Pix whose devolutions moved, or a Pix that we sent. */
export type CallbackSubject = { readonly endToEndId: EndToEndId } | { readonly bankId: string };

const NO_OUTBOX = { outbox: 0 } as const;
const PIPELINE = { updatePipeline: true } as const;
/** The index serves this too: the server fills the time in before it plans. */
const IS_DUE = { $lte: ['$dueAt', '$$NOW'] };
const IS_FREE = { $eq: [{ $ifNull: ['$owner', null] }, null] };
const LEASE_IS_OVER = { $or: [IS_FREE, { $lt: ['$dueAt', '$$NOW'] }] };
/**
 * Nobody is at it, and its time has come: whatever made it due, a callback changes nothing. Null comes before
 * every time.
 */
const WAITS_FOR_A_WORKER = { $and: [IS_FREE, { $gt: ['$dueAt', null] }, IS_DUE] };
/** Due since a bank spoke, not by its own schedule: see `triggeredAt`. */
const IS_DUE_BY_CALLBACK = { $eq: ['$dueAt', '$triggeredAt'] };

/**
 * Which look it is since the bank last spoke; null where that has been answered, or was never so. A word that
 * comes while its own time has come counts too.
 */
const FOLLOW_UPS = {
  $cond: [
    { $eq: ['$followUps', 0] },
    1,
    { $cond: [IS_DUE_BY_CALLBACK, { $add: [{ $ifNull: ['$followUps', 0] }, 1] }, null] },
  ],
};

/**
 * As before a take by its own schedule. One that a callback brought was not counted, so there may be nothing
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
 * made. It is one of the refund's own looks only if its own time had come: banks speak of all refunds of a
 * Pix at once, and what they say of others must not use up its schedule.
 */
export function dueStore({ model, cipher, times }: Deps) {
  const claim = async (filter: object, owner: string, leaseMs: number): Promise<ClaimResult> => {
    const lease = {
      owner,
      claimedAt: '$$NOW',
      dueAt: { $add: ['$$NOW', leaseMs] },
      attempts: { $add: ['$attempts', 1] },
      polls: { $cond: [IS_DUE_BY_CALLBACK, '$polls', { $add: ['$polls', 1] }] },
      followUps: FOLLOW_UPS,
      version: { $add: ['$version', 1] },
    };
    const options = { sort: { dueAt: 1 }, returnDocument: 'after', projection: NO_OUTBOX, ...PIPELINE } as const;
    const document = await model.findOneAndUpdate(filter, [{ $set: lease }], options).lean<RefundDocument>();
    if (document === null) return { kind: 'none' };
    try {
      return { kind: 'claimed', refund: refundOf(document, cipher) };
    } catch (cause) {
      // The key of what it holds is missing: nobody looked at the bank, so it counts as no look, and its
      // schedule stays.
      await model.updateOne({ _id: document._id, owner, version: document.version }, [{ $set: UNLOOKED }], PIPELINE);
      return { kind: 'unreadable', id: document._id, cause };
    }
  };

  /** What is due first at the next bank, in the order of their ids, and whether its time has come. */
  const firstAfter = (bankProfileId: string) =>
    model.collection.findOne({ bankProfileId: { $gt: bankProfileId }, dueAt: DUE } as never, {
      sort: { bankProfileId: 1, dueAt: 1 },
      projection: { _id: 0, bankProfileId: 1, isDue: IS_DUE },
    }) as unknown as Promise<{ readonly bankProfileId: string; readonly isDue: boolean } | null>;

  return {
    /**
     * Takes the refund or return at a bank that waits longest; nobody else gets it before the lease is over.
     */
    claim: (owner: string, bankProfileId: string): Promise<ClaimResult> =>
      claim({ bankProfileId, dueAt: DUE, $expr: IS_DUE }, owner, times.workLeaseMs),

    /**
     * Every bank where work is due, and how much, counted up to `max`: one step of the index for each bank,
     * however much waits there.
     */
    async banks(max: number): Promise<DueKey[]> {
      const found: DueKey[] = [];
      for (let first = await firstAfter(''); first !== null; first = await firstAfter(first.bankProfileId)) {
        const { bankProfileId, isDue } = first;
        if (!isDue) continue;
        const due = { bankProfileId, dueAt: DUE, $expr: IS_DUE };
        found.push({ key: bankProfileId, count: await model.countDocuments(due, { limit: max }) });
      }
      return found;
    },

    /** Takes over a creation whose owner gave it up or died. */
    async claimCreation(
      { accountId, livemode }: Tenant,
      { id }: Pick<Refund, 'id'>,
      owner: string,
    ): Promise<Refund | undefined> {
      const claimed = await claim(
        { _id: id, accountId, livemode, status: { $in: ['INITIATED', 'DROPPED'] }, $expr: LEASE_IS_OVER },
        owner,
        times.createLeaseMs,
      );
      if (claimed.kind === 'unreadable') throw claimed.cause;
      return claimed.kind === 'claimed' ? claimed.refund : undefined;
    },

    /**
     * What is under way at a bank that was silent is due at once, the oldest first, at most `max`; how many.
     * The schedule stays.
     */
    async askAtOnce(bankProfileId: string, max: number): Promise<number> {
      const underWay = {
        status: { $in: ['PENDING' as const, 'IN_PROGRESS' as const] },
        lostAt: null,
        polls: { $gt: 0 },
      };
      const waits = {
        bankProfileId,
        dueAt: DUE,
        ...underWay,
        $expr: { $and: [IS_FREE, { $gt: ['$dueAt', '$$NOW'] }] },
      };
      const found = await model
        .find(waits, { _id: 1 })
        .sort({ _id: 1 })
        .limit(max)
        .lean<Pick<RefundDocument, '_id'>[]>();
      if (found.length === 0) return 0;
      const { modifiedCount } = await model.updateMany(
        { ...waits, _id: { $in: found.map(({ _id }) => _id) } },
        [{ $set: { triggeredAt: '$$NOW', dueAt: '$$NOW' } }],
        PIPELINE,
      );
      return modifiedCount;
    },

    /**
     * What a bank spoke of is due at once, or as soon as the owner of its lease is done. It is a hint: the
     * version and the schedule stay, and a return whose next try waits for its time goes on waiting. How many
     * it is about.
     */
    async trigger(bankProfileId: string, calledBack: CallbackSubject, traceparent: string | null): Promise<number> {
      const status = { $in: ['PENDING' as const, 'IN_PROGRESS' as const, 'FAILED' as const] };
      const hint = {
        triggeredAt: { $cond: [WAITS_FOR_A_WORKER, '$triggeredAt', '$$NOW'] },
        cause: { $literal: traceparent },
        followUps: 0,
        dueAt: { $cond: [{ $and: [IS_FREE, { $not: [WAITS_FOR_A_WORKER] }] }, '$$NOW', '$dueAt'] },
      };
      const { matchedCount } = await model.updateMany(
        { ...calledBack, bankProfileId, status, lostAt: null, attempts: { $gt: 0 } },
        [{ $set: hint }],
        PIPELINE,
      );
      return matchedCount;
    },
  };
}
