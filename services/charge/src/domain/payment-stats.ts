import type { SumName } from './contribution.ts';
import type { Summed } from './rollup.ts';

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
export function paymentStats(rollups: readonly Summed[], days: readonly string[]): PaymentStats {
  const today = days.at(-1);
  const totalTransactions = total(rollups, 'created');
  const paidTransactions = total(rollups, 'converted');
  const paid = rollups.filter(({ sums }) => (sums.paid ?? 0) > 0);
  const currencies = [...new Set(paid.map(({ cell }) => cell.currency))].toSorted();
  const byDay = Map.groupBy(paid, ({ cell }) => cell.day);
  return {
    totalTransactions,
    paidTransactions,
    todayTransactions: total(
      rollups.filter(({ cell }) => cell.day === today),
      'created',
    ),
    successRate: percentage(paidTransactions, totalTransactions),
    volumes: volumesOf(paid, currencies),
    days: days.map((date) => ({ date, volumes: volumesOf(byDay.get(date) ?? [], currencies) })),
    methods: methodsOf(paid),
  };
}

export const total = (rollups: readonly Summed[], name: SumName): number =>
  rollups.reduce((sum, { sums }) => sum + (sums[name] ?? 0), 0);

/** How many of a hundred, to two decimals; 0 of nothing. */
export const percentage = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 100;

const volumesOf = (paid: readonly Summed[], currencies: readonly string[]): Volume[] =>
  currencies.map((currency) => {
    const own = paid.filter(({ cell }) => cell.currency === currency);
    return { currency, volume: total(own, 'gross'), count: total(own, 'paid') };
  });

const methodsOf = (paid: readonly Summed[]): MethodVolume[] =>
  [...Map.groupBy(paid, ({ cell: { method, currency } }) => `${method} ${currency}`)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, own]) => {
      const [method = '', currency = ''] = name.split(' ');
      return { method, currency, volume: total(own, 'gross'), count: total(own, 'paid') };
    });
