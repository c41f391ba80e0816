import { type EndToEndId, newId, type TaxDocument, type Txid } from '@gx/core';
import { type BankCall, type ProviderPayment, responseOf } from '@gx/providers';
import { type Context, inSpan, SpanKind } from '@gx/runtime';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import { isAheadOfClock } from '../domain/bank-clock.ts';
import type { Charge } from '../domain/charge.ts';
import { optionOf, pixOptionOf } from '../domain/payment-options.ts';
import type { UnmatchedPaymentStore } from '../store/unmatched-payments.ts';
import { type ApplyDeps, applyProviderCharge, type ProviderState } from './apply-provider-charge.ts';
import { warnOfClock } from './bank-clock.ts';
import { callFor } from './budget.ts';
import { type ChargeAtBank, chargeAtBank } from './charge-at-bank.ts';
import { ownerOf, peersOf } from './payment-owner.ts';
import { returnedByBank, warnOfTakenBack } from './returned-by-bank.ts';

export type DecideForCallbackDeps = ApplyDeps & {
  readonly banks: BankDirectory;
  readonly unmatchedPayments: UnmatchedPaymentStore;
};
/**
 * A Pix that a callback or a sweep names. Nothing in it is believed but who paid, for a lock, where the
 * bank's own answer names nobody and it cannot be asked.
 */
export type NamedPix = {
  readonly endToEndId: EndToEndId;
  readonly txid: string | null;
  /** Who paid, as the callback says. Opened only where a lock asks for it. */
  readonly payer: () => TaxDocument | null;
  /** Whether the handler may take the seconds that asking the bank who paid takes. */
  readonly mayQueryPayer: () => boolean;
};
/**
 * What became of it; `later` when the bank could not be asked, `busy` when too many payers are being asked
 * for.
 */
export type HandlingResult = 'decided' | 'denied' | 'unmatched' | 'later' | 'busy';

/**
 * Asks the bank about a Pix that a callback names, and decides about it and about all others of the same
 * charge that the bank confirms. The work runs in the trace of `parent` and links to the trace of the
 * charge's creation.
 */
export async function decideForCallback(
  deps: DecideForCallbackDeps,
  bank: Bank,
  named: NamedPix,
  parent: Context,
): Promise<HandlingResult> {
  const claimed = named.txid === null ? undefined : await chargeAtBank(deps, bank, named.txid as Txid);
  return inSpan('decide payment', spanOf(bank, claimed?.charge, parent), async () => {
    if (claimed !== undefined) return decidePaymentsOfCharge(deps, bank, claimed, named);
    const payment = await confirm(bank, named.endToEndId);
    return typeof payment === 'string' ? payment : decideForOwner(deps, bank, payment, named);
  });
}

function spanOf(bank: Bank, charge: Charge | undefined, parent: Context) {
  return {
    kind: SpanKind.CONSUMER,
    parent,
    attributes: { 'gx.bank.profile': bank.id, ...(charge === undefined ? {} : { 'gx.charge.id': charge.id }) },
    links: [charge?.traceparent ?? undefined],
  } as const;
}

/**
 * The bank's own books decide: every Pix of the charge, and the named one if it is not among them. `bank`
 * is the one that called back, of which the charge's own may be a peer.
 */
async function decidePaymentsOfCharge(
  deps: DecideForCallbackDeps,
  bank: Bank,
  found: ChargeAtBank,
  named: NamedPix,
): Promise<HandlingResult> {
  const { charge } = found;
  const { txid } = pixOptionOf(charge) ?? optionOf(charge);
  const shown = responseOf(await found.bank.provider.getCharge(txid, callFor(charge)));
  if (shown === undefined) return 'later';
  const state = { shown, ...payerIn(named) };
  const isShown = shown?.payments.some(
    (element) => element.kind === 'payment' && element.payment.endToEndId === named.endToEndId,
  );
  if (isShown === true) return applyState(deps, found, state);
  const payment = await confirm(bank, named.endToEndId, callFor(charge));
  if (typeof payment !== 'string' && payment.txid === txid)
    return applyState(deps, found, { ...state, extra: payment });
  const rest = await applyState(deps, found, state);
  if (rest !== 'decided') return rest;
  if (typeof payment === 'string') return payment;
  // The callback names the charge, the confirmation nobody, as the standard allows: the charge's own list
  // will show it. Until then it is not treated as unmatched.
  return payment.txid === null ? 'later' : decideForOwner(deps, bank, payment, named);
}

