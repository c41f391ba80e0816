import { invariant } from '@gx/core';
import type { PayoutEvent, PayoutEventType, PlainPayout } from './payout.ts';
import { nextStatus, type PayoutStatus, type PayoutTrigger } from './transitions.ts';

/** A payout after one move, with the events of it. */
type Moved<P extends PlainPayout> = { readonly payout: P; readonly events: readonly PayoutEvent[] };

/** What merchants hear of a status: a cancelled one is `payout.failed` too (decisions, section 7, Events). */
const ANNOUNCES: Partial<Record<PayoutStatus, PayoutEventType>> = {
  PAID: 'payout.paid',
  FAILED: 'payout.failed',
  CANCELLED: 'payout.failed',
};
const CREATES: readonly PayoutTrigger[] = ['accept', 'wait'];

/** Makes one move of the table, with its event where it has one. */
export function advance<P extends PlainPayout>(payout: P, trigger: PayoutTrigger, now: Date): Moved<P> {
  const status = nextStatus(payout.status, trigger);
  invariant(status !== undefined, `a ${payout.status} payout takes no ${trigger}`);
  const moved = { ...payout, status };
  const type = CREATES.includes(trigger) ? 'payout.created' : ANNOUNCES[status];
  if (type === undefined) return { payout: moved, events: [] };
  return recordEvent(moved, { type, previousStatus: type === 'payout.created' ? null : payout.status, now });
}

/** Adds an event about the present status. */
export function recordEvent<P extends PlainPayout>(
  payout: P,
  { type, previousStatus, now }: Pick<PayoutEvent, 'type' | 'previousStatus'> & { readonly now: Date },
): Moved<P> {
  const sequence = payout.sequence + 1;
  return { payout: { ...payout, sequence }, events: [{ type, sequence, occurredAt: now, previousStatus }] };
}
