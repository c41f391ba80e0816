import { type HourlyTotals, percentage, total } from './payment-stats.ts';
import { percentile, sumOf, type Times } from './time-to-pay.ts';

/** What the daily volume is in when no currency is asked for, as the primary wallet is. */
const PRIMARY_CURRENCY = 'BRL';

/** The same with how long payments took. */
export type TimedTotals = HourlyTotals & { readonly timeToPay: Times };

type Volume = {
  currency: string;
  gross: number;
  providerFees: number;
  platformFees: number;
  net: number;
  refunded: number;
  count: number;
  averageTicket: number;
};
/** The fields are those of the message gx.charge.v1.PaymentMetrics. */
export type PaymentMetrics = {
  readonly funnel: {
    created: number;
    waitingPayment: number;
    paid: number;
    expired: number;
    cancelled: number;
    refused: number;
    refunded: number;
    conversionRate: number;
  };
  readonly volumes: Volume[];
  readonly timeToPay: { p50Ms?: number; p95Ms?: number };
  readonly days: { date: string; created: number; paid: number; volume: number }[];
};

/**
 * The funnel of the charges created in a window, whatever became of them since, and the money that was paid
 * in it. `currency` leaves all others out; asked for, it has a volume even if that is nothing.
 */
export function paymentMetrics(
  all: readonly TimedTotals[],
  days: readonly string[],
  currency?: string,
): PaymentMetrics {
  const rows = currency === undefined ? all : all.filter((row) => row.currency === currency);
  const paid = rows.filter(({ sums }) => (sums.paid ?? 0) > 0);
  const currencies =
    currency === undefined ? [...new Set(paid.map(({ currency }) => currency))].toSorted() : [currency];
  return {
    funnel: funnelOf(rows),
    volumes: currencies.map((one) => volumeOf(paid, one)),
    timeToPay: timesOf(paid),
    days: daysOf(rows, days, currency ?? PRIMARY_CURRENCY),
  };
}

function funnelOf(rows: readonly TimedTotals[]): PaymentMetrics['funnel'] {
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

function volumeOf(paid: readonly TimedTotals[], currency: string): Volume {
  const own = paid.filter((row) => row.currency === currency);
  const [gross, providerFees, platformFees] = [
    total(own, 'gross'),
    total(own, 'providerFees'),
    total(own, 'platformFees'),
  ];
  const count = total(own, 'paid');
  return {
    currency,
    gross,
    providerFees,
    platformFees,
    net: gross - providerFees - platformFees,
    refunded: total(own, 'refunded'),
    count,
    averageTicket: count === 0 ? 0 : Math.round(gross / count),
  };
}

function timesOf(paid: readonly TimedTotals[]): PaymentMetrics['timeToPay'] {
  const histogram = sumOf(paid.map(({ timeToPay }) => timeToPay));
  const [p50Ms, p95Ms] = [percentile(histogram, 0.5), percentile(histogram, 0.95)];
  return p50Ms === null || p95Ms === null ? {} : { p50Ms, p95Ms };
}

function daysOf(rows: readonly TimedTotals[], days: readonly string[], currency: string): PaymentMetrics['days'] {
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return days.map((date) => {
    const own = byDay.get(date) ?? [];
    const volume = total(
      own.filter((row) => row.currency === currency),
      'gross',
    );
    return { date, created: total(own, 'created'), paid: total(own, 'paid'), volume };
  });
}
