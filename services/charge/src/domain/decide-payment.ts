import { type Cents, type EndToEndId, type Id, unreachable } from '@gx/core';
import { type StampedAhead, wasAhead } from './bank-clock.ts';
import type { RefundStatus } from './charge.ts';
import type { Status } from './transitions.ts';

/**
 * One Pix as the bank itself reports it. `paidAt` is the bank's own time of the payment (`horario`), which
 * decides.
 */
export type ReceivedPix = { readonly endToEndId: EndToEndId; readonly amount: Cents; readonly paidAt: Date };

/** Why money of a charge must not be kept; money of no charge goes back as UNKNOWN_CHARGE. */
export type ReturnReason =
  | 'PAYER_MISMATCH'
  | 'PAYER_UNKNOWN'
  | 'AMOUNT_MISMATCH'
  | 'PAID_AFTER_EXPIRY'
  | 'DUPLICATE_PAYMENT'
  | 'CHARGE_CLOSED'
  | 'CANCELLED_WHILE_HELD'
  // The bank took it back, or a part of it, before anything was credited: what is left goes back too.
  | 'RETURNED_AT_BANK';
/** Whether the payer lock lets a Pix in; what nobody asked yet is null. */
export type PayerVerdict = 'match' | 'mismatch' | 'unknown';
/** What is known about one Pix beside the Pix itself. */
export type Evidence = {
  readonly payer: PayerVerdict | null;
  /** What the bank has taken back of it by itself, for good; 0 for nothing. */
  readonly returnedByBank: Cents;
  /** The id of its return, should it have to go back. */
  readonly returnId: Id<'refund'>;
};
/**
 * `returnId` names the return at the refund service: made with the decision, so that ordering it twice is
 * once.
 */
export type PaymentDecision =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'held' }
  | { readonly kind: 'returned'; readonly reason: ReturnReason; readonly returnId: Id<'refund'> };
/** One Pix that arrived and what became of it: written once; only held money is decided about once more. */
export type IncomingPayment = ReceivedPix & {
  readonly decision: PaymentDecision;
  readonly decidedAt: Date;
  /** When the refund service said that the money is back at the payer. */
  readonly returnedAt: Date | null;
  /** What the bank had taken back of it by itself when it was decided about. Absent: nothing. */
  readonly returnedByBank?: Cents;
  /**
   * How far its return is, as the merchant was last told (decisions A6). Absent where nothing was ordered.
   */
  readonly returnStatus?: RefundStatus;
  /**
   * The order to return it, which is the same event however often it is published. Absent where nothing was
   * ordered.
   */
  readonly ordered?: { readonly sequence: number; readonly at: Date };
  /** When the refund service first said anything of its return: it has the order. */
  readonly acknowledgedAt?: Date;
};

/** What of a charge the decision about its payment depends on. */
export type Payable = {
  readonly status: Status;
  readonly amount: Cents;
  readonly expiresAt: Date | null;
  readonly payments: readonly IncomingPayment[];
  readonly stampedAhead?: readonly StampedAhead[];
};

const TAKES_MONEY: ReadonlySet<Status> = new Set(['PENDING', 'WAITING_PAYMENT', 'EXPIRED']);

/**
 * What happens to money that arrived: each Pix is accepted, held or returned, never refused, and never judged
 * twice. The order is the precedence: a second payment is a duplicate whatever its amount, a late one is late
 * for any payer. Null: it hangs on who paid, and nobody has asked yet.
 */
export function decidePayment(charge: Payable, pix: ReceivedPix, evidence: Evidence): PaymentDecision | null {
  const earlier = charge.payments.find((payment) => payment.endToEndId === pix.endToEndId);
  if (earlier !== undefined) return earlier.decision;
  const { late, ...other } = reasonsToReturn(charge, pix, evidence);
  // Late by a time that was no time of payment: an operator decides (decisions, section 14).
  const isHeld = late !== undefined && wasAhead(charge, pix);
  const reason = other.before ?? (isHeld ? undefined : late) ?? other.after;
  if (reason !== undefined) return returned(reason, evidence);
  if (isHeld) return { kind: 'held' };
  switch (evidence.payer) {
    case null:
      return null;
    case 'match':
      return { kind: 'accepted' };
    case 'mismatch':
      return returned('PAYER_MISMATCH', evidence);
    case 'unknown':
      return { kind: 'held' };
    default:
      return unreachable(evidence.payer);
  }
}

type Reasons = Readonly<Partial<Record<'before' | 'late' | 'after', ReturnReason>>>;

/**
 * Why this Pix may not be kept, for any payer: what comes before its being late, that, and what comes after
 * it.
 */
function reasonsToReturn(charge: Payable, pix: ReceivedPix, { returnedByBank }: Evidence): Reasons {
  if (charge.payments.some(({ decision }) => decision.kind !== 'returned')) return { before: 'DUPLICATE_PAYMENT' };
  if (!TAKES_MONEY.has(charge.status)) return { before: 'CHARGE_CLOSED' };
  const isLate = charge.expiresAt === null || pix.paidAt > charge.expiresAt;
  const isOther = pix.amount !== charge.amount;
  return {
    ...(isLate ? { late: 'PAID_AFTER_EXPIRY' } : {}),
    ...(isOther ? { after: 'AMOUNT_MISMATCH' } : returnedByBank > 0 ? { after: 'RETURNED_AT_BANK' } : {}),
  };
}

const returned = (reason: ReturnReason, { returnId }: Evidence): PaymentDecision => ({
  kind: 'returned',
  reason,
  returnId,
});
