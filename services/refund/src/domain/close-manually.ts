import { type ActOrigin, isSameOperator, Refusal } from '@gx/core';
import { returnMoved } from './acts.ts';
import { advance } from './advance.ts';
import { type Decision, KEEP, type ManualSettlement, type PlainRefund } from './refund.ts';

/**
 * Why a return cannot be marked as sent back by hand; undefined when it can. Of a Pix the bank's own books
 * say what went back, and they are asked at each try: there a person sends it back at the bank and nobody's
 * word is needed. Only for a payment by another method is there nothing to ask.
 */
export function handRefusal({ status, bank, byHand }: PlainRefund): Refusal | undefined {
  const refuse = (message: string): Refusal => new Refusal('unprocessable_entity', message);
  if (byHand !== null) return refuse('This return was settled by hand before.');
  if (status !== 'FAILED') return refuse(`Only a failed return can be settled by hand; this one is ${status}.`);
  if (bank.strategy !== 'ORDER')
    return refuse('What goes back of a Pix is in the books of its bank: send it back there and try the return again.');
  return undefined;
}

/** Whether two operators settled it so, and this is one of them again. */
export const isSettledBy = (
  { byHand }: PlainRefund,
  { operator, note }: Pick<ManualSettlement, 'operator' | 'note'>,
): boolean =>
  byHand?.proposedBy !== undefined &&
  byHand.note === note &&
  [byHand.operator, byHand.proposedBy].some((name) => isSameOperator({ operator: name }, { operator }));

/**
 * Ends a failed return by a person's word; its event takes the money out of suspense. A caller that looked at
 * it meanwhile writes nothing.
 */
export function settleByHand<R extends PlainRefund>(
  refund: R,
  byHand: ManualSettlement,
  origin: ActOrigin,
): Decision<R> {
  if (handRefusal(refund) !== undefined) return KEEP;
  const { refund: done, events } = advance(refund, ['settle'], byHand.at);
  const work = { ...refund.work, owner: null };
  const act = returnMoved(refund, { action: 'return.settled', after: done.status }, origin);
  return { kind: 'change', refund: { ...done, byHand, work }, events, next: 'never', act };
}
