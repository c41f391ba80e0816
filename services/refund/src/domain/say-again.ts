import { type Decision, KEEP, type Refund, type RefundEvent } from './refund.ts';
import { tell } from './walk.ts';

/** What was last said of a return, as it was said; undefined where nothing was, or where a version said it that did not write it down. */
export function lastWord({ told, sequence }: Refund): RefundEvent | undefined {
  if (told?.sequence !== sequence) return undefined;
  return { type: 'return.progressed', sequence, occurredAt: told.at, status: told.status };
}

/** Says where a return stands when no last word of it is known. Whoever works on it keeps it. */
export function sayWhereItStands(refund: Refund, now: Date): Decision {
  if (refund.kind !== 'RETURN' || lastWord(refund) !== undefined) return KEEP;
  const { refund: told, events } = tell({ refund, events: [] }, 'return.progressed', now);
  return { kind: 'change', refund: told, events, next: 'held' };
}
