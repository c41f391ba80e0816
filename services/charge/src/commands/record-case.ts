import { type ActOrigin, newId } from '@gx/core';
import type { ProviderInfraction } from '@gx/providers';
import { type Logger, onceADay } from '@gx/runtime';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import { asAct, type DisputeAction, disputeAct } from '../domain/acts.ts';
import { type Charge, KEEP } from '../domain/charge.ts';
import { type Dispute, isMismatch } from '../domain/dispute.ts';
import { disputesOf } from '../domain/disputes.ts';
import { applyCase, type CaseDecision, type ShownCase } from '../domain/pix-case.ts';
import type { ChargeStore } from '../store/charges.ts';
import { peersOf } from './payment-owner.ts';

export type RecordCaseDeps = {
  readonly charges: ChargeStore;
  readonly banks: BankDirectory;
  readonly log: Logger;
  readonly now: () => Date;
};
/**
 * `later`: its payment is not in the wallet yet; `unmatched`: it is of no payment that was credited;
 * `nothing_left`: an operator's, of which nothing is left to hold.
 */
export type RecordingOutcome = 'recorded' | 'later' | 'unmatched' | 'contradicts' | 'nothing_left';
export type RecordedCase = {
  readonly outcome: RecordingOutcome;
  readonly charge: Charge;
  readonly dispute: Dispute | undefined;
};

/** A word that this version does not know is no end. */
const STATUS = {
  open: 'open',
  unrecognised: 'open',
  under_review: 'under_review',
  accepted: 'lost',
  rejected: 'won',
  cancelled: 'won',
} as const satisfies Record<ProviderInfraction['status'], ShownCase['status']>;

/** A report as a case, with the id that it will have if it is new. */
export const shownCase = ({ id, status, ...shown }: ProviderInfraction): ShownCase => ({
  ...shown,
  id: newId('dispute'),
  providerId: id,
  status: STATUS[status],
});

/** Told once a day by each process: a bank shows the same report again at each look. */
const isFirstToday = onceADay();

/** Brings the case that a bank reports to where it stands. Of a Pix that nobody knows people are told. */
export async function recordInfraction(
  deps: RecordCaseDeps,
  bank: Bank,
  infraction: ProviderInfraction,
): Promise<RecordingOutcome> {
  const charge = await deps.charges.byPayment(await peersOf(deps, bank), infraction.endToEndId);
  if (charge === undefined) {
    if (isFirstToday(`${bank.id}:${infraction.id}`))
      deps.log.error(
        { alarm: 'dispute_unmatched', bank_profile: bank.id, infraction_id: infraction.id },
        'a bank reports a case about a Pix that no charge has',
      );
    return 'unmatched';
  }
  return (await recordCase(deps, charge, shownCase(infraction))).outcome;
}

/** Whose act it is, where no bank reports it. */
type OperatorsCase = { readonly action: DisputeAction; readonly origin: ActOrigin };

/**
 * Writes down what somebody says of a case about the payment of a charge, once, and logs what is new of it.
 */
export async function recordCase(
  { charges, log, now }: Pick<RecordCaseDeps, 'charges' | 'log' | 'now'>,
  found: Charge,
  shown: ShownCase,
  by?: OperatorsCase,
): Promise<RecordedCase> {
  const named = ({ providerId }: Dispute): boolean => providerId === shown.providerId;
  let decision: CaseDecision = { kind: 'keep' };
  let before = found;
  const charge = await charges.update(found.tenant, found, (current) => {
    before = current;
    decision = applyCase(current, shown, now());
    if (decision.kind !== 'change' || by === undefined) return decision.kind === 'change' ? decision : KEEP;
    return asAct(decision, (after) => {
      const [was, is] = [disputesOf(current).find(named), disputesOf(after).find(named)];
      return is && disputeAct(after, [was, is], by.action, by.origin);
    });
  });
  const dispute = disputesOf(charge).find(named);
  const outcome = OUTCOMES[(decision as CaseDecision).kind];
  report(log, { charge, before: disputesOf(before).find(named), dispute, shown, outcome });
  return { outcome, charge, dispute };
}

const OUTCOMES = {
  change: 'recorded',
  keep: 'recorded',
  not_posted: 'later',
  contradicts: 'contradicts',
  nothing_left: 'nothing_left',
} as const satisfies Record<CaseDecision['kind'], RecordingOutcome>;

type Report = {
  readonly charge: Charge;
  readonly before: Dispute | undefined;
  readonly dispute: Dispute | undefined;
  readonly shown: ShownCase;
  readonly outcome: RecordingOutcome;
};

function report(log: Logger, { charge, before, dispute, shown, outcome }: Report): void {
  if (dispute === undefined) return;
  const details = { charge_id: charge.id, dispute_id: dispute.id, bank_profile: charge.bankProfileId };
  if (outcome === 'contradicts') {
    if (isFirstToday(`${dispute.id}:${shown.status}`))
      log.error(
        { alarm: 'dispute_contradicts', ...details, stands: dispute.status, shown: shown.status },
        'a case was decided otherwise than it is shown now',
      );
    return;
  }
  if (before === undefined && isMismatch(dispute) && dispute.status === 'open')
    log.error({ alarm: 'dispute_mismatch', ...details }, 'a dispute fits no money of its charge');
  if (before?.status !== dispute.status)
    log.info({ ...details, amount: dispute.amount, status: dispute.status }, 'dispute recorded');
}
