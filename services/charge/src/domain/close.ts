import type { Id } from '@gx/core';
import type { DecisionContext } from './accept.ts';
import {
  type Change,
  type Charge,
  type Closing,
  type Decision,
  isAwaitingPosting,
  KEEP,
  recordEvent,
} from './charge.ts';
import { endReview } from './review.ts';
import { nextStatus, type Status, type Trigger } from './transitions.ts';

/**
 * What ends a charge: the merchant asks for it, its time is over, or the bank took it off on its own account
 * (decisions N3).
 */
export type ClosingAs = Closing['as'];
type End = ClosingAs | 'REFUSED';
type Ending = { readonly trigger: Trigger; readonly event: 'charge.expired' | 'charge.failed' };
/**
 * How each end is called in the table of transitions, and what the merchant is told (specification, "Which
 * transition emits which event").
 */
const ENDS: Readonly<Record<End, Ending>> = {
  EXPIRED: { trigger: 'expire', event: 'charge.expired' },
  CANCELLED: { trigger: 'cancel', event: 'charge.failed' },
  REFUSED: { trigger: 'refuse', event: 'charge.failed' },
};

/** `refused`: the charge is in no status, or has accepted money, that allows the cancellation. */
export type BeginDecision = Decision | { readonly kind: 'refused' };

/**
 * Writes down what a charge is about to become, before the bank is told to remove it. An expiry that cannot
 * begin leaves everything as it is; a cancellation is refused. The merchant's word takes an expiry over that
 * has not ended, never the other way round.
 */
export function beginClosing(charge: Charge, as: ClosingAs, now: Date): BeginDecision {
  const { closing } = charge;
  const isLegal = nextStatus(charge.status, ENDS[as].trigger, isAwaitingPosting(charge)) !== undefined;
  if (!isLegal) return as === 'CANCELLED' ? { kind: 'refused' } : KEEP;
  if (closing !== null && (closing.as === as || as === 'EXPIRED')) return KEEP;
  return { kind: 'change', charge: { ...charge, closing: { as, at: now } }, events: [] };
}

/**
 * When a charge is closed, under which trace, and the id of the return of money that is held: made before it
 * is known to be needed.
 */
export type Closer = DecisionContext & { readonly returnId: Id<'refund'> };

/**
 * Ends a closing once nobody can pay the charge any more. Money that was accepted meanwhile wins: the intent
 * is dropped. A cancellation returns held money in the same write; an expiry leaves it to its review.
 */
export function endClosing(charge: Charge, removedBy: 'us' | 'bank', closer: Closer): Decision {
  const { closing } = charge;
  if (closing === null) return KEEP;
  const held = closing.as === 'CANCELLED' ? cancelHeld(charge, closer) : KEEP;
  if (held.kind === 'change') return held;
  // A charge that was never presented is not the bank's to refuse.
  const end = removedBy === 'bank' && charge.status !== 'PENDING' ? 'REFUSED' : closing.as;
  const status = nextStatus(charge.status, ENDS[end].trigger, isAwaitingPosting(charge));
  return status === undefined
    ? clearClosing(charge)
    : closed({ charge, events: [] }, status, ENDS[end].event, closer.now);
}

/**
 * How a cancellation begins: held money is returned and the charge closed at once, everything else has to be
 * removed at the bank first.
 */
export function beginCancel(charge: Charge, closer: Closer): BeginDecision {
  const held = cancelHeld(charge, closer);
  return held.kind === 'change' ? held : beginClosing(charge, 'CANCELLED', closer.now);
}

/** Drops an intent that money overtook. */
const clearClosing = (charge: Charge): Decision =>
  charge.closing === null ? KEEP : { kind: 'change', charge: { ...charge, closing: null }, events: [] };

/**
 * Cancels a charge whose money is held, in one write: the cob is spent, so the bank is not asked, and the
 * money goes back (decisions A8).
 */
function cancelHeld(charge: Charge, { returnId, ...context }: Closer): Decision {
  const status = nextStatus(charge.status, 'cancel', isAwaitingPosting(charge));
  if (status === undefined) return KEEP;
  const returned = endReview(
    charge,
    { kind: 'return', reason: 'CANCELLED_WHILE_HELD', returnId, decidedBy: null },
    context,
  );
  return returned.kind === 'keep' ? KEEP : closed(returned, status, 'charge.failed', context.now);
}

function closed({ charge, events }: Change, status: Status, type: Ending['event'], occurredAt: Date): Decision {
  const change = { charge: { ...charge, status, closing: null }, events };
  return { kind: 'change', ...recordEvent(change, { type }, { occurredAt, previousStatus: charge.status }) };
}
