import {
  type AwaitedOperator,
  type Id,
  isVisible,
  newAct,
  newId,
  notFound,
  type OperatorWords,
  Refusal,
  unavailable,
} from '@gx/core';
import { type Logger, traceparent } from '@gx/runtime';
import type { BankDirectory } from '../banks/bank-directory.ts';
import { asAct, operatorActor, reviewAct } from '../domain/acts.ts';
import { type Charge, KEEP, type Review } from '../domain/charge.ts';
import { type ChargeView, chargeView, type PublicAddresses } from '../domain/charge-view.ts';
import type { IncomingPayment } from '../domain/decide-payment.ts';
import { endReview, heldPayment, type ReviewEnd, rejectionOf } from '../domain/review.ts';
import type { ChargeStore } from '../store/charges.ts';
import { queryReturnedByBank, warnOfTakenBack } from './returned-by-bank.ts';

export type DecideReviewDeps = {
  readonly charges: ChargeStore;
  readonly banks: BankDirectory;
  readonly addresses: PublicAddresses;
  readonly words: OperatorWords;
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

/** The charge as it stands then; awaited where another operator has to make the same call. */
export type ReviewOutcome = ChargeView & { readonly awaited?: AwaitedOperator };

/**
 * An operator ends the review of a charge: approved money is accepted, rejected money goes back. Where it
 * takes two, the first one's verdict changes nothing. Of two that differ at once the first decides; the other
 * one's verdict is fine if it is the same. Refused with `nothing_held` when the bank or a cancellation came
 * first, and when the bank does not have the money any more.
 */
export async function decideReview(
  deps: DecideReviewDeps,
  { chargeId, verdict, operator }: ReviewDecision,
): Promise<ReviewOutcome> {
  if (!isVisible(operator)) throw new Refusal('invalid_request', 'Say who decides.', { param: 'operator' });
  const charge = chargeId === undefined ? undefined : await deps.charges.forOperator(chargeId);
  if (charge === undefined) throw notFound('charge');
  const held = heldPayment(charge);
  if (held === undefined) {
    demandDecided(charge, verdict);
    return chargeView(charge, deps.addresses);
  }
  if (verdict === 'APPROVE') await demandMoney(deps, charge, held);
  const { endToEndId } = held;
  const content = { verdict, endToEndId };
  const call = { subject: `review:${charge.id}`, content, operator, at: deps.now() };
  const consent = await deps.words.consentTo(call);
  if (consent.awaited !== undefined) return { ...chargeView(charge, deps.addresses), awaited: consent.awaited };
  const { operator: decidedBy, proposedBy } = consent.record;
  const endOf = reviewEnd(verdict, { decidedBy, ...(proposedBy === undefined ? {} : { proposedBy }) });
  const origin = newAct(operatorActor(decidedBy, proposedBy), deps.now());
  const after = await deps.charges.update(charge.tenant, charge, (current) => {
    if (heldPayment(current)?.endToEndId === endToEndId) {
      const context = { now: deps.now(), traceparent: traceparent() ?? null };
      return asAct(endReview(current, endOf(current), context), (ended) =>
        reviewAct(ended, verdict === 'APPROVE' ? 'approved' : 'rejected', origin),
      );
    }
    demandDecided(current, verdict);
    return KEEP;
  });
  return chargeView(after, deps.addresses);
}

function reviewEnd(verdict: ReviewVerdict, who: Pick<Review, 'decidedBy' | 'proposedBy'>): (of: Charge) => ReviewEnd {
  const returnId = newId('refund');
  return ({ review }) =>
    verdict === 'APPROVE'
      ? { kind: 'accept', ...who }
      : { kind: 'return', reason: rejectionOf(review), returnId, ...who };
}

/**
 * Held for a day, somebody may have given it back at the bank: what is not there any more is not approved.
 */
async function demandMoney(deps: DecideReviewDeps, charge: Charge, held: IncomingPayment): Promise<void> {
  const taken = await queryReturnedByBank(await deps.banks.byId(charge.bankProfileId), charge, held.endToEndId);
  if (taken === undefined) throw unavailable('The bank does not say whether it still has the money.');
  if (!taken.isBeingTakenBack && taken.amount === 0) return;
  warnOfTakenBack(deps, held, { bank_profile: charge.bankProfileId, charge_id: charge.id });
  throw nothingHeld();
}

/** Of what is not held any more. */
function demandDecided(charge: Charge, verdict: ReviewVerdict): void {
  if (verdictOf(charge) !== verdict) throw nothingHeld();
}

/** What an operator decided about a charge; undefined when none did. */
function verdictOf({ review, payments }: Charge): ReviewVerdict | undefined {
  if (review === null || review.decidedBy === null) return undefined;
  const payment = payments.find(({ endToEndId }) => endToEndId === review.endToEndId);
  return payment?.decision.kind === 'accepted' ? 'APPROVE' : 'REJECT';
}

const nothingHeld = (): Refusal =>
  new Refusal('unprocessable_entity', 'No money of this charge is held any more.', { reason: 'nothing_held' });
