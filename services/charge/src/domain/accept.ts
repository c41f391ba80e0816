import { type EndToEndId, invariant } from '@gx/core';
import {
  type Change,
  type Charge,
  type ChargeEvent,
  type Decision,
  isAwaitingPosting,
  KEEP,
  recordEvent,
} from './charge.ts';
import type { ReceivedPix } from './decide-payment.ts';
import { nextStatus } from './transitions.ts';

/** When money is decided about, and the trace that brought it. */
export type Settling = { readonly now: Date; readonly traceparent: string | null };

/** Accepts one Pix of the charge: the point of no return. The ledger is asked to credit it. */
export function accept(change: Change, pix: ReceivedPix, { now, traceparent }: Settling): Change {
  const { charge, events } = change;
  invariant(charge.settlement === null, 'a second payment cannot be accepted');
  const { endToEndId, paidAt } = pix;
  const sequence = charge.sequence + 1;
  const accepted: Charge = {
    ...charge,
    sequence,
    // What was about to be closed has been paid first.
    closing: null,
    settlement: { endToEndId, paidAt: paidAt, acceptedAt: now, sequence, traceparent, postedAt: null },
  };
  return { charge: accepted, events: [...events, acceptedEvent(accepted)] };
}

/** The event that asks the ledger to credit the accepted payment; the same whenever it is made. */
export function acceptedEvent(charge: Charge): ChargeEvent {
  invariant(charge.settlement !== null, 'no payment was accepted');
  const { sequence, acceptedAt } = charge.settlement;
  return { type: 'charge.payment_accepted', sequence, occurredAt: acceptedAt, previousStatus: charge.status };
}

/** What the ledger posted for a charge. */
export type LedgerPosting = { readonly endToEndId: EndToEndId };
export type PostDecision = Decision | { readonly kind: 'mismatch'; readonly reason: string };

/**
 * The credit is in the wallet: the charge is paid. A posting that fits no accepted payment is a mismatch, for
 * people to look at.
 */
export function post(charge: Charge, posting: LedgerPosting, now: Date): PostDecision {
  const { settlement, status: previousStatus } = charge;
  if (settlement === null) return { kind: 'mismatch', reason: 'no payment of this charge was accepted' };
  if (settlement.endToEndId !== posting.endToEndId) return { kind: 'mismatch', reason: 'another payment was accepted' };
  if (!isAwaitingPosting(charge)) return KEEP;
  const status = nextStatus(previousStatus, charge.method === 'CREDIT_CARD' ? 'postCard' : 'post', true);
  invariant(status !== undefined, `a ${previousStatus} charge cannot be posted`);
  const paid: Charge = { ...charge, status, settlement: { ...settlement, postedAt: now } };
  return {
    kind: 'change',
    ...recordEvent({ charge: paid, events: [] }, { type: 'charge.paid' }, { occurredAt: now, previousStatus }),
  };
}
