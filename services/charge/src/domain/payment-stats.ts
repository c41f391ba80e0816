import type { SumName, Sums } from './contribution.ts';

/** What charges of one hour add up to in one method and currency, and the day that the hour is of. */
export type HourlyTotals = {
  readonly day: string;
  readonly method: string;
  readonly currency: string;
  readonly sums: Sums;
};

type Volume = { currency: string; volume: number; count: number };
type MethodVolume = { method: string; currency: string; volume: number; count: number };
/** The fields are those of the message gx.charge.v1.PaymentStats. */
export type PaymentStats = {
  readonly totalTransactions: number;
  readonly paidTransactions: number;
  readonly todayTransactions: number;
  readonly successRate: number;
  readonly volumes: Volume[];
  readonly days: { date: string; volumes: Volume[] }[];
  readonly methods: MethodVolume[];
};

/**
 * The statistics of a window. Transactions count on the day they were created, paid ones among them; volume
 * is what was paid on a day, before fees and refunds. Every currency that was paid in the window is named on
 * every day, today included.
 */
export function paymentStats(rows: readonly HourlyTotals[], days: readonly string[]): PaymentStats {
  const today = days.at(-1);
  const totalTransactions = total(rows, 'created');
  const paidTransactions = total(rows, 'converted');
  const paid = rows.filter(({ sums }) => (sums.paid ?? 0) > 0);
  const currencies = [...new Set(paid.map(({ currency }) => currency))].toSorted();
  const byDay = Map.groupBy(paid, ({ day }) => day);
  return {
    totalTransactions,
    paidTransactions,
    todayTransactions: total(
      rows.filter(({ day }) => day === today),
      'created',
    ),
    successRate: percentage(paidTransactions, totalTransactions),
    volumes: volumesOf(paid, currencies),
    days: days.map((date) => ({ date, volumes: volumesOf(byDay.get(date) ?? [], currencies) })),
    methods: methodsOf(paid),
  };
}

export const total = (rows: readonly HourlyTotals[], name: SumName): number =>
  rows.reduce((sum, { sums }) => sum + (sums[name] ?? 0), 0);

/** How many of a hundred, to two decimals; 0 of nothing. */
export const percentage = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 100;

const volumesOf = (paid: readonly HourlyTotals[], currencies: readonly string[]): Volume[] =>
  currencies.map((currency) => {
    const own = paid.filter((row) => row.currency === currency);
    return { currency, volume: total(own, 'gross'), count: total(own, 'paid') };
  });

const methodsOf = (paid: readonly HourlyTotals[]): MethodVolume[] =>
  [...Map.groupBy(paid, ({ method, currency }) => `${method} ${currency}`)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, own]) => {
      const [method = '', currency = ''] = name.split(' ');
      return { method, currency, volume: total(own, 'gross'), count: total(own, 'paid') };
    });
