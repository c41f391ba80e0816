import { sentBackOf } from './bank-return.ts';
import { type Charge, methodOf } from './charge.ts';
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
  | 'paymentMethods'
  | 'method'
>;

/**
 * What is summed up. Of the charges created on a day: how many there are, how many were ever paid, and how
 * many stand where. Of those paid on a day, by the bank's own time: how many, and their money in the smallest
 * unit; `refunded` of it went back, whenever that was.
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
/** Those of a payment, on the day on which it was paid; all others are of a creation. */
export const MONEY_SUMS: ReadonlySet<string> = new Set<SumName>([
  'paid',
  'gross',
  'providerFees',
  'platformFees',
  'refunded',
]);
export type Sums = Readonly<Partial<Record<SumName, number>>>;

/** One day (UTC, `YYYY-MM-DD`) of one method and currency. */
export type Cell = { readonly day: string; readonly method: string; readonly currency: string };
/**
 * What one charge adds to one cell; `paidInSlot`: how long it took to be paid, for a charge that was paid on
 * that day.
 */
export type Part = { readonly cell: Cell; readonly sums: Sums; readonly paidInSlot: number | null };

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

/** The day of a moment, in UTC. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/**
 * What a charge adds to the statistics as it stands: a function of the charge alone, so that the sums can
 * always be recounted. It counts as created on the day of `createdAt`; its money on the day of `paidAt`, once
 * it is in the wallet. Both are fixed, so a charge never leaves its days. It is in no sum before its merchant
 * is told of it, and never when the bank declined it before that (decisions A29).
 */
export function contribution(charge: Countable): readonly Part[] {
  if (!isCounted(charge)) return [];
  const { status, currency, createdAt, settlement } = charge;
  const standing = STANDS_AS[status];
  const creation = { created: 1, ...(standing === null ? {} : { [standing]: 1 }) };
  const createdOn: Cell = { day: dayOf(createdAt), method: methodOf(charge), currency };
  if (settlement === null || !isPosted(charge)) return [{ cell: createdOn, sums: creation, paidInSlot: null }];
  const converted = { ...creation, converted: 1 };
  const paidOn: Cell = { ...createdOn, day: dayOf(settlement.paidAt) };
  const paidInSlot = slotOf(settlement.paidAt.getTime() - createdAt.getTime());
  const payment = paymentOf(charge);
  if (paidOn.day === createdOn.day) return [{ cell: createdOn, sums: { ...converted, ...payment }, paidInSlot }];
  return [
    { cell: createdOn, sums: converted, paidInSlot: null },
    { cell: paidOn, sums: payment, paidInSlot },
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
 * Whether a change may have changed what the charge contributes: if so it is counted anew. Errs towards yes.
 */
export const mayCountAnew = (before: Countable, after: Countable): boolean =>
  isCounted(after) &&
  (!isCounted(before) ||
    before.status !== after.status ||
    before.method !== after.method ||
    isPosted(before) !== isPosted(after) ||
    before.refunds !== after.refunds ||
    before.bankReturns !== after.bankReturns);
