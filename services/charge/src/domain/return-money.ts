import { invariant } from '@gx/core';
import { type Change, tell } from './charge.ts';
import type { Receipt, ReturnReason } from './dispose.ts';
import { nextStatus } from './transitions.ts';

/** Whose return also ends a charge that is not over: the only payment that it waited for was somebody else's, or nobody's. */
const ENDS_THE_CHARGE: ReadonlySet<ReturnReason> = new Set(['PAYER_MISMATCH', 'PAYER_UNKNOWN']);

/**
 * Orders one returned receipt of the charge back, and ends the charge as REFUNDED where the return does that. The merchant hears of it by
 * the return's first progress (decisions A6). A charge that is over keeps its status.
 */
export function orderReturn(change: Change, { endToEndId, amount, disposition }: Receipt, now: Date): Change {
  invariant(disposition.kind === 'returned', 'money that is not returned is not ordered back');
  const { reason, returnId } = disposition;
  invariant(returnId !== null, 'a return has an id before it is ordered');
  const previousStatus = change.charge.status;
  const occurrence = { occurredAt: now, previousStatus };
  const ordered = tell(change, { type: 'charge.return_ordered', endToEndId }, occurrence);
  const status = ENDS_THE_CHARGE.has(reason) ? nextStatus(previousStatus, 'return', false) : undefined;
  if (status === undefined) return ordered;
  const ended = { ...ordered, charge: { ...ordered.charge, status } };
  const refund = { id: returnId, amount, status: 'PENDING' } as const;
  return tell(ended, { type: 'charge.refund_progressed', refund }, occurrence);
}
