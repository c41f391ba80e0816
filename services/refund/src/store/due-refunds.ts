import type { EndToEndId, Tenant } from '@gx/core';
import type { Cipher } from '@gx/runtime';
import { type ClaimedWork, LEASE_IS_OVER, leasedWork } from '@gx/runtime/mongo';
import type { Refund } from '../domain/refund.ts';
import { type RefundDocument, refundOf } from './refund-document.ts';
import type { RefundModel } from './refund-model.ts';

export type DueStore = ReturnType<typeof dueStore>;
type Deps = {
  readonly model: RefundModel;
  readonly cipher: Cipher;
  readonly times: DueTimes;
};
export type DueTimes = { readonly createLeaseMs: number; readonly workLeaseMs: number };
/** What a bank spoke of: a Pix whose devolutions moved, or a Pix that we sent. */
export type CallbackSubject = { readonly endToEndId: EndToEndId } | { readonly bankId: string };

/** What the bank may still say something of: how it ended, that it had not failed, that a Pix-out came back. */
const OPEN = [{ status: { $in: ['PENDING', 'IN_PROGRESS', 'FAILED'] } }] as const;
const ARRIVED = { status: 'REFUNDED', kind: 'REFUND', strategy: 'CASHOUT' } as const;

/** Which refunds and returns are to be worked on at their banks, and who does it. */
export function dueStore({ model, cipher, times }: Deps) {
  const work = leasedWork<RefundDocument, Refund>(model, {
    key: 'bankProfileId',
    leaseMs: times.workLeaseMs,
    read: (document) => refundOf(document, cipher),
  });

  return {
    /**
     * Takes the refund or return at a bank that waits longest; nobody else gets it before the lease is over.
     */
    claim: (owner: string, bankProfileId: string): Promise<ClaimedWork<Refund>> => work.claim(owner, bankProfileId),

    /** Every bank where work is due, and how much, counted up to `max`. */
    banks: work.keys,

    /** Takes over a creation whose owner gave it up or died. */
    async claimCreation(
      { accountId, livemode }: Tenant,
      { id }: Pick<Refund, 'id'>,
      owner: string,
    ): Promise<Refund | undefined> {
      const claimed = await work.claimWhere(
        { _id: id, accountId, livemode, status: { $in: ['INITIATED', 'DROPPED'] }, $expr: LEASE_IS_OVER },
        owner,
        times.createLeaseMs,
      );
      if (claimed.kind === 'unreadable') throw claimed.cause;
      return claimed.kind === 'claimed' ? claimed.work : undefined;
    },

    /**
     * What is under way at a bank that was silent is due at once, the oldest first, at most `max`; how many.
     * The schedule stays.
     */
    askAtOnce: (bankProfileId: string, max: number): Promise<number> =>
      work.makeDue(
        bankProfileId,
        { status: { $in: ['PENDING', 'IN_PROGRESS'] }, lostAt: null, polls: { $gt: 0 } },
        max,
      ),

    /**
     * What a bank spoke of is due at once, or as soon as the owner of its lease is done; a return whose next
     * try waits for its time goes on waiting. How many it is about.
     */
    trigger: (bankProfileId: string, calledBack: CallbackSubject, traceparent: string | null): Promise<number> => {
      const ours = { ...calledBack, bankProfileId, lostAt: null, attempts: { $gt: 0 } };
      return work.trigger({ ...ours, $or: 'bankId' in calledBack ? [...OPEN, ARRIVED] : OPEN }, traceparent);
    },
  };
}
