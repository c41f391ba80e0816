import type { Cents, EndToEndId, Id } from '@gx/core';
import type { Status } from './transitions.ts';

/** One Pix as the bank itself reports it. `settledAt` is the bank's own time of the payment (`horario`), which decides. */
export type PixReceived = { readonly endToEndId: EndToEndId; readonly amount: Cents; readonly settledAt: Date };

/** Why money must not be kept (architecture, section 5). */
export type ReturnReason =
  | 'PAYER_MISMATCH'
  | 'PAYER_UNKNOWN'
  | 'AMOUNT_MISMATCH'
  | 'PAID_AFTER_EXPIRY'
  | 'DUPLICATE_PAYMENT'
  | 'CHARGE_CLOSED'
  | 'CANCELLED_WHILE_HELD';
/** `returnId` names the return at the refund service: made with the decision, so that ordering it twice is once. */
export type Disposition =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'held' }
  | { readonly kind: 'returned'; readonly reason: ReturnReason; readonly returnId: Id<'refund'> };
/** One Pix that arrived and what became of it: written once; only held money is decided about once more. */
export type Receipt = PixReceived & {
  readonly disposition: Disposition;
  readonly disposedAt: Date;
  /** When the refund service said that the money is back at the payer. */
  readonly returnedAt: Date | null;
};

/** What `dispose` looks at. */
export type Payable = {
  readonly status: Status;
  readonly amount: Cents;
  readonly expiresAt: Date | null;
  readonly receipts: readonly Receipt[];
};

const TAKES_MONEY: ReadonlySet<Status> = new Set(['PENDING', 'WAITING_PAYMENT', 'EXPIRED']);

/**
 * What happens to money that arrived: each Pix is accepted or returned, never refused, and never judged twice. The order is
 * the precedence: a second payment is a duplicate whatever its amount, a late one is late whatever its amount.
 */
export function dispose(charge: Payable, pix: PixReceived): Disposition {
  const earlier = charge.receipts.find((receipt) => receipt.endToEndId === pix.endToEndId);
  if (earlier !== undefined) return earlier.disposition;
  if (charge.receipts.some((receipt) => receipt.disposition.kind === 'accepted')) return back('DUPLICATE_PAYMENT');
  if (!TAKES_MONEY.has(charge.status)) return back('CHARGE_CLOSED');
  if (charge.expiresAt === null || pix.settledAt > charge.expiresAt) return back('PAID_AFTER_EXPIRY');
  if (pix.amount !== charge.amount) return back('AMOUNT_MISMATCH');
  return { kind: 'accepted' };
}

const back = (reason: ReturnReason): Disposition => ({ kind: 'returned', reason });
