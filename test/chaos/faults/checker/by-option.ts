import type { RunEvidence } from './evidence.ts';
import { sum } from './invariant.ts';
import { goneOf } from './orders.ts';
import { isOwn, type OptionRecord, paymentOptionsOf, paymentsOf } from './payment-options.ts';

const amountOf = ({ amount }: { readonly amount: number | null }): number => amount ?? 0;

/**
 * Of each option of each charge, what its provider holds is what the ledger says of it. Sums over everything
 * would not see two that are wrong in each other's favour, as when money that came by one option is booked,
 * or goes back, by another.
 */
export const unlikeAtAdapter = (evidence: RunEvidence): string[] =>
  evidence.charges.flatMap((charge) =>
    paymentOptionsOf(charge).flatMap((option) => {
      const [held, booked] = [atAdapter(option, evidence), inLedger(option, evidence)];
      return held === booked
        ? []
        : [`${charge._id}: by ${option.method} ${held} ${charge.currency} are held, the ledger says ${booked}`];
    }),
  );

function atAdapter(option: OptionRecord, evidence: RunEvidence): number {
  const { charge, txid, method } = option;
  const { pix, orders, pixOuts, refunds } = evidence;
  const payments = paymentsOf(charge, evidence).filter(({ by }) => by === txid);
  const names = new Set(payments.map(({ id }) => id));
  const own = refunds.filter(({ chargeId }) => chargeId === charge._id);
  const gone = [
    ...pix.filter((one) => one.txid === txid).flatMap(({ devolutions }) => devolutions.filter(isBack)),
    // What nobody can take back any more leaves by another Pix, whatever option the charge was paid by.
    ...pixOuts.filter((one) => isOwn(option) && method === 'PIX' && isPaid(one) && own.some(isOf(one._id))),
    ...own.filter(({ byHand, endToEndId }) => byHand != null && names.has(endToEndId)),
  ];
  const byOrder = orders.filter(({ reference }) => reference === txid).map((order) => goneOf(order, refunds));
  const back = isOwn(option)
    ? pixOuts.filter(({ _id }) => own.some(isOf(_id))).flatMap(({ returns = [] }) => returns)
    : [];
  return sum(payments.map(amountOf)) + sum(back.map(amountOf)) - sum(gone.map(amountOf)) - sum(byOrder);
}

const isBack = ({ status }: { readonly status: string }): boolean => status === 'DEVOLVIDO';
const isPaid = ({ status }: { readonly status: string }): boolean => status === 'REALIZADO';
const isOf =
  (pixOutId: string) =>
  ({ bankId }: { readonly bankId: string }): boolean =>
    pixOutId.endsWith(`/${bankId}`);

/** Refunds and disputes name no payment: they are of the option that was paid. */
function inLedger(option: OptionRecord, evidence: RunEvidence): number {
  const { charge, txid } = option;
  const names = new Set<string | null>(
    paymentsOf(charge, evidence)
      .filter(({ by }) => by === txid)
      .map(({ id }) => id),
  );
  if (isOwn(option)) names.add(null);
  return sum(
    evidence.entries
      .filter(({ chargeId, endToEndId }) => chargeId === charge._id && names.has(endToEndId))
      .flatMap(({ postings }) => postings.filter(({ address }) => address === 'provider:clearing'))
      .map(amountOf),
  );
}
