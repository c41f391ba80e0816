import type { SumName, Sums } from './contribution.ts';
import { percentile, sumOf, type Times } from './time-to-pay.ts';

/** What the daily volume is in when no currency is asked for, as the primary wallet is. */
const PRIMARY_CURRENCY = 'BRL';

/** What charges of one hour add up to in one method and currency, and the day that the hour is of. */
export type HourlyTotals = {
  readonly day: string;
  readonly method: string;
  readonly currency: string;
  readonly sums: Sums;
};
/** The same with how long payments took. */
export type TimedTotals = HourlyTotals & { readonly timeToPay: Times };

/**
 * The statistics of a window; the fields are those of the message gx.charge.v1.PaymentStats. Transactions
 * count on the day they were created, paid ones among them; volume is what was paid on a day, before fees and
 * refunds. Every currency that was paid in the window is named on every day, today included.
 */
export function paymentStats(rows: readonly HourlyTotals[], days: readonly string[]) {
  const today = days.at(-1);
  const totalTransactions = total(rows, 'created');
  const paidTransactions = total(rows, 'converted');
  const paid = rows.filter(isPaid);
  const currencies = currenciesOf(paid);
  const volumesOf = (some: readonly HourlyTotals[]) =>
    currencies.map((currency) => ({ currency, ...volumeOf(inCurrency(some, currency)) }));
  const byDay = Map.groupBy(paid, ({ day }) => day);
  return {
    totalTransactions,
    paidTransactions,
    todayTransactions: total(
      rows.filter(({ day }) => day === today),
      'created',
    ),
    successRate: percentage(paidTransactions, totalTransactions),
    volumes: volumesOf(paid),
    days: days.map((date) => ({ date, volumes: volumesOf(byDay.get(date) ?? []) })),
    methods: methodsOf(paid),
  };
}

/**
 * The funnel of the charges created in a window, whatever became of them since, and the money that was paid
 * in it; the fields are those of the message gx.charge.v1.PaymentMetrics. `currency` leaves all others out;
 * asked for, it has a volume even if that is nothing.
 */
export function paymentMetrics(all: readonly TimedTotals[], days: readonly string[], currency?: string) {
  const rows = currency === undefined ? all : inCurrency(all, currency);
  const paid = rows.filter(isPaid);
  const currencies = currency === undefined ? currenciesOf(paid) : [currency];
  const histogram = sumOf(paid.map(({ timeToPay }) => timeToPay));
  return {
    funnel: funnelOf(rows),
    volumes: currencies.map((one) => ({ currency: one, ...moneyOf(inCurrency(paid, one)) })),
    timeToPay: { p50Ms: percentile(histogram, 0.5), p95Ms: percentile(histogram, 0.95) },
    days: daysOf(rows, days, currency ?? PRIMARY_CURRENCY),
  };
}

const total = (rows: readonly HourlyTotals[], name: SumName): number =>
  rows.reduce((sum, { sums }) => sum + (sums[name] ?? 0), 0);

/** How many of a hundred, to two decimals; 0 of nothing. */
const percentage = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 100;

const isPaid = ({ sums }: HourlyTotals): boolean => (sums.paid ?? 0) > 0;
const currenciesOf = (rows: readonly HourlyTotals[]) => [...new Set(rows.map(({ currency }) => currency))].toSorted();
const inCurrency = <R extends HourlyTotals>(rows: readonly R[], currency: string): readonly R[] =>
  rows.filter((row) => row.currency === currency);

const volumeOf = (paid: readonly HourlyTotals[]) => ({ volume: total(paid, 'gross'), count: total(paid, 'paid') });

const methodsOf = (paid: readonly HourlyTotals[]) =>
  [...Map.groupBy(paid, ({ method, currency }) => `${method} ${currency}`)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, own]) => {
      const [method = '', currency = ''] = name.split(' ');
      return { method, currency, ...volumeOf(own) };
    });

function funnelOf(rows: readonly TimedTotals[]) {
  const created = total(rows, 'created');
  const paid = total(rows, 'converted');
  return {
    created,
    waitingPayment: total(rows, 'waitingPayment'),
    paid,
    expired: total(rows, 'expired'),
    cancelled: total(rows, 'cancelled'),
    refused: total(rows, 'refused'),
    refunded: total(rows, 'refundedWhole'),
    conversionRate: percentage(paid, created),
  };
}

function moneyOf(paid: readonly TimedTotals[]) {
  const { volume: gross, count } = volumeOf(paid);
  const providerFees = total(paid, 'providerFees');
  const platformFees = total(paid, 'platformFees');
  return {
    gross,
    providerFees,
    platformFees,
    net: gross - providerFees - platformFees,
    refunded: total(paid, 'refunded'),
    count,
    averageTicket: count === 0 ? 0 : Math.round(gross / count),
  };
}

function daysOf(rows: readonly TimedTotals[], days: readonly string[], currency: string) {
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return days.map((date) => {
    const own = byDay.get(date) ?? [];
    const volume = total(inCurrency(own, currency), 'gross');
    return { date, created: total(own, 'created'), paid: total(own, 'paid'), volume };
  });
}
