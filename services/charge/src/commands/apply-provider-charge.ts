import { cents, type EndToEndId, invariant, newId, type TaxDocument } from '@gx/core';
import type { ProviderCharge, ProviderPayment } from '@gx/providers';
import { traceparent } from '@gx/runtime';
import type { Bank } from '../banks/bank-directory.ts';
import { isAheadOfClock, noteAhead } from '../domain/bank-clock.ts';
import { pixCodeOf } from '../domain/br-code.ts';
import { type Charge, type Decision, isPayerKnown, type PaymentOption } from '../domain/charge.ts';
import {
  type ConfirmedPayment,
  type ConfirmedPayments,
  decideConfirmed,
  openQuestion,
} from '../domain/decide-confirmed.ts';
import type { IncomingPayment, PayerVerdict } from '../domain/decide-payment.ts';
import { optionOf, pixOptionOf, seenBy, through } from '../domain/payment-options.ts';
import type { ChargeStore } from '../store/charges.ts';
import type { Payers } from '../store/payers.ts';
import type { UnmatchedPaymentStore } from '../store/unmatched-payments.ts';
import { warnOfClock } from './bank-clock.ts';
import { payerVerdictOf, queryPayer } from './query-payer.ts';
import { type RecordDeps, recordBankReturns } from './record-bank-returns.ts';
import { recordCasesOf } from './record-cases-of.ts';
import { returnedByBank, warnOfTakenBack } from './returned-by-bank.ts';
import { shownDevolutions } from './shown-devolutions.ts';

export type ApplyDeps = RecordDeps & {
  readonly charges: ChargeStore;
  readonly unmatchedPayments: Pick<UnmatchedPaymentStore, 'forgetNoted'>;
  readonly payers: Payers;
};
/** What the bank says of a charge, and what else is known about who paid. */
export type ProviderState = {
  readonly shown: ProviderCharge | null;
  /** Confirmed by the bank, but not among those that it shows in the charge. */
  readonly extra?: ProviderPayment;
  /** Who paid a Pix according to the bank's callback of it, which anybody may have forged. */
  readonly calledBack?: (endToEndId: EndToEndId) => TaxDocument | null;
  /**
   * Whether the bank may be asked who paid now, which takes seconds; always, unless the caller has others
   * waiting.
   */
  readonly mayQueryPayer?: () => boolean;
};
/**
 * `complete`: every Pix is decided about, and what the bank takes back of it is recorded. `busy`: no, since
 * who paid may not be asked now.
 */
export type ApplyResult = { readonly charge: Charge; readonly outcome: 'complete' | 'open' | 'busy' };

/**
 * Decides about every Pix that the bank shows for a charge, each once; who paid a locked charge is asked
 * first. A Pix stays open while the bank does not show the charge itself, while the bank is taking some of it
 * back by itself, and before the time that the bank says it settles.
 */
export async function applyProviderCharge(
  deps: ApplyDeps,
  bank: Bank,
  found: Charge,
  state: ProviderState,
): Promise<ApplyResult> {
  const payments = paymentsOf(deps, bank, found, state);
  const noted = await notedAhead(deps, bank, found, payments);
  // What is given back may be our own doing, of a moment ago.
  const charge = payments.some((payment) => isBeingTakenBack(noted, payment))
    ? await currentCharge(deps, noted)
    : noted;
  const moving = payments.filter((payment) => isBeingTakenBack(charge, payment));
  for (const payment of moving) warnOfTakenBack(deps, payment, { bank_profile: bank.id, charge_id: charge.id });
  const judgeable = payments.filter((payment) => !moving.includes(payment) && !isAhead(charge, payment, deps.now()));
  const verdicts = new Map<EndToEndId, PayerVerdict>();
  const arrival: ConfirmedPayments = {
    payments: judgeable.map((payment) => arrived(charge, payment, payerOf(bank, charge, payment, state))),
    pix: state.shown === null ? null : (pixCodeOf(state.shown, bank.merchant) ?? null),
    traceparent: traceparent() ?? null,
  };
  const known = (): ConfirmedPayments => ({
    ...arrival,
    payments: arrival.payments.map((pix) => ({ ...pix, payer: verdicts.get(pix.endToEndId) ?? pix.payer })),
  });
  const seen = seenBy(charge, pixSideOf(charge).method);
  let question = openQuestion(seen, known(), deps.now());
  if (question !== undefined && state.mayQueryPayer?.() === false) return { charge, outcome: 'busy' };
  for (; question !== undefined; question = openQuestion(seen, known(), deps.now()))
    verdicts.set(question.endToEndId, await queryPayer(bank, charge, question));
  const named = new Map(judgeable.map(({ endToEndId, payer }) => [endToEndId, payer]));
  const { after, unmatched } = await write(deps, charge, await withPayers(deps, charge, known(), named));
  const decided = new Set([...after.payments.map(({ endToEndId }) => endToEndId), ...unmatched]);
  const complete = payments.every(({ endToEndId }) => decided.has(endToEndId));
  const recording = { ...deps, recordCases: (credited: Charge) => recordCasesOf(deps, bank, credited) };
  const recorded = await recordBankReturns(recording, after, payments.flatMap(shownDevolutions));
  return { charge: recorded.charge, outcome: complete ? recorded.outcome : 'open' };
}

/**
 * Who paid, for a lock: by the bank's own answer, else by its callback. A callback opens no lock where the
 * bank itself can be queried.
 */
function payerOf(bank: Bank, charge: Charge, payment: ProviderPayment, { calledBack }: ProviderState) {
  if (payment.payer !== null) return payment.payer;
  if (charge.expectedPayerTaxId === null || bank.provider.capabilities().payerQuery) return null;
  return calledBack?.(payment.endToEndId) ?? null;
}

