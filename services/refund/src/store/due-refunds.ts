import { type EndToEndId, invariant, type Tenant } from '@gx/core';
import { type ClaimedWork, LEASE_IS_OVER, leasedWork } from '@gx/runtime/mongo';
import { isOpened, type PlainRefund, type Refund } from '../domain/refund.ts';
import type { RefundDocument } from './refund-document.ts';
import type { RefundModel } from './refund-model.ts';
import type { StoredRefunds } from './stored-refunds.ts';

export type DueStore = ReturnType<typeof dueStore>;
type Deps = {
  readonly model: RefundModel;
  readonly stored: Pick<StoredRefunds, 'claimed'>;
  readonly times: DueTimes;
};
export type DueTimes = { readonly createLeaseMs: number; readonly workLeaseMs: number };
/** What a bank spoke of: a Pix whose devolutions moved, or a Pix that we sent. */
export type CallbackSubject = { readonly endToEndId: EndToEndId } | { readonly bankId: string };

/**
 * What the bank may still say something of: how it ended, that it had not failed, that a Pix-out came back.
 */
const OPEN = [{ status: { $in: ['PENDING', 'IN_PROGRESS', 'FAILED'] } }] as const;
const ARRIVED = { status: 'REFUNDED', kind: 'REFUND', strategy: 'CASHOUT' } as const;

/** Which refunds and returns are to be worked on at their banks, and who does it. */
export function dueStore({ model, stored, times }: Deps) {
  const work = leasedWork<RefundDocument, PlainRefund>(model, {
    key: 'bankProfileId',
    leaseMs: times.workLeaseMs,
    read: stored.claimed,
  });

  return {
    /**
     * Takes the refund or return at a bank that waits longest; nobody else gets it before the lease is over.
     */
    claim: (owner: string, bankProfileId: string): Promise<ClaimedWork<PlainRefund>> =>
      work.claim(owner, bankProfileId),

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
      if (claimed.kind !== 'claimed') return undefined;
      invariant(isOpened(claimed.work), 'a refund that is being created has no payee any more');
      return claimed.work;
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
