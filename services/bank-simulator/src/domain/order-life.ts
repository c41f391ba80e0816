import { type Cents, cents } from '@gx/core';
import { isLost, isOpen, type Order, type OrderDispute, type OrderPayment, openDispute } from './order.ts';

/** Why an order does not move as it was told to. */
// biome-ignore format: one row per reason, read as a table
export const ORDER_REJECTIONS = {
  not_a_card:      'only a card has that',
  not_open:        'the order awaits nobody any more',
  not_approved:    'the order is not approved',
  wrong_amount:    'the amount is another',
  too_late:        'the time is over',
  disputed:        'a dispute is open, or was lost',
  nothing_to_end:  'no dispute is open',
} as const;
export type OrderRejection = keyof typeof ORDER_REJECTIONS;
export type OrderTransition = { readonly order: Order } | { readonly rejection: OrderRejection };

const moved = (order: Order, now: Date): OrderTransition => ({ order: { ...order, updatedAt: now } });

/** The payer of a card has gone to the issuer's page. Opened twice, it stays where it is. */
export function authenticate(order: Order, now: Date): OrderTransition {
  if (order.method !== 'CREDIT_CARD') return { rejection: 'not_a_card' };
  return isOpen(order) ? moved({ ...order, status: 'authenticating' }, now) : { rejection: 'not_open' };
}

export type Receipt = OrderPayment & { readonly force: boolean };

/**
 * Money arrives. The payer's side refuses what it may not pay; forced, it arrives all the same, and counts
 * only if it is the right amount, paid in time, for an order that is not closed: an expired one still turns
 * approved when the news was late.
 */
export function receive(order: Order, { id, amount, at, force }: Receipt, now: Date): OrderTransition {
  const wrong = amount !== order.amount ? 'wrong_amount' : at > order.expiresAt ? 'too_late' : undefined;
  const open = isOpen(order) || (force && order.status === 'expired');
  if (!force && (wrong !== undefined || !open)) return { rejection: wrong ?? 'not_open' };
  const payments = [...order.payments, { id, amount, at }];
  const counts = open && wrong === undefined;
  return moved({ ...order, payments, ...(counts ? { status: 'approved' as const } : {}) }, now);
}

/** The issuer, or the acquirer itself, says no. */
export const refuse = (order: Order, reason: string, now: Date): OrderTransition =>
  isOpen(order) ? moved({ ...order, status: 'refused', reason }, now) : { rejection: 'not_open' };

/** The time is over: an authentication that nobody finished is a refusal, anything else has expired. */
export function expire(order: Order, now: Date): OrderTransition {
  if (!isOpen(order)) return { rejection: 'not_open' };
  if (order.status === 'authenticating') return refuse(order, 'authentication_timeout', now);
  return moved({ ...order, status: 'expired' }, now);
}

/**
 * The merchant takes the order back; undefined when it is too late for that. Cancelled twice, it is
 * cancelled.
 */
export function cancelOrder(order: Order, now: Date): Order | undefined {
  if (order.status === 'cancelled') return order;
  return isOpen(order) ? { ...order, status: 'cancelled', updatedAt: now } : undefined;
}

/**
 * The cardholder disputes, or the issuer charges back: only what was approved, one at a time, and never after
 * one was lost.
 */
export function dispute(order: Order, { id, kind }: Pick<OrderDispute, 'id' | 'kind'>, now: Date): OrderTransition {
  if (order.method !== 'CREDIT_CARD') return { rejection: 'not_a_card' };
  if (order.status !== 'approved') return { rejection: 'not_approved' };
  const open = openDispute(order);
  const escalates = open?.kind === 'dispute' && kind === 'chargeback';
  if (isLost(order) || (open !== undefined && !escalates)) return { rejection: 'disputed' };
  if (escalates) {
    const disputes = order.disputes.map((one) => (one === open ? { ...one, kind } : one));
    return moved({ ...order, disputes }, now);
  }
  return moved({ ...order, disputes: [...order.disputes, { id, kind, status: 'open', openedAt: now }] }, now);
}

/** How the open dispute ended for the merchant. */
export function endDispute(order: Order, status: 'won' | 'lost', now: Date): OrderTransition {
  const open = openDispute(order);
  if (open === undefined) return { rejection: 'nothing_to_end' };
  const disputes = order.disputes.map((one) => (one === open ? { ...one, status, closedAt: now } : one));
  return moved({ ...order, disputes }, now);
}

/** What could still go back of an order: what came, also twice, late or in another amount, less what went. */
export function refundable(order: Order): Cents {
  const gone = order.refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0);
  const came = order.payments.reduce((sum, { amount }) => sum + amount, 0);
  return cents(Math.max(0, came - gone));
}
