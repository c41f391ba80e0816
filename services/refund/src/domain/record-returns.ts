import { afterReturnsLook, type Cents, cents } from '@gx/core';
import { recordEvent } from './advance.ts';
import { type CashoutReturn, type Decision, KEEP, type PlainRefund } from './refund.ts';

/** What has come back of a cashout that had arrived. */
export const returnedAmountOf = ({ returns = [] }: Pick<PlainRefund, 'returns'>): Cents =>
  cents(returns.reduce((sum, { amount }) => sum + amount, 0));

/** A Pix-out that may still come back: a refund that has arrived as a Pix of its own. */
export const mayComeBack = ({ kind, status, bank }: PlainRefund): boolean =>
  kind === 'REFUND' && status === 'REFUNDED' && bank.strategy === 'CASHOUT';

/**
 * The returns that a bank shows and that are not recorded; `contradiction` where they cannot be: one of
 * another amount than before, two of one id, or more than was sent. Nothing may be concluded from that.
 */
export function newReturns(
  { amount, returns = [] }: Pick<PlainRefund, 'amount' | 'returns'>,
  shown: readonly CashoutReturn[],
): readonly CashoutReturn[] | 'contradiction' {
  const known = new Map(returns.map((one) => [one.id, one.amount]));
  const differs = shown.some((one) => (known.get(one.id) ?? one.amount) !== one.amount);
  const isDouble = new Set(shown.map(({ id }) => id)).size < shown.length;
  const found = shown.filter(({ id }) => !known.has(id));
  const isTooMuch = returnedAmountOf({ returns: [...returns, ...found] }) > (amount ?? 0);
  return differs || isDouble || isTooMuch ? 'contradiction' : found;
}

/**
 * Records what came back, once the ledger has posted it, with one event about all of it; or that nothing more
 * has, or that the bank gave no answer. It stays REFUNDED: nothing of it can be refunded again (decisions,
 * section 7).
 */
export function recordReturns<R extends PlainRefund>(
  refund: R,
  owner: string,
  found: readonly CashoutReturn[] | 'no_answer',
  now: Date,
): Decision<R> {
  if (refund.work.owner !== owner || !mayComeBack(refund)) return KEEP;
  const { work, next } = afterReturnsLook(refund.work, found !== 'no_answer');
  const released = { ...refund, work };
  if (found === 'no_answer' || found.length === 0) return { kind: 'change', refund: released, events: [], next };
  const returned = { ...released, returns: [...(refund.returns ?? []), ...found] };
  return { kind: 'change', ...recordEvent({ refund: returned, events: [] }, 'refund.progressed', now), next };
}
