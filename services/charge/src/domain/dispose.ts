import type { Cents, EndToEndId } from '@gx/core';
import type { Status } from './transitions.ts';

/** One Pix as the bank itself reports it. `settledAt` is the bank's own time of the payment (`horario`), which decides. */
export type PixReceived = { readonly endToEndId: EndToEndId; readonly amount: Cents; readonly settledAt: Date };

/** Why money must not be kept (architecture, section 2). */
export type ReturnReason = 'AMOUNT_MISMATCH' | 'PAID_AFTER_EXPIRY' | 'DUPLICATE_PAYMENT' | 'CHARGE_CLOSED';
export type Disposition = { readonly kind: 'accepted' } | { readonly kind: 'returned'; readonly reason: ReturnReason };
/** One Pix that arrived and what became of it: written once, never changed. */
export type Receipt = PixReceived & { readonly disposition: Disposition; readonly disposedAt: Date };

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
