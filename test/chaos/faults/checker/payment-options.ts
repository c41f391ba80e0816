import type { Arrival, ChargeRecord, OrderRecord, RunEvidence } from './evidence.ts';
import { paymentIdOf } from './evidence.ts';

/** A charge as one of its providers knows it: several methods are several names (ADR 59). */
export type OptionRecord = {
  readonly charge: ChargeRecord;
  readonly method: string;
  readonly txid: string;
  readonly state: 'waiting' | 'requested' | 'open' | 'over';
};

/** The charge stands for it. */
export const isOwn = ({ charge, method }: OptionRecord): boolean => charge.method === method;

export const paymentOptionsOf = (charge: ChargeRecord): readonly OptionRecord[] =>
  charge.paymentOptions.map(({ method, txid, state }) => ({ charge, method, txid, state }));

/** The code of a charge that stands for Pix. */
export const codeOf = ({ method, paymentOptions }: ChargeRecord) =>
  paymentOptions.find((option) => option.method === method)?.pix;

export const paymentOptionsByName = (charges: readonly ChargeRecord[]): ReadonlyMap<string, OptionRecord> =>
  new Map(charges.flatMap(paymentOptionsOf).map((option) => [option.txid, option]));

const OPEN_CHARGE: ReadonlySet<string> = new Set(['WAITING_PAYMENT', 'PROCESSING']);
export const isOpen = ({ status }: ChargeRecord): boolean => OPEN_CHARGE.has(status);
/** A Pix charge in progress holds its money; a card in progress is still to be paid. */
export const canBePaid = (charge: ChargeRecord): boolean =>
  charge.method === 'PIX' ? charge.status === 'WAITING_PAYMENT' : isOpen(charge);

/**
 * Whether the payer may choose this option: then its provider must have it open, else nobody may be able to
 * pay it.
 */
export const isWanted = (option: OptionRecord): boolean =>
  isOwn(option) ? canBePaid(option.charge) : option.state === 'open' && mayChoose(option.charge);

const mayChoose = (charge: ChargeRecord): boolean =>
  isOpen(charge) && charge.closing === null && charge.settlement === null;

/** Options that somebody has to open or to close. */
export const hasOptionsToSync = (charge: ChargeRecord): boolean =>
  charge.status !== 'PENDING' &&
  paymentOptionsOf(charge).some(
    (option) => !isOwn(option) && option.state !== 'over' && !(option.state === 'open' && mayChoose(charge)),
  );

/** Money of a charge at the providers that it has, one row per payment: by which option it came. */
export const paymentsOf = (
  charge: ChargeRecord,
  { pix, orders }: Pick<RunEvidence, 'pix' | 'orders'>,
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

/**
 * Of all money of a charge at most one payment is kept, and the charge stands for the option by which it
 * came.
 */
export const keptTwice = (evidence: RunEvidence): string[] =>
  evidence.charges.flatMap((charge) => {
    const kept = charge.payments.filter(({ decision }) => decision === 'accepted');
    const came = paymentsOf(charge, evidence).find(({ id }) => id === kept[0]?.endToEndId);
    const own = paymentOptionsOf(charge).find(isOwn);
    return [
      ...(kept.length > 1 ? [`${charge._id} kept ${kept.length} payments`] : []),
      ...(kept.length === 1 && came?.by !== own?.txid
        ? [`${charge._id} reads as paid by ${charge.method}, and kept money that came by another option`]
        : []),
    ];
  });

/** What went back of a payment went back by the option by which it came. */
export const lostMoney = ({ orders, refunds }: RunEvidence): string[] => {
  const ordered = new Map(refunds.map((refund) => [refund.bankId, refund.endToEndId]));
  const isOf = ({ reference }: OrderRecord, endToEndId: string): boolean => endToEndId.startsWith(`ord_${reference}_`);
  return orders.flatMap((order) =>
    order.refunds
      .filter(({ id }) => !isOf(order, ordered.get(id) ?? `ord_${order.reference}_`))
      .map(({ id }) => `${order.reference}: refund ${id} is of money that came by another option`),
  );
};
