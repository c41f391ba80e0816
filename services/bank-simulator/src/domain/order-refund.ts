import { addMillis } from '@gx/core';
import { isLost, ORDER_METHODS, type Order, type OrderRefund, openDispute, type RefundEnd } from './order.ts';
import { refundable } from './order-life.ts';
import type { ProblemType } from './problem.ts';
import type { BankScenario } from './scenarios.ts';

const SLOW_MS = 3_000;

export type RefundRequest = Pick<OrderRefund, 'id' | 'amount'>;
/** What becomes of a refund by itself, and after how long; undefined: nothing until it is told. */
export type RefundFate = (RefundEnd & { readonly afterMs: number }) | undefined;

export type RefundDecision =
  | { readonly order: Order; readonly refund: OrderRefund; readonly isNew: boolean }
  | { readonly problem: ProblemType };

/**
 * Takes a refund, or says why not. The same id with the same amount is the same refund; it is always under
 * way first.
 */
export function requestRefund(
  order: Order,
  { id, amount }: RefundRequest,
  { fate, now }: { readonly fate: RefundFate; readonly now: Date },
): RefundDecision {
  if (!ORDER_METHODS[order.method].refundable) return { problem: 'RefundNotSupported' };
  const earlier = order.refunds.find((one) => one.id === id);
  if (earlier !== undefined)
    return earlier.amount === amount ? { order, refund: earlier, isNew: false } : { problem: 'RefundIdReused' };
  const contested = openDispute(order) !== undefined || isLost(order);
  if (contested || amount > refundable(order)) return { problem: 'RefundInvalid' };
  const { afterMs, ...end } = fate ?? { afterMs: 0 };
  const next = 'status' in end ? { next: { ...end, dueAt: addMillis(now, afterMs) } } : {};
  const refund: OrderRefund = { id, amount, status: 'processing', requestedAt: now, ...next };
  return { order: { ...order, refunds: [...order.refunds, refund], updatedAt: now }, refund, isNew: true };
}

/**
 * The acquirer gives money of an order back by itself, or moves what it has begun; undefined when that cannot
 * be. A dispute does not bind it.
 */
export function returnByAcquirer(
  order: Order,
  { id, amount, status }: Pick<OrderRefund, 'id' | 'status'> & { readonly amount?: OrderRefund['amount'] },
  now: Date,
): { readonly order: Order; readonly refund: OrderRefund } | undefined {
  const known = order.refunds.find((one) => one.id === id);
  const isFinal = known !== undefined && known.status !== 'processing' && known.status !== status;
  const wanted = known?.amount ?? amount ?? refundable(order);
  const isOther = known !== undefined && amount !== undefined && amount !== known.amount;
  if (isFinal || isOther || wanted < 1 || (known === undefined && wanted > refundable(order))) return undefined;
  const ended = status === 'processing' ? {} : { endedAt: now };
  const refund: OrderRefund = { id, amount: wanted, status, requestedAt: known?.requestedAt ?? now, ...ended };
  const refunds =
    known === undefined ? [...order.refunds, refund] : order.refunds.map((one) => (one === known ? refund : one));
  return { order: { ...order, refunds, updatedAt: now }, refund };
}

/** Brings one refund to its end; undefined when it is not under way. */
export function endRefund(order: Order, id: string, { status, reason }: RefundEnd, now: Date): Order | undefined {
  if (order.refunds.find((one) => one.id === id)?.status !== 'processing') return undefined;
  const refunds = order.refunds.map((one): OrderRefund => {
    if (one.id !== id) return one;
    const { next: _, ...rest } = one;
    return { ...rest, status, endedAt: now, ...(reason === undefined ? {} : { reason }) };
  });
  return { ...order, refunds, updatedAt: now };
}

/** The first refund whose time has come. */
export const dueRefund = ({ refunds }: Order, now: Date): (RefundEnd & { readonly id: string }) | undefined => {
  const due = refunds.find(({ next }) => next !== undefined && next.dueAt <= now);
  return due?.next && { ...due.next, id: due.id };
};

/** What a scenario makes of a refund; without one it is done as soon as it was answered. */
export function refundFate(scenario: BankScenario | undefined): RefundFate {
  const { ms = null, motivo = null, code = null } = scenario ?? {};
  const failed = (usual: string): RefundFate => {
    return { status: 'failed', reason: motivo ?? code ?? usual, afterMs: ms ?? 0 };
  };
  switch (scenario?.kind) {
    case 'stuck':
      return undefined;
    case 'slow':
      return { status: 'done', afterMs: ms ?? SLOW_MS };
    case 'fails':
      return failed('issuer_declined');
    case 'short_of_funds':
      return failed('insufficient_funds');
    default:
      return { status: 'done', afterMs: 0 };
  }
}
