import { sentBackOf } from './bank-return.ts';
import type { Charge } from './charge.ts';
import { hourOf } from './days.ts';
import { slotOf } from './time-to-pay.ts';
import type { Status } from './transitions.ts';

/** What statistics see of a charge: nothing personal. */
export type Countable = Pick<
  Charge,
  | 'status'
  | 'firstStatus'
  | 'amount'
  | 'currency'
  | 'fees'
  | 'createdAt'
  | 'settlement'
  | 'refunds'
  | 'bankReturns'
  | 'method'
>;

/**
 * The sums. Of the charges created in an hour: how many, how many were ever paid, and how many are in each
 * state. Of those paid in an hour by the bank's time: how many, and their money in minor units; `refunded` is
 * what the merchant sent back of it, at any time.
 */
export const SUMS = [
  'created',
  'converted',
  'waitingPayment',
  'expired',
  'cancelled',
  'refused',
  'refundedWhole',
  'paid',
  'gross',
  'providerFees',
  'platformFees',
  'refunded',
] as const;
export type SumName = (typeof SUMS)[number];
export type Sums = Readonly<Partial<Record<SumName, number>>>;

/**
 * What one charge adds to one hour (UTC, `YYYY-MM-DDTHH`) of one method and currency; `paidInSlot`: how long
 * it took to be paid, for a charge that was paid in that hour.
 */
export type Part = {
  readonly hour: string;
  readonly method: string;
  readonly currency: string;
  readonly sums: Sums;
  readonly paidInSlot: number | null;
};

/** Which of the sums beside `created` and `converted` a status stands for. */
// biome-ignore format: one row per status, read as a table
const STANDS_AS: Readonly<Record<Status, SumName | null>> = {
  PENDING:         'waitingPayment',
  REJECTED:        null,
  WAITING_PAYMENT: 'waitingPayment',
  PROCESSING:      'waitingPayment',
  PAID:            null,
  APPROVED:        null,
  DISPUTE:         null,
  CHARGEBACK:      null,
  REFUSED:         'refused',
  CANCELLED:       'cancelled',
  EXPIRED:         'expired',
  REFUNDED:        'refundedWhole',
};
/** Counted is what lists show: a charge that is still being created only once its merchant was told of it. */
const isCounted = ({ status, firstStatus }: Countable): boolean =>
  status !== 'REJECTED' && (status !== 'PENDING' || firstStatus !== null);
const isPosted = ({ settlement }: Countable): boolean => settlement !== null && settlement.postedAt !== null;

/**
 * What a charge adds to the statistics: a function of its present state, so that sums can always be
 * recounted. It counts as created in the hour of `createdAt`, and its money in the hour of `paidAt` once it
 * is in the wallet. Both are fixed, so a charge never leaves its hours. It is in no sum before its merchant
 * knows it, and never when the bank declined it before that (decisions A29).
 */
export function contribution(charge: Countable): readonly Part[] {
  if (!isCounted(charge)) return [];
  const { status, method, currency, createdAt, settlement } = charge;
  const standing = STANDS_AS[status];
  const creation = { created: 1, ...(standing === null ? {} : { [standing]: 1 }) };
  const createdIn = { hour: hourOf(createdAt), method, currency };
  if (settlement === null || !isPosted(charge)) return [{ ...createdIn, sums: creation, paidInSlot: null }];
  const converted = { ...creation, converted: 1 };
  const paidIn = { ...createdIn, hour: hourOf(settlement.paidAt) };
  const paidInSlot = slotOf(settlement.paidAt.getTime() - createdAt.getTime());
  const payment = paymentOf(charge);
  if (paidIn.hour === createdIn.hour) return [{ ...createdIn, sums: { ...converted, ...payment }, paidInSlot }];
  return [
    { ...createdIn, sums: converted, paidInSlot: null },
    { ...paidIn, sums: payment, paidInSlot },
  ];
}

function paymentOf(charge: Countable): Sums {
  const { amount, fees } = charge;
  const refunded = sentBackOf(charge);
  return {
    paid: 1,
    gross: amount,
    ...(fees.provider === 0 ? {} : { providerFees: fees.provider }),
    ...(fees.platform === 0 ? {} : { platformFees: fees.platform }),
    ...(refunded === 0 ? {} : { refunded }),
  };
}

/**
 * Whether a change may have changed what the charge contributes. Errs towards yes.
 */
export const mayContributeAnew = (before: Countable, after: Countable): boolean =>
  isCounted(after) &&
  (!isCounted(before) ||
    before.status !== after.status ||
    before.method !== after.method ||
    isPosted(before) !== isPosted(after) ||
    before.refunds !== after.refunds ||
    before.bankReturns !== after.bankReturns);
