import { afterPeerUnavailable, type Cents, invariant, type NextLook } from '@gx/core';
import { advance } from './advance.ts';
import { mayComeBack } from './record-returns.ts';
import { type Decision, KEEP, type PlainRefund, type Refund } from './refund.ts';
import { isHidden } from './transitions.ts';

/**
 * What was found out on the way: the amount that is reserved and held, and the exact body that says it to the
 * bank.
 */
export type Acceptance = { readonly amount: Cents; readonly body: string };

/**
 * The money is reserved: the refund is promised, and the bank comes next. An owner that lost the lease writes
 * nothing.
 */
export function accept(refund: Refund, owner: string, { amount, body }: Acceptance, now: Date): Decision {
  if (refund.status !== 'INITIATED' || refund.work.owner !== owner) return KEEP;
  invariant(refund.amount === null || refund.amount === amount, 'another amount was reserved than was requested');
  const moved = advance(refund, ['accept'], now);
  return {
    kind: 'change',
    refund: {
      ...moved.refund,
      amount,
      bank: { ...refund.bank, body },
      work: { ...refund.work, owner: null, attempts: 0, polls: 0 },
    },
    events: moved.events,
    next: 0,
  };
}

/**
 * It was refused: written before anything of it is undone, so that nobody promises it meanwhile. The owner
 * goes on.
 */
export function drop(refund: Refund, owner: string, now: Date): Decision {
  if (refund.status !== 'INITIATED' || refund.work.owner !== owner) return KEEP;
  return { kind: 'change', ...advance(refund, ['drop'], now), next: 'held' };
}

/** Gives unfinished work back: the next owner resumes it. */
export const reschedule = <R extends PlainRefund>(refund: R, owner: string, next: NextLook): Decision<R> =>
  refund.work.owner === owner
    ? { kind: 'change', refund: { ...refund, work: { ...refund.work, owner: null } }, events: [], next }
    : KEEP;

/** One of our own services did not answer: work goes on soon after it is back. */
export function rescheduleForPeers<R extends PlainRefund>(refund: R, owner: string): Decision<R> {
  if (refund.work.owner !== owner) return KEEP;
  const isAtBank = refund.finalStatus === null || mayComeBack(refund);
  const { work, next } = afterPeerUnavailable(refund.work, isAtBank);
  return { kind: 'change', refund: { ...refund, work }, events: [], next };
}

/** What a request finds under a key that was used before. */
export type ExistingCreation = 'other_request' | 'in_flight' | 'answered';

/**
 * Reads a refund as the record of its idempotency key. One that is being taken back binds nothing any more.
 */
export function readIdempotencyRecord(refund: PlainRefund, requestHash: string): ExistingCreation {
  if (refund.status === 'DROPPED') return 'in_flight';
  if (refund.requestHash !== requestHash) return 'other_request';
  return isHidden(refund.status) ? 'in_flight' : 'answered';
}
