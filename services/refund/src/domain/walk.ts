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
 * is tried again; only who orders it again is answered (`wordFor`).
 */
const TELLS: Readonly<Record<RefundKind, Partial<Record<Status, RefundEventType>>>> = {
  REFUND: {
    PENDING: 'refund.created',
    IN_PROGRESS: 'refund.progressed',
    REFUNDED: 'refund.progressed',
    FAILED: 'refund.progressed',
  },
  RETURN: { IN_PROGRESS: 'return.progressed', REFUNDED: 'return.progressed', FAILED: 'return.progressed' },
  // Charge tells of it.
  BANK_RETURN: {},
};

/** What being at a status is called when it is said again. */
export const wordFor = ({ kind, status }: Pick<PlainRefund, 'kind' | 'status'>): RefundEventType =>
  TELLS[kind][status] ?? (kind === 'RETURN' ? 'return.progressed' : 'refund.progressed');

/** Walks the arrows one after the other, each status with its own event: nobody sees a step left out. */
export function walk<R extends PlainRefund>(refund: R, triggers: readonly Trigger[], now: Date): RefundChange<R> {
  return triggers.reduce<RefundChange<R>>((on, trigger) => step(on, trigger, now), { refund, events: [] });
}

function step<R extends PlainRefund>(
  { refund, events }: RefundChange<R>,
  trigger: Trigger,
  now: Date,
): RefundChange<R> {
  const status = nextStatus(refund.kind, refund.status, trigger);
  invariant(status !== undefined, `a ${refund.status} ${refund.kind} takes no ${trigger}`);
  const type = TELLS[refund.kind][status];
  const moved = { ...refund, status };
  return type === undefined ? { refund: moved, events } : tell({ refund: moved, events }, type, now);
}

/** Adds an event about the refund as it stands. */
export function tell<R extends PlainRefund>(
  { refund, events }: RefundChange<R>,
  type: RefundEventType,
  now: Date,
): RefundChange<R> {
  const sequence = refund.sequence + 1;
  const event = { type, sequence, occurredAt: now, status: refund.status };
  // A loss is the ledger's to hear of, and no word about how far the refund is.
  const told = type === 'refund.lost' ? refund.told : { sequence, status: refund.status, at: now };
  return { refund: { ...refund, sequence, told }, events: [...events, event] };
}

/** From where it stands to the end: what the bank confirms at once has been in progress too. */
export const toTheEnd = (status: Status, end: 'confirm' | 'fail'): readonly Trigger[] =>
  status === 'PENDING' ? ['progress', end] : [end];
