import type { Cents, Id } from '@gx/core';
import { accept, type DecisionContext } from './accept.ts';
import { wasAhead } from './bank-clock.ts';
import { type Change, type Charge, type Decision, KEEP, type Review, recordEvent } from './charge.ts';
import type { IncomingPayment, PaymentDecision } from './decide-payment.ts';
import { orderReturn } from './return-money.ts';
import { nextStatus } from './transitions.ts';

/** Why held money goes back that nobody lets in: what it was held for. */
export type Rejection = 'PAYER_UNKNOWN' | 'PAID_AFTER_EXPIRY';

/**
 * How held money is let go. `decidedBy` names the operator, `proposedBy` the first of two; null when the
 * bank's word or a cancellation did it. A return with CANCELLED_WHILE_HELD leaves the status to the
 * cancellation, which closes the charge in the same write.
 */
export type ReviewEnd = Pick<Review, 'decidedBy' | 'proposedBy'> &
  (
    | { readonly kind: 'accept' }
    | {
        readonly kind: 'return';
        readonly reason: Rejection | 'PAYER_MISMATCH' | 'CANCELLED_WHILE_HELD';
        readonly returnId: Id<'refund'>;
        /** What the bank has taken of it by itself, where that is a part. */
        readonly returnedByBank?: Cents;
      }
  );

/** The payment of a charge that is held: at most one. */
export const heldPayment = ({ payments }: Pick<Charge, 'payments'>): IncomingPayment | undefined =>
  payments.find(({ decision }) => decision.kind === 'held');

export const rejectionOf = (review: Pick<Review, 'cause'> | null): Rejection =>
  review?.cause === 'BANK_CLOCK' ? 'PAID_AFTER_EXPIRY' : 'PAYER_UNKNOWN';

/**
 * Holds one Pix that has just become a payment of the charge, for as long as nobody knows who paid, or what
 * its bank's time is worth.
 */
export function hold(change: Change, payment: IncomingPayment, now: Date): Change {
  const { charge } = change;
  const { endToEndId } = payment;
  // A charge that is over stays over: its money is held all the same.
  const status = nextStatus(charge.status, 'hold', false) ?? charge.status;
  const cause = wasAhead(charge, payment) ? ({ cause: 'BANK_CLOCK' } as const) : {};
  const review = { endToEndId, heldAt: now, ...cause, polls: 0, decidedBy: null, endedAt: null };
  return recordEvent(
    { ...change, charge: { ...charge, status, review } },
    { type: 'charge.payment_held', endToEndId },
    { occurredAt: now, previousStatus: charge.status },
  );
}

/**
 * Ends the review of a charge: its held money is accepted or ordered back, once. Nothing held: nothing to do.
 */
export function endReview(charge: Charge, end: ReviewEnd, context: DecisionContext): Decision {
  const held = heldPayment(charge);
  if (held === undefined || charge.review === null || isOperators(charge.review, end)) return KEEP;
  const { now } = context;
  const decision: PaymentDecision =
    end.kind === 'accept' ? { kind: 'accepted' } : { kind: 'returned', reason: end.reason, returnId: end.returnId };
  const taken = end.kind === 'return' && end.returnedByBank !== undefined ? { returnedByBank: end.returnedByBank } : {};
  const payment: IncomingPayment = { ...held, decision, decidedAt: now, ...taken };
  const { decidedBy, proposedBy } = end;
  const who = { decidedBy, ...(proposedBy === undefined ? {} : { proposedBy }) };
  const decided: Charge = {
    ...charge,
    payments: charge.payments.map((one) => (one === held ? payment : one)),
    review: { ...charge.review, ...who, endedAt: now },
  };
  const change: Change = { charge: decided, events: [] };
  return {
    kind: 'change',
    ...(end.kind === 'accept' ? accept(change, payment, context) : orderReturn(change, payment, now)),
  };
}

/**
 * Who paid does not mend the bank's clock: only an operator, a cancellation, or what the bank takes back by
 * itself lets such money go.
 */
const isOperators = ({ cause }: Review, end: ReviewEnd): boolean =>
  cause === 'BANK_CLOCK' &&
  end.decidedBy === null &&
  (end.kind === 'accept' || (end.reason !== 'CANCELLED_WHILE_HELD' && end.returnedByBank === undefined));
