import type { Outcome, ProviderCharge, ProviderPayment } from '@gx/acquirer';
import type { EndToEndId, Txid } from '@gx/core';
import { type Context, inSpan, type Logger, SpanKind, traceparent } from '@gx/runtime';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import { pixCodeOf } from '../domain/br-code.ts';
import type { Charge } from '../domain/charge.ts';
import type { PixReceived, Receipt } from '../domain/dispose.ts';
import { receive } from '../domain/settle.ts';
import type { ChargeStore } from '../store/charges.ts';
import type { StrayStore } from '../store/strays.ts';

export type DisposeDeps = {
  readonly banks: BankDirectory;
  readonly charges: ChargeStore;
  readonly strays: StrayStore;
  readonly log: Logger;
  readonly now: () => Date;
};
/** A Pix that somebody says has arrived. Nothing in it is believed. */
export type Hint = { readonly endToEndId: EndToEndId; readonly txid: string | null };
/** What became of a hint; `later` when the bank could not be asked. */
export type Handled = 'disposed' | 'denied' | 'stray' | 'later';

/**
 * Asks the bank about a noticed Pix and disposes of everything the bank confirms: the noticed one and all others of the same charge.
 * The work runs in the trace of `parent` and links to the trace of the charge's creation.
 */
export async function disposeOfHint(deps: DisposeDeps, bank: Bank, hint: Hint, parent: Context): Promise<Handled> {
  const claimed = hint.txid === null ? undefined : await deps.charges.byTxid(bank.id, hint.txid as Txid);
  return inSpan('dispose of receipt', spanOf(bank, claimed, parent), async () => {
    if (claimed !== undefined) return disposeOfCharge(deps, bank, claimed, hint.endToEndId);
    const payment = await confirm(bank, hint.endToEndId);
    return typeof payment === 'string' ? payment : disposeOfPayment(deps, bank, payment);
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

/** The bank's own books decide: every Pix of the charge, and the noticed one if it is not among them. */
async function disposeOfCharge(deps: DisposeDeps, bank: Bank, charge: Charge, noticed: EndToEndId): Promise<Handled> {
  const shown = answerOf(await bank.provider.getCharge(charge.bank.txid));
  if (shown === undefined) return 'later';
  const payments = paymentsOf(deps, bank, charge, shown);
  if (payments.some(({ endToEndId }) => endToEndId === noticed)) return settle(deps, bank, charge, { shown, payments });
  const payment = await confirm(bank, noticed);
  if (typeof payment !== 'string' && payment.txid === charge.bank.txid) {
    return settle(deps, bank, charge, { shown, payments: [...payments, payment] });
  }
  const rest = payments.length === 0 ? 'disposed' : await settle(deps, bank, charge, { shown, payments });
  if (rest === 'later') return rest;
  return typeof payment === 'string' ? payment : disposeOfPayment(deps, bank, payment);
}

/** A Pix that the bank confirmed and that the charge named by the hint knows nothing of. */
async function disposeOfPayment(deps: DisposeDeps, bank: Bank, payment: ProviderPayment): Promise<Handled> {
  const home = payment.txid === null ? undefined : await homeOf(deps, bank, payment.txid);
  if (home !== undefined) {
    const shown = answerOf(await home.bank.provider.getCharge(home.charge.bank.txid));
    return shown === undefined ? 'later' : settle(deps, home.bank, home.charge, { shown, payments: [payment] });
  }
  const isNew = await deps.strays.add({ ...payment, bankProfileId: bank.id, storedAt: deps.now() });
  if (isNew) alarm(deps, { bank_profile: bank.id, reason: 'UNKNOWN_CHARGE' });
  return 'stray';
}

/**
 * The charge of a txid, and its bank. Several profiles may speak for one account, an old one and its successor: each hears of
 * money of the other's charges, which must not become a stray of the one and a receipt of the other.
 */
async function homeOf({ banks, charges }: DisposeDeps, bank: Bank, txid: Txid) {
  for (const other of [bank, ...(await banks.all()).filter(({ livemode }) => livemode === bank.livemode)]) {
    const charge = await charges.byTxid(other.id, txid);
    if (charge !== undefined) return { bank: other, charge };
  }
  return undefined;
}

type Books = { readonly shown: ProviderCharge | null; readonly payments: readonly ProviderPayment[] };

/** Writes the dispositions down, each once. A charge the bank does not show yet keeps its money waiting. */
async function settle(deps: DisposeDeps, bank: Bank, charge: Charge, { shown, payments }: Books): Promise<Handled> {
  const arrival = {
    payments: payments.map(receiptFacts),
    pix: shown === null ? null : (pixCodeOf(shown, bank.merchant) ?? null),
    traceparent: traceparent() ?? null,
  };
  let fresh: readonly Receipt[] = [];
  const after = await deps.charges.update(charge.tenant, charge, (current) => {
    const decision = receive(current, arrival, deps.now());
    fresh = decision.kind === 'change' ? decision.charge.receipts.slice(current.receipts.length) : [];
    return decision;
  });
  for (const { disposition } of fresh) {
    if (disposition.kind === 'returned')
      alarm(deps, { charge_id: charge.id, bank_profile: bank.id, reason: disposition.reason });
  }
  const disposed = new Set(after.receipts.map(({ endToEndId }) => endToEndId));
  return payments.every(({ endToEndId }) => disposed.has(endToEndId)) ? 'disposed' : 'later';
}

/** What is kept of a Pix; the bank may have told more. */
export const receiptFacts = ({ endToEndId, amount, settledAt }: ProviderPayment): PixReceived => ({
  endToEndId,
  amount,
  settledAt,
});

/** Money that must not be kept: people have to know of it until it goes back by itself. */
const alarm = ({ log }: DisposeDeps, facts: Record<string, string>): void =>
  log.error({ alarm: 'receipt_to_return', ...facts }, 'money arrived that cannot be credited');

/** The bank's word on one Pix. */
async function confirm(bank: Bank, endToEndId: EndToEndId): Promise<ProviderPayment | 'denied' | 'later'> {
  const payment = answerOf(await bank.provider.getPayment(endToEndId));
  if (payment === undefined) return 'later';
  return payment ?? 'denied';
}

/** The value of an answer; undefined when there was none. */
const answerOf = <T>(outcome: Outcome<T>): T | undefined =>
  outcome.kind === 'done' || outcome.kind === 'pending' ? outcome.value : undefined;

function paymentsOf({ log }: DisposeDeps, bank: Bank, charge: Charge, shown: ProviderCharge | null): ProviderPayment[] {
  const payments: ProviderPayment[] = [];
  for (const element of shown?.payments ?? []) {
    if (element.kind === 'payment') payments.push(element.payment);
    else
      log.error(
        { alarm: 'receipt_unreadable', charge_id: charge.id, bank_profile: bank.id, problems: element.problems },
        'the bank shows money that cannot be read',
      );
  }
  return payments;
}
