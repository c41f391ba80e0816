import type { Id } from '@gx/core';
import { type Change, type Charge, type Decision, KEEP, tell } from './charge.ts';
import type { Disposition, Receipt } from './dispose.ts';
import { orderReturn } from './return-money.ts';
import { accept, type Settling } from './settle.ts';
import { nextStatus } from './transitions.ts';

/**
 * How held money is let go. `decidedBy` names the operator; null when the bank's word or a cancellation did it. A return with
 * CANCELLED_WHILE_HELD leaves the status to the cancellation, which closes the charge in the same write.
 */
export type ReviewEnd = { readonly decidedBy: string | null } & (
  | { readonly kind: 'accept' }
  | {
      readonly kind: 'return';
      readonly reason: 'PAYER_MISMATCH' | 'PAYER_UNKNOWN' | 'CANCELLED_WHILE_HELD';
      readonly returnId: Id<'refund'>;
    }
);

/** The receipt of a charge that is held: at most one. */
export const heldReceipt = ({ receipts }: Pick<Charge, 'receipts'>): Receipt | undefined =>
  receipts.find(({ disposition }) => disposition.kind === 'held');

/** Holds one Pix that has just become a receipt of the charge, for as long as nobody knows who paid. */
export function hold(change: Change, { endToEndId }: Receipt, now: Date): Change {
  const { charge } = change;
  // A charge that is over stays over: its money is held all the same.
  const status = nextStatus(charge.status, 'hold', false) ?? charge.status;
  const review = { endToEndId, heldAt: now, asked: 0, decidedBy: null, endedAt: null };
  return tell(
    { ...change, charge: { ...charge, status, review } },
    { type: 'charge.receipt_held', endToEndId },
    { occurredAt: now, previousStatus: charge.status },
  );
}

/** Ends the review of a charge: its held money is accepted or ordered back, once. Nothing held: nothing to do. */
export function endReview(charge: Charge, end: ReviewEnd, settling: Settling): Decision {
  const held = heldReceipt(charge);
  if (held === undefined || charge.review === null) return KEEP;
  const { now } = settling;
  const disposition: Disposition =
    end.kind === 'accept' ? { kind: 'accepted' } : { kind: 'returned', reason: end.reason, returnId: end.returnId };
  const receipt: Receipt = { ...held, disposition, disposedAt: now };
  const decided: Charge = {
    ...charge,
    receipts: charge.receipts.map((one) => (one === held ? receipt : one)),
    review: { ...charge.review, decidedBy: end.decidedBy, endedAt: now },
  };
  const change: Change = { charge: decided, events: [] };
  return {
    kind: 'change',
    ...(end.kind === 'accept' ? accept(change, receipt, settling) : orderReturn(change, receipt, now)),
  };
}
