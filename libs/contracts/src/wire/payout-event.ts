import { type Id, isoMillis, wireId } from '@gx/core';
import type { Payout, Payout_Status } from '../../gen/gx/payout/v1/payout.ts';
import { type CanonicalEnvelope, canonicalEnvelope, type LegacyEnvelope, type Occurrence } from './envelope.ts';
import { type PublicPayout, publicPayout } from './payout.ts';

/** Canonical event of a payout (specification, Events). */
export type PayoutEventBody = CanonicalEnvelope<{ readonly object: PublicPayout }>;

/** Legacy event of a payout (decisions, section 7). */
export type WithdrawalEventBody = LegacyEnvelope<{
  readonly transactionId: string;
  readonly amount: number;
  readonly status: string;
  readonly previousStatus: string;
  /** What the payout costs beside its amount. */
  readonly fee: number;
  readonly occurredAt: string;
  /** Of the payout, as in the canonical envelope. */
  readonly sequence: number;
}>;

export const canonicalPayoutEvent = (type: string, payout: Payout, occurrence: Occurrence): PayoutEventBody =>
  canonicalEnvelope(type, { object: publicPayout(payout) }, occurrence);

export const withdrawalEvent = (
  event: string,
  { id, amount, status, fee }: Payout,
  { previousStatus, occurredAtMs, livemode, sequence }: Occurrence & { readonly previousStatus: Payout_Status },
): WithdrawalEventBody => ({
  event,
  livemode,
  data: {
    transactionId: wireId('payout', id as Id<'payout'>),
    amount,
    status,
    // Before its first status a payout waits for it.
    previousStatus: previousStatus === 'STATUS_UNSPECIFIED' ? 'PENDING' : previousStatus,
    fee,
    occurredAt: isoMillis(new Date(occurredAtMs)),
    sequence,
  },
});
