import type { ProviderCharge, ProviderPayment } from '@gx/acquirer';
import { type EndToEndId, invariant, newId, type TaxDocument, type Txid } from '@gx/core';
import { type Logger, traceparent } from '@gx/runtime';
import type { Bank } from '../banks/bank-directory.ts';
import { pixCodeOf } from '../domain/br-code.ts';
import type { Charge } from '../domain/charge.ts';
import type { PayerVerdict, Receipt } from '../domain/dispose.ts';
import { type Arrival, type Arrived, openQuestion, receive } from '../domain/receive.ts';
import { pixWayOf, seenBy, through } from '../domain/ways.ts';
import type { ChargeStore } from '../store/charges.ts';
import type { StrayStore } from '../store/strays.ts';
import { warnOfGivenBack } from './given-back.ts';
import { goneAtBank, warnOfHalfGone } from './gone-at-bank.ts';
import { askPayer, toldPayer } from './who-paid.ts';

export type SettleDeps = {
  readonly charges: ChargeStore;
  readonly strays: Pick<StrayStore, 'claim'>;
  readonly log: Logger;
  readonly now: () => Date;
};
/** What the bank says of a charge, and what else is known about who paid. */
export type Books = {
  readonly shown: ProviderCharge | null;
  /** Confirmed by the bank, but not among those that it shows in the charge. */
  readonly extra?: ProviderPayment;
  /** Who paid a Pix according to the bank's notice of it. */
  readonly noticed?: (endToEndId: EndToEndId) => TaxDocument | null;
  /** Whether the bank may be asked who paid now, which takes seconds; always, unless the caller has others waiting. */
  readonly mayAsk?: () => boolean;
};
/** `complete`: every Pix is disposed of. `busy`: no, since who paid may not be asked now. */
export type Settled = { readonly charge: Charge; readonly outcome: 'complete' | 'open' | 'busy' };

/**
 * Disposes of every Pix that the bank shows for a charge, each once; who paid a locked charge is asked first. A Pix stays open while the
 * bank does not show the charge itself, and while some of it is on its way back without our doing.
 */
export async function settleBooks(deps: SettleDeps, bank: Bank, found: Charge, books: Books): Promise<Settled> {
  const payments = paymentsOf(deps, bank, found, books);
  const charge = payments.some((payment) => isHalfGone(found, payment)) ? await current(deps, found) : found;
  const halfGone = payments.filter((payment) => isHalfGone(charge, payment));
  if (halfGone.length > 0) warnOfHalfGone(deps, { bank_profile: bank.id, charge_id: charge.id });
  const judgeable = payments.filter((payment) => !halfGone.includes(payment));
  const verdicts = new Map<EndToEndId, PayerVerdict>();
  const arrival: Arrival = {
    payments: judgeable.map((payment) => arrived(charge, payment, books)),
    pix: books.shown === null ? null : (pixCodeOf(books.shown, bank.merchant) ?? null),
    traceparent: traceparent() ?? null,
  };
  const known = (): Arrival => ({
    ...arrival,
    payments: arrival.payments.map((pix) => ({ ...pix, payer: verdicts.get(pix.endToEndId) ?? pix.payer })),
  });
  const seen = seenBy(charge, txidOfPix(charge));
  let question = openQuestion(seen, known(), deps.now());
  if (question !== undefined && books.mayAsk?.() === false) return { charge, outcome: 'busy' };
  for (; question !== undefined; question = openQuestion(seen, known(), deps.now()))
    verdicts.set(question.endToEndId, await askPayer(bank, charge, question));
  const { after, strayed } = await write(deps, charge, known());
  warnOfGivenBack(deps, after, payments);
  const disposed = new Set([...after.receipts.map(({ endToEndId }) => endToEndId), ...strayed]);
  const complete = payments.every(({ endToEndId }) => disposed.has(endToEndId));
  return { charge: after, outcome: complete ? 'complete' : 'open' };
}

function arrived(charge: Charge, payment: ProviderPayment, { noticed }: Books): Arrived {
  const { endToEndId, amount, settledAt } = payment;
  const gone = goneAtBank(payment);
  // Who paid held money decides nothing while somebody is giving it back.
  const payer = gone === 'some' ? null : toldPayer(charge, payment, noticed?.(endToEndId) ?? null);
  return { endToEndId, amount, settledAt, payer, goneAtBank: gone === 'all', returnId: newId('refund') };
}

/** Writes the dispositions down, but of what goes back as money of no charge. Money that goes back is counted in the log, since it goes by itself. */
async function write(deps: SettleDeps, charge: Charge, { payments, ...rest }: Arrival) {
  const strayed = await strayedOf(deps, charge, payments);
  const arrival = { ...rest, payments: payments.filter(({ endToEndId }) => !strayed.has(endToEndId)) };
  let fresh: readonly Receipt[] = [];
  const after = await deps.charges.update(charge.tenant, charge, (current) => {
    const decision = through(current, txidOfPix(current), (seen) => receive(seen, arrival, deps.now()));
    fresh = decision.kind === 'change' ? decision.charge.receipts.slice(current.receipts.length) : [];
    return decision;
  });
  for (const { disposition } of fresh) {
    if (disposition.kind === 'returned')
      deps.log.info({ charge_id: charge.id, reason: disposition.reason }, 'money that may not be kept goes back');
  }
  return { after, strayed };
}

/** No index holds receipts and strays together, so they are looked for right before the write: one read, of what is new alone. */
async function strayedOf({ strays }: SettleDeps, { tenant, receipts }: Charge, payments: readonly Arrived[]) {
  const known = new Set(receipts.map(({ endToEndId }) => endToEndId));
  const fresh = payments.map(({ endToEndId }) => endToEndId).filter((id) => !known.has(id));
  return fresh.length === 0 ? new Set<EndToEndId>() : strays.claim(tenant.livemode, fresh);
}

/** The books are a bank's, and about Pix: of a charge with other ways that is one of them. */
const txidOfPix = (charge: Charge): Txid => pixWayOf(charge)?.txid ?? charge.bank.txid;

/** New to us, and on its way back without our doing. */
const isHalfGone = ({ receipts }: Charge, payment: ProviderPayment): boolean =>
  goneAtBank(payment) === 'some' && !receipts.some(({ endToEndId }) => endToEndId === payment.endToEndId);

/** What is given back may be our own doing, of a moment ago. */
const current = async ({ charges }: SettleDeps, { tenant, id }: Charge): Promise<Charge> => {
  const charge = await charges.forSettlement(tenant, id);
  invariant(charge !== undefined, 'a charge is never deleted');
  return charge;
};

function paymentsOf({ log }: SettleDeps, bank: Bank, charge: Charge, { shown, extra }: Books): ProviderPayment[] {
  const payments: ProviderPayment[] = extra === undefined ? [] : [extra];
  for (const element of shown?.payments ?? []) {
    if (element.kind === 'payment') payments.push(element.payment);
    else if (element.kind === 'unreadable')
      log.error(
        { alarm: 'receipt_unreadable', charge_id: charge.id, bank_profile: bank.id, problems: element.problems },
        'the bank shows money that cannot be read',
      );
  }
  return payments;
}
