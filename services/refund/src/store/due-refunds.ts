import type { EndToEndId, Tenant } from '@gx/core';
import type { SecretBox } from '@gx/runtime';
import type { Refund } from '../domain/refund.ts';
import { type RefundDocument, refundOf } from './refund-document.ts';
import { DUE, type RefundModel } from './refund-model.ts';

export type DueStore = ReturnType<typeof dueStore>;
type Deps = {
  readonly model: RefundModel;
  readonly box: SecretBox;
  readonly times: DueTimes;
};
export type DueTimes = { readonly createLeaseMs: number; readonly workLeaseMs: number };
/** What a bank spoke of: a Pix whose devolutions moved, or a Pix that we sent. */
export type Noticed = { readonly endToEndId: EndToEndId } | { readonly bankId: string };

const NO_OUTBOX = { outbox: 0 } as const;
/** The index serves this too: the server fills the time in before it plans. */
const IS_DUE = { $lte: ['$dueAt', '$$NOW'] };
const LEASE_IS_OVER = { $or: [{ $eq: [{ $ifNull: ['$owner', null] }, null] }, { $lt: ['$dueAt', '$$NOW'] }] };

/** Leases and due times. The database's clock alone decides; every take counts as an attempt before it is made. */
export function dueStore({ model, box, times }: Deps) {
  const claim = async (filter: object, owner: string, leaseMs: number): Promise<Refund | undefined> => {
    const take = {
      owner,
      takenAt: '$$NOW',
      dueAt: { $add: ['$$NOW', leaseMs] },
      attempts: { $add: ['$attempts', 1] },
      asks: { $add: ['$asks', 1] },
      version: { $add: ['$version', 1] },
    };
    const options = {
      sort: { dueAt: 1 },
      returnDocument: 'after',
      projection: NO_OUTBOX,
      updatePipeline: true,
    } as const;
    const document = await model.findOneAndUpdate(filter, [{ $set: take }], options).lean<RefundDocument>();
    if (document === null) return undefined;
    try {
      return refundOf(document, box);
    } catch (error) {
      // The key of what it holds is missing: nobody looked at the bank, so it counts as no look, and its schedule stays.
      const unlooked = { $set: { owner: null }, $inc: { attempts: -1, asks: -1, version: 1 } };
      await model.updateOne({ _id: document._id, owner, version: document.version }, unlooked);
      throw error;
    }
  };

  return {
    /** Takes the refund or return that waits longest; nobody else gets it before the lease is over. */
    take: (owner: string): Promise<Refund | undefined> =>
      claim({ dueAt: DUE, $expr: IS_DUE }, owner, times.workLeaseMs),

    /** Takes over a creation whose owner gave it up or died. */
    takeCreation: (
      { accountId, livemode }: Tenant,
      { id }: Pick<Refund, 'id'>,
      owner: string,
    ): Promise<Refund | undefined> =>
      claim(
        { _id: id, accountId, livemode, status: { $in: ['INITIATED', 'DROPPED'] }, $expr: LEASE_IS_OVER },
        owner,
        times.createLeaseMs,
      ),

    /**
     * What a bank spoke of is due at once, or as soon as whoever looks at it now is done. It is a hint: the version stays, and a return whose
     * next try waits for its time goes on waiting. How many it is about.
     */
    async nudge(bankProfileId: string, noticed: Noticed, traceparent: string | null): Promise<number> {
      const status = { $in: ['PENDING' as const, 'IN_PROGRESS' as const, 'FAILED' as const] };
      const hint = {
        nudgedAt: '$$NOW',
        cause: { $literal: traceparent },
        dueAt: { $cond: [LEASE_IS_OVER, '$$NOW', '$dueAt'] },
      };
      const { matchedCount } = await model.updateMany(
        { ...noticed, bankProfileId, status, lostAt: null, attempts: { $gt: 0 } },
        [{ $set: hint }],
        { updatePipeline: true },
      );
      return matchedCount;
    },
  };
}
