import { eventTypeOf, recordEvent } from './advance.ts';
import { returnedAmountOf } from './record-returns.ts';
import { type Decision, KEEP, type PlainRefund, type RefundEvent } from './refund.ts';
import type { Status } from './transitions.ts';

/** The last event about the status, as it was published; undefined where there was none. */
export function lastEvent({ kind, announced, sequence, lostAt }: PlainRefund): RefundEvent | undefined {
  const last = lostAt === null ? sequence : sequence - 1;
  if (announced?.sequence !== last) return undefined;
  return {
    type: eventTypeOf({ kind, status: announced.status }),
    sequence: last,
    occurredAt: announced.at,
    status: announced.status,
  };
}

/** Announces the status where no event has yet. The lease stays with its owner. */
export function announceStatus<R extends PlainRefund>(refund: R, now: Date): Decision<R> {
  if (lastEvent(refund) !== undefined) return KEEP;
  const { refund: announced, events } = recordEvent({ refund, events: [] }, eventTypeOf(refund), now);
  return { kind: 'change', refund: announced, events, next: 'held' };
}

/** A posting that the ledger alone makes: its reference, and the event that asks for it. */
export type ExpectedPosting = { readonly reference: string; readonly event: RefundEvent };

/**
 * The posting of a refund that only the ledger acknowledges: the platform's loss, or a returned unmatched
 * payment.
 */
export function expectedPostingOf(refund: PlainRefund): ExpectedPosting | undefined {
  const { id, kind, chargeId, status, sequence, lostAt, bank } = refund;
  if (lostAt !== null)
    return { reference: `loss:${id}`, event: { type: 'refund.lost', sequence, occurredAt: lostAt, status } };
  if (kind !== 'RETURN' || chargeId !== null || status !== 'REFUNDED') return undefined;
  const event = lastEvent(refund);
  return event === undefined ? undefined : { reference: `returned:${bank.endToEndId}`, event };
}

/** What charge has acknowledged of one refund; `returnedAmount`: what it knows to have come back of it. */
export type Acknowledgement = { readonly status: Status; readonly returnedAmount: number };

/**
 * Whether charge knows all that it is told. Of a return charge stores only that refund has the order, and that
 * the money is back.
 */
export function isAcknowledged(
  refund: Pick<PlainRefund, 'kind' | 'status' | 'returns'>,
  acknowledged: Acknowledgement | undefined,
): boolean {
  const { kind, status } = refund;
  if (kind === 'RETURN' && status !== 'REFUNDED') return acknowledged !== undefined;
  return acknowledged?.status === status && acknowledged.returnedAmount >= returnedAmountOf(refund);
}
