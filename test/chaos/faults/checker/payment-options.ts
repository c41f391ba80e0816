import type { Arrival, ChargeFact, Facts, OrderFact } from './facts.ts';
import { paymentIdOf } from './facts.ts';

/** A charge as one of its providers knows it: several methods are several names (ADR 59). */
export type OptionFact = {
  readonly charge: ChargeFact;
  readonly method: string;
  readonly txid: string;
  /** `own`: the charge's own fields tell of it. */
  readonly state: 'own' | 'waiting' | 'asked' | 'open' | 'over';
};

const ownMethodOf = ({ method, paymentMethods }: ChargeFact): string => method ?? paymentMethods[0] ?? 'PIX';

export const paymentOptionsOf = (charge: ChargeFact): readonly OptionFact[] => [
  { charge, method: ownMethodOf(charge), txid: charge.txid, state: 'own' },
  ...(charge.paymentOptions ?? []).map(({ method, txid, state }) => ({ charge, method, txid, state })),
];

export const paymentOptionsByName = (charges: readonly ChargeFact[]): ReadonlyMap<string, OptionFact> =>
  new Map(charges.flatMap(paymentOptionsOf).map((option) => [option.txid, option]));

const OPEN_CHARGE: ReadonlySet<string> = new Set(['WAITING_PAYMENT', 'PROCESSING']);
export const isOpen = ({ status }: ChargeFact): boolean => OPEN_CHARGE.has(status);
/** A Pix charge in progress holds its money; a card in progress is still to be paid. */
export const canBePaid = (charge: ChargeFact): boolean =>
  ownMethodOf(charge) === 'PIX' ? charge.status === 'WAITING_PAYMENT' : isOpen(charge);

/**
 * Whether the payer may choose this way: then its provider must have it open, else nobody may be able to pay
 * it.
 */
export const isWanted = ({ charge, state }: OptionFact): boolean =>
  state === 'own' ? canBePaid(charge) : state === 'open' && mayChoose(charge);

const mayChoose = (charge: ChargeFact): boolean =>
  isOpen(charge) && charge.closing === null && charge.settlement === null;

/** Options that somebody has to open or to close. */
export const isUntended = (charge: ChargeFact): boolean =>
  charge.status !== 'PENDING' &&
  (charge.paymentOptions ?? []).some(({ state }) => state !== 'over' && !(state === 'open' && mayChoose(charge)));

/** Money of a charge at the providers that it has, one row per payment: by which way it came. */
export const paymentsOf = (
  charge: ChargeFact,
  { pix, orders }: Pick<Facts, 'pix' | 'orders'>,
): readonly (Pick<Arrival, 'id' | 'amount'> & { readonly by: string })[] => {
  const names = new Set(paymentOptionsOf(charge).map(({ txid }) => txid));
  return [
    ...pix
      .filter(({ txid = '' }) => names.has(txid))
      .map(({ _id: id, amount, txid = '' }) => ({ id, amount, by: txid })),
    ...orders
      .filter(({ reference }) => names.has(reference))
      .flatMap((order) =>
        order.payments.map((payment) => ({
          id: paymentIdOf(order, payment),
          amount: payment.amount,
          by: order.reference,
        })),
      ),
  ];
};

/** Of all money of a charge at most one payment is kept, and the charge is of the way by which that came. */
export const keptTwice = (facts: Facts): string[] =>
  facts.charges.flatMap((charge) => {
    const kept = charge.payments.filter(({ decision }) => decision === 'accepted');
    const came = paymentsOf(charge, facts).find(({ id }) => id === kept[0]?.endToEndId);
    return [
      ...(kept.length > 1 ? [`${charge._id} kept ${kept.length} payments`] : []),
      ...(kept.length === 1 && came?.by !== charge.txid
        ? [`${charge._id} reads as paid by ${ownMethodOf(charge)}, and kept money that came by another way`]
        : []),
    ];
  });

/** What went back of a payment went back by the way by which it came. */
export const lostMoney = ({ orders, refunds }: Facts): string[] => {
  const ordered = new Map(refunds.map((refund) => [refund.bankId, refund.endToEndId]));
  const isOf = ({ reference }: OrderFact, endToEndId: string): boolean => endToEndId.startsWith(`ord_${reference}_`);
  return orders.flatMap((order) =>
    order.refunds
      .filter(({ id }) => !isOf(order, ordered.get(id) ?? `ord_${order.reference}_`))
      .map(({ id }) => `${order.reference}: refund ${id} is of money that came by another way`),
  );
};
