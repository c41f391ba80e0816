import { type Id, isVisible, notFound, Refusal } from '@gx/core';
import type { Logger } from '@gx/runtime';
import { handRefusal, settleByHand } from '../domain/close-manually.ts';
import type { ManualSettlement, PlainRefund } from '../domain/refund.ts';
import type { RefundStore } from '../store/refunds.ts';

export type SettleReturnDeps = { readonly refunds: RefundStore; readonly log: Logger; readonly now: () => Date };
export type SettleReturn = {
  readonly returnId: Id<'refund'> | undefined;
  readonly operator: string;
  readonly note: string;
};

/** Room for a name, and for what a refund's reason may be. */
const MAX = { operator: 100, note: 500 } as const;

/**
 * An operator says that the money of a failed return went back by hand. Of two who say so the first is
 * believed; the other is told.
 */
export async function settleReturn(
  { refunds, log, now }: SettleReturnDeps,
  { returnId, operator, note }: SettleReturn,
): Promise<PlainRefund> {
  const byHand: ManualSettlement = {
    operator: checkedText('operator', operator),
    note: checkedText('note', note),
    at: now(),
  };
  const standing = returnId === undefined ? undefined : await refunds.returnById(returnId);
  if (standing === undefined) throw notFound('return');
  let refusal: Refusal | undefined;
  const after = await refunds.updatePlain(standing, (current) => {
    refusal = handRefusal(current);
    return settleByHand(current, byHand);
  });
  if (after === undefined) throw notFound('return');
  if (refusal !== undefined) throw refusal;
  // Who and how is in the document: neither belongs in a log.
  log.warn({ refund_id: after.id, charge_id: after.chargeId }, 'a failed return was settled by hand');
  return after;
}

function checkedText(param: keyof typeof MAX, raw: string): string {
  const text = raw.trim();
  if (isVisible(text) && text.length <= MAX[param]) return text;
  throw new Refusal('invalid_request', `Say it in 1 to ${MAX[param]} characters.`, { param });
}