function arrived(charge: Charge, payment: ProviderPayment, document: TaxDocument | null): ConfirmedPayment {
  const { endToEndId, amount, paidAt } = payment;
  const { isBeingTakenBack: moves, amount: taken } = returnedByBank(payment);
  // Who paid held money decides nothing while the bank is taking it back.
  const payer = moves ? null : payerVerdictOf(charge, document);
  const takenForGood = moves ? cents(0) : taken;
  return { endToEndId, amount, paidAt, payer, returnedByBank: takenForGood, paidBy: null, returnId: newId('refund') };
}

type NamedPayers = ReadonlyMap<EndToEndId, TaxDocument | null>;

/**
 * The payments, with who paid what is kept, by the bank's own answer alone: refunds go to them. Right before
 * the write: until it is written nobody may destroy the key. Whose money goes back is not written down.
 */
async function withPayers(deps: ApplyDeps, charge: Charge, confirmed: ConfirmedPayments, named: NamedPayers) {
  if (isPayerKnown(charge) || [...named.values()].every((document) => document === null)) return confirmed;
  const decision = decide(deps, charge, confirmed);
  const decided = decision.kind === 'change' ? decision.charge : charge;
  const kept = decided.payments
    .filter(({ decision: made }) => made.kind !== 'returned')
    .map(({ endToEndId }) => endToEndId);
  const payments = confirmed.payments.map(async (payment) => {
    const document = kept.includes(payment.endToEndId) ? (named.get(payment.endToEndId) ?? null) : null;
    return document === null ? payment : { ...payment, paidBy: await deps.payers.encrypted(charge.tenant, document) };
  });
  return { ...confirmed, payments: await Promise.all(payments) };
}

const decide = ({ now }: ApplyDeps, charge: Charge, confirmed: ConfirmedPayments): Decision =>
  through(charge, pixSideOf(charge), (seen) => decideConfirmed(seen, confirmed, now()));

/**
 * Writes the decisions down, but of what goes back as money of no charge. Money that goes back is counted
 * in the log, since it goes by itself.
 */
async function write(deps: ApplyDeps, charge: Charge, { payments, ...rest }: ConfirmedPayments) {
  const unmatched = await unmatchedAmong(deps, charge, payments);
  const arrival = { ...rest, payments: payments.filter(({ endToEndId }) => !unmatched.has(endToEndId)) };
  let fresh: readonly IncomingPayment[] = [];
  const after = await deps.charges.update(charge.tenant, charge, (current) => {
    const decision = decide(deps, current, arrival);
    fresh = decision.kind === 'change' ? decision.charge.payments.slice(current.payments.length) : [];
    return decision;
  });
  for (const { decision } of fresh) {
    if (decision.kind === 'returned')
      deps.log.info({ charge_id: charge.id, reason: decision.reason }, 'money that may not be kept goes back');
  }
  return { after, unmatched };
}

/**
 * No index holds payments and unmatched payments together, so they are looked for right before the write: one
 * read, of what is new alone.
 */
async function unmatchedAmong(
  { unmatchedPayments }: ApplyDeps,
  { tenant, payments }: Charge,
  arrived: readonly ConfirmedPayment[],
) {
  const known = new Set(payments.map(({ endToEndId }) => endToEndId));
  const fresh = arrived.map(({ endToEndId }) => endToEndId).filter((id) => !known.has(id));
  return fresh.length === 0 ? new Set<EndToEndId>() : unmatchedPayments.forgetNoted(tenant.livemode, fresh);
}

/** What a bank shows is about Pix: of a charge with other options that is one of them. */
const pixSideOf = (charge: Charge): PaymentOption => pixOptionOf(charge) ?? optionOf(charge);

/** New to us, and on its way back without our doing. */
const isBeingTakenBack = ({ payments }: Charge, payment: ProviderPayment): boolean =>
  returnedByBank(payment).isBeingTakenBack && !payments.some(({ endToEndId }) => endToEndId === payment.endToEndId);

/** New to us, and of a time that has not come. */
const isAhead = (charge: Charge, payment: ProviderPayment, now: Date): boolean =>
  isAheadOfClock(charge, payment, now) && !charge.payments.some(({ endToEndId }) => endToEndId === payment.endToEndId);

/** The charge, which remembers what its bank stamped ahead: once that time has come, nobody could tell. */
async function notedAhead(deps: ApplyDeps, bank: Bank, charge: Charge, payments: readonly ProviderPayment[]) {
  const ahead = payments.filter((payment) => isAhead(charge, payment, deps.now()));
  for (const payment of ahead) warnOfClock(deps, payment, { bank_profile: bank.id, charge_id: charge.id });
  return ahead.length === 0 ? charge : deps.charges.update(charge.tenant, charge, (now) => noteAhead(now, ahead));
}

/** A charge as it stands by now. */
export async function currentCharge({ charges }: Pick<ApplyDeps, 'charges'>, { tenant, id }: Charge): Promise<Charge> {
  const charge = await charges.inAnyStatus(tenant, id);
  invariant(charge !== undefined, 'a charge is never deleted');
  return charge;
}

function paymentsOf(
  { log }: ApplyDeps,
  bank: Bank,
  charge: Charge,
  { shown, extra }: ProviderState,
): ProviderPayment[] {
  const payments: ProviderPayment[] = extra === undefined ? [] : [extra];
  for (const element of shown?.payments ?? []) {
    if (element.kind === 'payment') payments.push(element.payment);
    else if (element.kind === 'unreadable')
      log.error(
        { alarm: 'payment_unreadable', charge_id: charge.id, bank_profile: bank.id, problems: element.problems },
        'the bank shows money that cannot be read',
      );
  }
  return payments;
}
