import { invariant } from '@gx/core';
import type { PlainRefund, Refund, RefundEvent, RefundEventType } from './refund.ts';
import { nextStatus, type RefundKind, type Status, type Trigger } from './transitions.ts';

/** A refund on its way through one write, with the events so far. */
export type RefundChange<R extends PlainRefund = Refund> = {
  readonly refund: R;
  readonly events: readonly RefundEvent[];
};

/**
 * The event that announces each status. A return announces no PENDING, neither when it is ordered nor when it
 * is tried again; only who orders it again is answered (`eventTypeOf`).
 */
const EVENT_OF: Readonly<Record<RefundKind, Partial<Record<Status, RefundEventType>>>> = {
  REFUND: {
    PENDING: 'refund.created',
    IN_PROGRESS: 'refund.progressed',
    REFUNDED: 'refund.progressed',
    FAILED: 'refund.progressed',
  },
  RETURN: { IN_PROGRESS: 'return.progressed', REFUNDED: 'return.progressed', FAILED: 'return.progressed' },
  // Charge publishes it.
  BANK_RETURN: {},
};

/** The event type of a status that is published again. */
export const eventTypeOf = ({ kind, status }: Pick<PlainRefund, 'kind' | 'status'>): RefundEventType =>
  EVENT_OF[kind][status] ?? (kind === 'RETURN' ? 'return.progressed' : 'refund.progressed');

/** Takes the transitions one after the other, each status with its own event: no consumer misses a step. */
export function advance<R extends PlainRefund>(refund: R, triggers: readonly Trigger[], now: Date): RefundChange<R> {
  return triggers.reduce<RefundChange<R>>((on, trigger) => step(on, trigger, now), { refund, events: [] });
}

function step<R extends PlainRefund>(
  { refund, events }: RefundChange<R>,
  trigger: Trigger,
  now: Date,
): RefundChange<R> {
  const status = nextStatus(refund.kind, refund.status, trigger);
  invariant(status !== undefined, `a ${refund.status} ${refund.kind} takes no ${trigger}`);
  const type = EVENT_OF[refund.kind][status];
  const moved = { ...refund, status };
  return type === undefined ? { refund: moved, events } : recordEvent({ refund: moved, events }, type, now);
}

/** Adds an event about the present status. */
export function recordEvent<R extends PlainRefund>(
  { refund, events }: RefundChange<R>,
  type: RefundEventType,
  now: Date,
): RefundChange<R> {
  const sequence = refund.sequence + 1;
  const event = { type, sequence, occurredAt: now, status: refund.status };
  // A loss concerns the ledger, and is no event about the status.
  const announced = type === 'refund.lost' ? refund.announced : { sequence, status: refund.status, at: now };
  return { refund: { ...refund, sequence, announced }, events: [...events, event] };
}

/** The transitions to the end: a refund that the bank confirms at once has been in progress too. */
export const triggersToEnd = (status: Status, end: 'confirm' | 'fail'): readonly Trigger[] =>
  status === 'PENDING' ? ['progress', end] : [end];