/** A Pix that the bank confirmed and that the charge that the callback names knows nothing of. */
async function decideForOwner(
  deps: DecideForCallbackDeps,
  bank: Bank,
  payment: ProviderPayment,
  named: NamedPix,
): Promise<HandlingResult> {
  const found = payment.txid === null ? undefined : await chargeAtBank(deps, bank, payment.txid);
  if (found !== undefined) {
    const shown = responseOf(await found.bank.provider.getCharge(payment.txid as Txid, callFor(found.charge)));
    if (shown === undefined) return 'later';
    return applyState(deps, found, { shown, extra: payment, ...payerIn(named) });
  }
  const peers = await peersOf(deps, bank);
  // Its own return may be under way: what is known is not judged again.
  if ((await deps.unmatchedPayments.standing(peers, payment.endToEndId)) === 'ordered') return 'unmatched';
  // The bank may leave out which charge it is of, now or each time: what is a payment already is no unmatched
  // payment.
  const owner = await ownerOf(deps, { peers, livemode: bank.livemode }, payment.endToEndId);
  const ownerBank = owner && (await deps.banks.byId(owner.bankProfileId));
  if (owner !== undefined && ownerBank !== undefined)
    return applyState(deps, { bank: ownerBank, charge: owner }, { shown: null, extra: payment, ...payerIn(named) });
  return keepUnmatchedPayment(deps, bank, payment);
}

/**
 * Money of no charge goes back: ordered once for all profiles of an environment, unless the bank has given it
 * back already. Of what the bank names no charge another callback may: it is noted first, and ordered when
 * somebody has looked among the payments once more after that.
 */
async function keepUnmatchedPayment(
  deps: DecideForCallbackDeps,
  bank: Bank,
  payment: ProviderPayment,
): Promise<HandlingResult> {
  const { endToEndId, txid, amount, paidAt } = payment;
  const taken = returnedByBank(payment);
  if (taken.isBeingTakenBack) {
    warnOfTakenBack(deps, payment, { bank_profile: bank.id });
    return 'later';
  }
  if (isAheadOfClock({}, payment, deps.now())) {
    warnOfClock(deps, payment, { bank_profile: bank.id });
    return 'later';
  }
  const isGone = taken.amount >= amount;
  const now = deps.now();
  const owner = { bankProfileId: bank.id, livemode: bank.livemode };
  const arrival = { ...owner, endToEndId, txid, amount, paidAt, storedAt: now, returnId: newId('refund') };
  const part = !isGone && taken.amount > 0 ? { returnedByBank: taken.amount } : {};
  const unmatchedPayment = { ...arrival, ...part, returnedAt: isGone ? now : null };
  if (txid === null && !isGone) {
    if (!(await deps.unmatchedPayments.orderNoted(bank.livemode, endToEndId))) {
      await deps.unmatchedPayments.note(unmatchedPayment);
      return 'later';
    }
  } else if (!(await deps.unmatchedPayments.add(unmatchedPayment))) return 'unmatched';
  deps.log.info({ bank_profile: bank.id, reason: 'UNKNOWN_CHARGE' }, 'money that may not be kept goes back');
  return 'unmatched';
}

/** What the callback says of who paid: of its own Pix alone. */
const payerIn = (named: NamedPix): Pick<ProviderState, 'calledBack' | 'mayQueryPayer'> => ({
  calledBack: (endToEndId) => (endToEndId === named.endToEndId ? named.payer() : null),
  mayQueryPayer: named.mayQueryPayer,
});

const HANDLED = { complete: 'decided', open: 'later', busy: 'busy' } as const;
const applyState = async (
  deps: DecideForCallbackDeps,
  { bank, charge }: ChargeAtBank,
  state: ProviderState,
): Promise<HandlingResult> => HANDLED[(await applyProviderCharge(deps, bank, charge, state)).outcome];

/** The bank's word on one Pix. */
async function confirm(
  bank: Bank,
  endToEndId: EndToEndId,
  call?: BankCall,
): Promise<ProviderPayment | 'denied' | 'later'> {
  const payment = responseOf(await bank.provider.getPayment(endToEndId, call));
  if (payment === undefined) return 'later';
  return payment ?? 'denied';
}
