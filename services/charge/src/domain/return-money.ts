import { cents, type EndToEndId, invariant } from '@gx/core';
import { type Change, type Charge, type ChargeEvent, type RefundUpdate, recordEvent } from './charge.ts';
import type { IncomingPayment, ReturnReason } from './decide-payment.ts';
import { nextStatus } from './transitions.ts';

const OF_PAYER: ReadonlySet<ReturnReason> = new Set(['PAYER_MISMATCH', 'PAYER_UNKNOWN']);
/**
 * Whether a return also ends a charge that is not over: its only payment was somebody else's, or nobody's, or
 * was held as late and rejected.
 */
const endsCharge = ({ review }: Charge, endToEndId: EndToEndId, reason: ReturnReason): boolean =>
  OF_PAYER.has(reason) || (reason === 'PAID_AFTER_EXPIRY' && review?.endToEndId === endToEndId);

/**
 * Orders one returned payment of the charge back, and ends the charge as REFUNDED where the return does that.
 * The merchant hears of it when the return is ordered (decisions A6). A charge that is over keeps its status.
 */
export function orderReturn(change: Change, { endToEndId, decision }: IncomingPayment, now: Date): Change {
  invariant(decision.kind === 'returned', 'money that is not returned is not ordered back');
  const { reason } = decision;
  const previousStatus = change.charge.status;
  const occurrence = { occurredAt: now, previousStatus };
  const ordered = recordReturnOrder(change, endToEndId, now);
  const ends = endsCharge(change.charge, endToEndId, reason);
  const status = (ends ? nextStatus(previousStatus, 'return', false) : undefined) ?? previousStatus;
  const moved = { ...ordered, charge: { ...ordered.charge, status } };
  const payment = moved.charge.payments.find((one) => one.endToEndId === endToEndId);
  invariant(payment !== undefined, 'what is ordered back is a payment of the charge');
  return recordReturnStatus(moved, payment, occurrence);
}

/** Tells the merchant how far a return is. Nobody hears of a charge that the bank declined. */
export const recordReturnStatus = (
  change: Change,
  payment: IncomingPayment,
  occurrence: Parameters<typeof recordEvent>[2],
): Change =>
  change.charge.status === 'REJECTED'
    ? change
    : recordEvent(change, { type: 'charge.refund_progressed', refund: returnUpdate(payment) }, occurrence);

/** Tells the order under the next number, which the payment keeps: published again it is the same event. */
function recordReturnOrder(change: Change, endToEndId: EndToEndId, now: Date): Change {
  const occurrence = { occurredAt: now, previousStatus: change.charge.status };
  const { charge, events } = recordEvent(change, { type: 'charge.return_ordered', endToEndId }, occurrence);
  const ordered = { sequence: charge.sequence, at: now };
  const payments = charge.payments.map((one) =>
    one.endToEndId === endToEndId ? { ...one, ordered, returnStatus: 'PENDING' as const } : one,
  );
  return { charge: { ...charge, payments }, events };
}

/** As merchants hear of it: the amount is what we send, less what the bank had taken back before. */
function returnUpdate({
  amount,
  returnedByBank = cents(0),
  decision,
  returnStatus = 'PENDING',
}: IncomingPayment): RefundUpdate {
  invariant(decision.kind === 'returned', 'money that is not returned has no return');
  const { returnId: id, reason } = decision;
  return { id, amount: cents(amount - returnedByBank), status: returnStatus, initiator: 'automatic', reason };
}

/** Whether refund is still to say that it has the order to return this. */
export const isUnacknowledged = ({ decision, ordered, returnedAt, acknowledgedAt }: IncomingPayment): boolean =>
  decision.kind === 'returned' && ordered !== undefined && returnedAt === null && acknowledgedAt === undefined;

/** The orders that refund has not acknowledged, as the events that they were told as. */
export const unacknowledgedOrders = ({ payments, status: previousStatus }: Charge): ChargeEvent[] =>
  payments.filter(isUnacknowledged).flatMap(({ endToEndId, ordered }) => {
    if (ordered === undefined) return [];
    const { sequence, at: occurredAt } = ordered;
    return [{ type: 'charge.return_ordered', endToEndId, sequence, occurredAt, previousStatus }];
  });
