import { type Id, invariant, type Tenant } from '@gx/core';
import { type ClaimedWork, LEASE_IS_OVER, leasedWork } from '@gx/runtime/mongo';
import { isOpened, type Payout, type StoredPayout } from '../domain/payout.ts';
import type { PayoutDocument } from './payout-document.ts';
import type { PayoutModel } from './payout-model.ts';
import type { StoredPayouts } from './stored-payouts.ts';

export type DueStore = ReturnType<typeof dueStore>;
type Deps = { readonly model: PayoutModel; readonly stored: StoredPayouts; readonly times: PayoutDueTimes };
export type PayoutDueTimes = { readonly createLeaseMs: number; readonly workLeaseMs: number };

/** What of a payout's life at its bank a callback may be about. */
const AT_BANK = { status: { $in: ['PROCESSING', 'PAID', 'FAILED'] }, releasedAt: { $ne: null }, lostAt: null } as const;

/** Which payouts are to be worked on at their banks, and who does it. */
export function dueStore({ model, stored, times }: Deps) {
  const work = leasedWork<PayoutDocument, StoredPayout>(model, {
    key: 'bankProfileId',
    leaseMs: times.workLeaseMs,
    read: stored.opened,
  });

  return {
    workLeaseMs: times.workLeaseMs,

    /** Takes the payout at a bank that waits longest; nobody else gets it before the lease is over. */
    claim: (owner: string, bankProfileId: string): Promise<ClaimedWork<StoredPayout>> =>
      work.claim(owner, bankProfileId),

    /** Every bank where work is due, and how much, counted up to `max`. */
    banks: work.keys,

    /** Takes over a creation whose owner gave it up or died. */
    async claimCreation(
      { accountId, livemode }: Tenant,
      { id }: { readonly id: Id<'payout'> },
      owner: string,
    ): Promise<Payout | undefined> {
      const claimed = await work.claimWhere(
        { _id: id, accountId, livemode, status: { $in: ['INITIATED', 'DROPPED'] }, $expr: LEASE_IS_OVER },
        owner,
        times.createLeaseMs,
      );
      if (claimed.kind === 'unreadable') throw claimed.cause;
      if (claimed.kind !== 'claimed') return undefined;
      invariant(isOpened(claimed.work), 'a payout that has not ended has no payee any more');
      return claimed.work;
    },

    /**
     * What is under way at a bank that was silent is due at once, the oldest first, at most `max`; how many.
     * The schedule stays.
     */
    askAtOnce: (bankProfileId: string, max: number): Promise<number> =>
      work.makeDue(bankProfileId, { status: 'PROCESSING', polls: { $gt: 0 } }, max),

    /** The turn of the next one at a bank that sends one Pix at a time. */
    nextTurn: (bankProfileId: string): Promise<number> =>
      work.makeDue(bankProfileId, { status: 'PROCESSING', attempts: 0, finalStatus: null }, 1),

    /**
     * What a bank spoke of is due at once, or as soon as the owner of its lease is done. How many it is
     * about.
     */
    trigger: (bankProfileId: string, bankId: string, traceparent: string | null): Promise<number> =>
      work.trigger({ bankProfileId, bankId, ...AT_BANK }, traceparent),
  };
}
