import { type Id, InvariantViolation, isoMillis, parseJsonAsWritten, wireId } from '@gx/core';
import type { Payout, Payout_Status } from '../../gen/gx/payout/v1/payout.ts';
import { failureReason } from './refund.ts';

export type PayoutStatus = Exclude<Payout_Status, 'STATUS_UNSPECIFIED'>;
/** The five words of a payout (decisions N2). */
export const PAYOUT_STATUSES = ['pending', 'processing', 'paid', 'failed', 'cancelled'] as const;
export type PublicPayoutStatus = Lowercase<PayoutStatus>;

/** The public payout, `object: "payout"` (decisions N2 and section 7): an allowlist, built field by field. */
export type PublicPayout = {
  readonly id: string;
  readonly object: 'payout';
  /** What arrives; the fee comes on top. */
  readonly amount: number;
  readonly currency: string;
  readonly status: PublicPayoutStatus;
  readonly method: 'pix';
  readonly destination: { readonly type: string; readonly key_masked: string };
  readonly fee: number;
  readonly net_amount: number;
  readonly end_to_end_id: string | null;
  readonly failure_code: string | null;
  readonly failure_message: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly created_at: string;
  readonly paid_at: string | null;
  readonly scheduled_for: string | null;
  readonly approval: { readonly required: boolean; readonly by: string | null; readonly at: string | null };
  /** What came back after it had arrived: 0 for nothing, `amount` of one that failed by it. */
  readonly returned_amount: number;
  readonly description: string | null;
};

/** Renders a payout for REST and for `data.object` of an event. Every field is always there. */
export function publicPayout(payout: Payout): PublicPayout {
  const { id, amount, currency, status, destination, fee, approval } = payout;
  if (status === 'STATUS_UNSPECIFIED') throw new InvariantViolation('a payout without a status');
  if (destination === null) throw new InvariantViolation('a payout without a destination');
  return {
    id: wireId('payout', id as Id<'payout'>),
    object: 'payout',
    amount,
    currency,
    status: status.toLowerCase() as PublicPayoutStatus,
    method: 'pix',
    destination: { type: destination.type, key_masked: destination.keyMasked },
    fee,
    net_amount: amount,
    end_to_end_id: payout.endToEndId ?? null,
    ...failure(payout),
    metadata: parseJsonAsWritten(payout.metadataJson || '{}') as Record<string, unknown>,
    created_at: isoMillis(new Date(payout.createdAtMs)),
    paid_at: timeOrNull(payout.paidAtMs),
    scheduled_for: timeOrNull(payout.scheduledForMs),
    approval: {
      required: approval?.required ?? false,
      by: approval?.userId === undefined ? null : wireId('user', approval.userId as Id<'user'>),
      at: timeOrNull(approval?.atMs),
    },
    returned_amount: payout.returnedAmount,
    description: payout.description ?? null,
  };
}

/** Both are there exactly when it failed (decisions, section 7). */
function failure({ status, failureCode, failureMessage }: Payout) {
  if (status !== 'FAILED') return { failure_code: null, failure_message: null };
  if (!failureCode || !failureMessage) throw new InvariantViolation('a failed payout that does not say why');
  const code = failureReason(failureCode);
  // A sentence of the bank in the place of a code stays out of the message, too.
  return { failure_code: code, failure_message: failureMessage.replaceAll(failureCode, code) };
}

const timeOrNull = (ms: number | undefined): string | null => (ms === undefined ? null : isoMillis(new Date(ms)));
