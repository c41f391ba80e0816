import { newTry } from './hear.ts';
import { type Decision, KEEP, type Next, type PlainRefund, type Refund } from './refund.ts';
import { followUpAfter, RECHECK_AFTER_MS } from './schedule.ts';
import { tell, walk } from './walk.ts';

/** What a later look at something that failed brought. */
export type LateWord = 'still_failed' | 'succeeded' | 'no_answer';

/**
 * Writes down what a look at a failed refund brought. One that succeeded after all is the platform's loss and
 * stays FAILED: the merchant has the money back, and may have refunded again. A failed return that is gone
 * after all is returned.
 */
export function rechecked(refund: Refund, owner: string, word: LateWord, now: Date): Decision {
  if (refund.work.owner !== owner || refund.status !== 'FAILED') return KEEP;
  if (word === 'succeeded') return refund.kind === 'RETURN' ? goneAfterAll(refund, now) : lost(refund, now);
  // The bank did not answer: this look is still to be made. One that its own word brought was not counted.
  const { followUps } = refund.work;
  const isUncounted = word === 'no_answer' && followUps === 0;
  const asks = isUncounted ? Math.max(refund.work.asks - 1, 0) : refund.work.asks;
  const followUp = word === 'no_answer' ? followUpAfter(followUps) : undefined;
  const next: Next = followUp ?? RECHECK_AFTER_MS[asks] ?? 'never';
  return { kind: 'change', refund: { ...refund, work: { ...refund.work, owner: null, asks } }, events: [], next };
}

function lost(refund: Refund, now: Date): Decision {
  const { refund: told, events } = tell({ refund, events: [] }, 'refund.lost', now);
  const work = { ...refund.work, owner: null };
  return { kind: 'change', refund: { ...told, work, lostAt: now }, events, next: 'never' };
}

function goneAfterAll(refund: Refund, now: Date): Decision {
  const { refund: done, events } = walk(refund, ['retry', 'progress', 'confirm'], now);
  return { kind: 'change', refund: { ...done, work: { ...refund.work, owner: null } }, events, next: 'never' };
}

/**
 * An operator wants a failed return tried again; anything else stays as it is. Whoever looked at it meanwhile
 * writes nothing.
 */
export function retry<R extends PlainRefund>(refund: R, now: Date): Decision<R> {
  if (refund.kind !== 'RETURN' || refund.status !== 'FAILED') return KEEP;
  const { refund: again, events } = walk(newTry(refund), ['retry'], now);
  return { kind: 'change', refund: again, events, next: 0 };
}
