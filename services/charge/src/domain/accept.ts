import { invariant } from '@gx/core';
import type { Change, Charge, ChargeEvent } from './charge.ts';
import type { ReceivedPix } from './decide-payment.ts';

/** When money is decided about, and the trace that brought it. */
export type DecisionContext = { readonly now: Date; readonly traceparent: string | null };

/** Accepts one Pix of the charge: the point of no return. The ledger is asked to credit it. */
export function accept(change: Change, pix: ReceivedPix, { now, traceparent }: DecisionContext): Change {
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
