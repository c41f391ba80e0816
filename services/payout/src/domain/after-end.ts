import { afterRecheck, afterReturnsLook, type LateTransferResult } from '@gx/core';
import { advance, recordEvent } from './advance.ts';
import { changed, KEEP, type PayoutReturn, type PayoutUpdate, type PlainPayout, returnedOf } from './payout.ts';

/** The failure code of a payout that its bank has returned whole (decisions, section 7, Money). */
export const RETURNED = 'returned';

/**
 * Writes down what a look at a failed payout brought. One that arrived after all is the platform's loss and
 * stays FAILED: the merchant has the money back, and may have paid again.
 */
export function rechecked<P extends PlainPayout>(
  payout: P,
  owner: string,
  result: LateTransferResult,
  now: Date,
): PayoutUpdate<P> {
  if (payout.work.owner !== owner || payout.status !== 'FAILED' || payout.lostAt !== null) return KEEP;
  if (result === 'succeeded') {
    const lost = recordEvent(payout, { type: 'payout.lost', previousStatus: payout.status, now });
    const work = { ...payout.work, owner: null };
    return { kind: 'change', payout: { ...lost.payout, work, lostAt: now }, events: lost.events, next: 'never' };
  }
  const { work, next } = afterRecheck(payout.work, result);
  return changed({ ...payout, work }, next);
}

/** The returns among these that the payout does not have yet. */
export const newReturns = ({ returns }: Pick<PlainPayout, 'returns'>, shown: readonly PayoutReturn[]): PayoutReturn[] =>
  shown.filter(
    ({ id }, nth) => !returns.some((one) => one.id === id) && shown.findIndex((one) => one.id === id) === nth,
  );

/** Whether all of it is back once these are. */
export const isBackWith = (payout: PlainPayout, more: readonly PayoutReturn[]): boolean =>
  returnedOf(payout) + returnedOf({ returns: more }) >= payout.amount;

/**
 * Writes down what came back of a payout that had arrived, each return once, after it was booked; `null`: the
 * bank gave no answer. It fails once all of it is back (decisions, section 7, Money).
 */
export function recordReturns<P extends PlainPayout>(
  payout: P,
  owner: string,
  shown: readonly PayoutReturn[] | null,
  now: Date,
): PayoutUpdate<P> {
  const { work, status } = payout;
  if (work.owner !== owner || payout.paidAt === null) return KEEP;
  const fresh = newReturns(payout, shown ?? []);
  const returned = { ...payout, returns: [...payout.returns, ...fresh], work: { ...work, owner: null } };
  if (status === 'PAID' && isBackWith(payout, fresh)) {
    const moved = advance({ ...returned, failureCode: RETURNED }, 'return', now);
    return { kind: 'change', payout: moved.payout, events: moved.events, next: 'never' };
  }
  const { work: looked, next } = afterReturnsLook(work, shown !== null);
  return status === 'PAID' ? changed({ ...returned, work: looked }, next) : changed(returned, 'never');
}
