import { type AwaitedOperator, type Id, isVisible, newAct, notFound, type OperatorWords, Refusal } from '@gx/core';
import type { Logger } from '@gx/runtime';
import { settledBy } from '../domain/acts.ts';
import { handRefusal, isSettledBy, settleByHand } from '../domain/close-manually.ts';
import type { ManualSettlement, PlainRefund } from '../domain/refund.ts';
import type { RefundStore } from '../store/refunds.ts';

export type SettleReturnDeps = {
  readonly refunds: RefundStore;
  readonly words: OperatorWords;
  readonly log: Logger;
  readonly now: () => Date;
};
export type SettleReturn = {
  readonly returnId: Id<'refund'> | undefined;
  readonly operator: string;
  readonly note: string;
};
/** The return as it stands then; awaited where another operator has to make the same call. */
export type SettleOutcome = { readonly refund: PlainRefund; readonly awaited?: AwaitedOperator };

/** Room for a name, and for what a refund's reason may be. */
const MAX = { operator: 100, note: 500 } as const;

/**
 * An operator says that the money of a failed return went back by hand. Of two who say so the first is
 * believed and the other is refused; where it takes two, the first one's word changes nothing.
 */
export async function settleReturn(
  { refunds, words, log, now }: SettleReturnDeps,
  request: SettleReturn,
): Promise<SettleOutcome> {
  const operator = checkedText('operator', request.operator);
  const note = checkedText('note', request.note);
  const { returnId } = request;
  const standing = returnId === undefined ? undefined : await refunds.returnById(returnId);
  if (standing === undefined) throw notFound('return');
  if (isSettledBy(standing, { operator, note })) return { refund: standing };
  const refused = handRefusal(standing);
  if (refused !== undefined) throw refused;
  const call = { subject: `settle_return:${standing.id}`, content: { note }, operator, at: now() };
  const consent = await words.consentTo(call);
  if (consent.awaited !== undefined) return { refund: standing, awaited: consent.awaited };
  return { refund: await settle({ refunds, log }, standing, { ...consent.record, note }) };
}

async function settle(
  { refunds, log }: Pick<SettleReturnDeps, 'refunds' | 'log'>,
  standing: PlainRefund,
  byHand: ManualSettlement,
): Promise<PlainRefund> {
  const origin = newAct(settledBy(byHand), byHand.at);
  let refusal: Refusal | undefined;
  let isNew = true;
  const after = await refunds.updatePlain(standing, (current) => {
    isNew = !isSettledBy(current, byHand);
    refusal = isNew ? handRefusal(current) : undefined;
    return settleByHand(current, byHand, origin);
  });
  if (after === undefined) throw notFound('return');
  if (refusal !== undefined) throw refusal;
  // Who and how is in the document: neither belongs in a log.
  if (isNew) log.warn({ refund_id: after.id, charge_id: after.chargeId }, 'a failed return was settled by hand');
  return after;
}

function checkedText(param: keyof typeof MAX, raw: string): string {
  const text = raw.trim();
  if (isVisible(text) && text.length <= MAX[param]) return text;
  throw new Refusal('invalid_request', `Say it in 1 to ${MAX[param]} characters.`, { param });
}
