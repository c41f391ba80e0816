import { type EndToEndId, type Id, invariant } from '@gx/core';
import { type Change, type Charge, type ChargeEvent, type Decision, KEEP, tell } from './charge.ts';
import type { Receipt, ReturnReason } from './dispose.ts';
import { nextStatus } from './transitions.ts';

/** Whose return also ends a charge that is not over: the only payment that it waited for was somebody else's, or nobody's. */
const ENDS_THE_CHARGE: ReadonlySet<ReturnReason> = new Set(['PAYER_MISMATCH', 'PAYER_UNKNOWN']);

/**
 * Orders one returned receipt of the charge back, and ends the charge as REFUNDED where the return does that. The merchant hears of it when
 * the return is ordered (decisions A6). A charge that is over keeps its status.
 */
export function orderReturn(change: Change, { endToEndId, amount, disposition }: Receipt, now: Date): Change {
  invariant(disposition.kind === 'returned', 'money that is not returned is not ordered back');
  const { reason, returnId } = disposition;
  invariant(returnId !== null, 'a return has an id before it is ordered');
  const previousStatus = change.charge.status;
  const occurrence = { occurredAt: now, previousStatus };
  const ordered = tellOrder(change, endToEndId, now);
  const status = ENDS_THE_CHARGE.has(reason) ? nextStatus(previousStatus, 'return', false) : undefined;
  if (status === undefined) return ordered;
  const ended = { ...ordered, charge: { ...ordered.charge, status } };
  const refund = { id: returnId, amount, status: 'PENDING' } as const;
  return tell(ended, { type: 'charge.refund_progressed', refund }, occurrence);
}

/** Tells the order under the next number, which the receipt keeps: told again it is the same event. */
function tellOrder(change: Change, endToEndId: EndToEndId, now: Date): Change {
  const occurrence = { occurredAt: now, previousStatus: change.charge.status };
  const { charge, events } = tell(change, { type: 'charge.return_ordered', endToEndId }, occurrence);
  const ordered = { sequence: charge.sequence, at: now };
  const receipts = charge.receipts.map((one) => (one.endToEndId === endToEndId ? { ...one, ordered } : one));
  return { charge: { ...charge, receipts }, events };
}

/** Whether the refund service is still to say that it has the order to return this. */
export const isUntaken = ({ disposition, returnedAt, takenUpAt }: Receipt): boolean =>
  disposition.kind === 'returned' && disposition.returnId !== null && returnedAt === null && takenUpAt === undefined;

/** The orders that nobody has taken up, as the events that they were told as. */
export const untakenOrders = ({ receipts, status: previousStatus }: Charge): ChargeEvent[] =>
  receipts.filter(isUntaken).flatMap(({ endToEndId, ordered }) => {
    if (ordered === undefined) return [];
    const { sequence, at: occurredAt } = ordered;
    return [{ type: 'charge.return_ordered', endToEndId, sequence, occurredAt, previousStatus }];
  });

const isUnnumbered = (receipt: Receipt): boolean => isUntaken(receipt) && receipt.ordered === undefined;

/** Tells, each as a new event, the orders whose numbers nobody wrote down: of an earlier version, which did not look whether anybody took them up. */
export function orderAnew(charge: Charge, now: Date): Decision {
  const unnumbered = charge.receipts.filter(isUnnumbered);
  if (unnumbered.length === 0) return KEEP;
  const change = unnumbered.reduce<Change>((soFar, { endToEndId }) => tellOrder(soFar, endToEndId, now), {
    charge,
    events: [],
  });
  return { kind: 'change', ...change };
}

/** What an earlier version stored as returned, and nobody has ordered back. */
export const isUnordered = ({ disposition }: Receipt): boolean =>
  disposition.kind === 'returned' && disposition.returnId === null;

/** The return of one such receipt: `isBack` when the bank shows it as given back already. */
export type OldReturn = { readonly returnId: Id<'refund'>; readonly isBack: boolean };

/** Orders what was left unordered, each once. A charge's status stays: it was over, or is not for that money. */
export function orderOldReturns(charge: Charge, returns: ReadonlyMap<EndToEndId, OldReturn>, now: Date): Decision {
  const change = charge.receipts
    .filter(isUnordered)
    .reduce<Change>((soFar, receipt) => orderOld(soFar, receipt, { old: returns.get(receipt.endToEndId), now }), {
      charge,
      events: [],
    });
  return change.charge === charge ? KEEP : { kind: 'change', ...change };
}

type Ordering = { readonly old: OldReturn | undefined; readonly now: Date };

function orderOld(change: Change, receipt: Receipt, { old, now }: Ordering): Change {
  const { disposition, endToEndId } = receipt;
  if (old === undefined || disposition.kind !== 'returned') return change;
  const { returnId, isBack } = old;
  const named: Receipt = { ...receipt, disposition: { ...disposition, returnId }, returnedAt: isBack ? now : null };
  const receipts = change.charge.receipts.map((one) => (one.endToEndId === endToEndId ? named : one));
  const after = { ...change, charge: { ...change.charge, receipts } };
  return isBack ? after : orderReturn(after, named, now);
}
