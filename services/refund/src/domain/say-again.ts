import { type Decision, KEEP, type PlainRefund, type RefundEvent } from './refund.ts';
import type { Status } from './transitions.ts';
import { tell, wordFor } from './walk.ts';

/**
 * What was last said of how far it is, as it was said; undefined where nothing was, or where a version said
 * it that did not write it down.
 */
export function lastWord({ kind, told, sequence, lostAt }: PlainRefund): RefundEvent | undefined {
  const last = lostAt === null ? sequence : sequence - 1;
  if (told?.sequence !== last) return undefined;
  return { type: wordFor({ kind, status: told.status }), sequence: last, occurredAt: told.at, status: told.status };
}

/** Says where it stands when no last word of it is known. Whoever works on it keeps it. */
export function sayWhereItStands<R extends PlainRefund>(refund: R, now: Date): Decision<R> {
  if (lastWord(refund) !== undefined) return KEEP;
  const { refund: told, events } = tell({ refund, events: [] }, wordFor(refund), now);
  return { kind: 'change', refund: told, events, next: 'held' };
}

/** What the ledger alone is to book of what was said, the entry's name there, and the word that says it. */
export type Booking = { readonly reference: string; readonly word: RefundEvent };

/**
 * What of a refund nobody but the ledger has to hear: that it is the platform's loss, and that money of no
 * charge is back. Of that the ledger hears by the same word as charge: what it has booked was not lost.
 */
export function bookingOf(refund: PlainRefund): Booking | undefined {
  const { id, kind, chargeId, status, sequence, lostAt, bank } = refund;
  if (lostAt !== null)
    return { reference: `loss:${id}`, word: { type: 'refund.lost', sequence, occurredAt: lostAt, status } };
  if (kind !== 'RETURN' || chargeId !== null || status !== 'REFUNDED') return undefined;
  const word = lastWord(refund);
  return word === undefined ? undefined : { reference: `returned:${bank.endToEndId}`, word };
}

/**
 * Whether charge, which has heard `heard` of it, knows all that it is told. Of a return it only knows that it
 * was taken up, and that it is back.
 */
export function isHeard({ kind, status }: Pick<PlainRefund, 'kind' | 'status'>, heard: Status | undefined): boolean {
  if (kind === 'RETURN' && status !== 'REFUNDED') return heard !== undefined;
  return heard === status;
}
