import { type Id, isVisible, newId, notFound, Refusal, unavailable } from '@gx/core';
import { type Logger, traceparent } from '@gx/runtime';
import type { BankDirectory } from '../banks/bank-directory.ts';
import type { Charge } from '../domain/charge.ts';
import { type ChargeView, chargeView, type PublicAddresses } from '../domain/charge-view.ts';
import { endReview, heldPayment, type ReviewEnd, rejectionOf } from '../domain/review.ts';
import type { ChargeStore } from '../store/charges.ts';
import { queryReturnedByBank, warnOfTakenBack } from './returned-by-bank.ts';

export type DecideReviewDeps = {
  readonly charges: ChargeStore;
  readonly banks: BankDirectory;
  readonly addresses: PublicAddresses;
  readonly log: Logger;
  readonly now: () => Date;
};
export type ReviewVerdict = 'APPROVE' | 'REJECT';
export type ReviewDecision = {
  readonly chargeId: Id<'charge'> | undefined;
  readonly verdict: ReviewVerdict;
  /** Who decided, for the record. */
  readonly operator: string;
};

/**
 * An operator ends the review of a charge: approved money is accepted, rejected money goes back. Of two
 * operators the first decides; the other one's verdict is fine if it is the same. Refused with `nothing_held`
 * when the bank or a cancellation came first, and when the bank does not have the money any more.
 */
export async function decideReview(
  deps: DecideReviewDeps,
  { chargeId, verdict, operator }: ReviewDecision,
): Promise<ChargeView> {
  if (!isVisible(operator)) throw new Refusal('invalid_request', 'Say who decides.', { param: 'operator' });
  const charge = chargeId === undefined ? undefined : await deps.charges.forOperator(chargeId);
  if (charge === undefined) throw notFound('charge');
  if (verdict === 'APPROVE') await demandMoney(deps, charge);
  const returnId = newId('refund');
  const endOf = ({ review }: Charge): ReviewEnd =>
    verdict === 'APPROVE'
      ? { kind: 'accept', decidedBy: operator }
      : { kind: 'return', reason: rejectionOf(review), returnId, decidedBy: operator };
  const after = await deps.charges.update(charge.tenant, charge, (current) => {
    if (heldPayment(current) === undefined && verdictOf(current) !== verdict) throw nothingHeld();
    return endReview(current, endOf(current), { now: deps.now(), traceparent: traceparent() ?? null });
  });
  return chargeView(after, deps.addresses);
}

/**
 * Held for a day, somebody may have given it back at the bank: what is not there any more is not approved.
 */
async function demandMoney(deps: DecideReviewDeps, charge: Charge): Promise<void> {
  const held = heldPayment(charge);
  if (held === undefined) return;
  const taken = await queryReturnedByBank(await deps.banks.byId(charge.bankProfileId), charge, held.endToEndId);
  if (taken === undefined) throw unavailable('The bank does not say whether it still has the money.');
  if (!taken.isBeingTakenBack && taken.amount === 0) return;
  warnOfTakenBack(deps, held, { bank_profile: charge.bankProfileId, charge_id: charge.id });
  throw nothingHeld();
}

/** What an operator decided about a charge; undefined when none did. */
function verdictOf({ review, payments }: Charge): ReviewVerdict | undefined {
  if (review === null || review.decidedBy === null) return undefined;
  const payment = payments.find(({ endToEndId }) => endToEndId === review.endToEndId);
  return payment?.decision.kind === 'accepted' ? 'APPROVE' : 'REJECT';
}

const nothingHeld = (): Refusal =>
  new Refusal('unprocessable_entity', 'No money of this charge is held any more.', { reason: 'nothing_held' });
