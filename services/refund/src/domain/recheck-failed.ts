import { type ActOrigin, afterRecheck, type LateTransferResult } from '@gx/core';
import { returnMoved } from './acts.ts';
import { advance, recordEvent } from './advance.ts';
import { nextBankId } from './apply-provider-status.ts';
import { type Decision, KEEP, type PlainRefund } from './refund.ts';

/**
 * Writes down what a look at a failed refund brought. One that succeeded after all is the platform's loss and
 * stays FAILED: the merchant has the money back, and may have refunded again. A failed return that is gone
 * after all is returned.
 */
export function rechecked<R extends PlainRefund>(
  refund: R,
  owner: string,
  result: LateTransferResult,
  now: Date,
): Decision<R> {
  if (refund.work.owner !== owner || refund.status !== 'FAILED') return KEEP;
  if (result === 'succeeded') return refund.kind === 'RETURN' ? goneAfterAll(refund, now) : lost(refund, now);
  const { work, next } = afterRecheck(refund.work, result);
  return { kind: 'change', refund: { ...refund, work }, events: [], next };
}

function lost<R extends PlainRefund>(refund: R, now: Date): Decision<R> {
  const { refund: announced, events } = recordEvent({ refund, events: [] }, 'refund.lost', now);
  const work = { ...refund.work, owner: null };
  return { kind: 'change', refund: { ...announced, work, lostAt: now }, events, next: 'never' };
}

function goneAfterAll<R extends PlainRefund>(refund: R, now: Date): Decision<R> {
  const { refund: done, events } = advance(refund, ['retry', 'progress', 'confirm'], now);
  return { kind: 'change', refund: { ...done, work: { ...refund.work, owner: null } }, events, next: 'never' };
}

/**
 * An operator wants a failed return tried again; anything else stays as it is. A caller that looked at it
 * meanwhile writes nothing.
 */
export function retry<R extends PlainRefund>(refund: R, origin: ActOrigin): Decision<R> {
  if (refund.kind !== 'RETURN' || refund.status !== 'FAILED') return KEEP;
  const { refund: again, events } = advance(nextBankId(refund), ['retry'], origin.at);
  const act = returnMoved(refund, { action: 'return.retried', after: again.status }, origin);
  return { kind: 'change', refund: again, events, next: 0, act };
}
