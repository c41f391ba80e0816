import { percentage, total } from './payment-stats.ts';
import type { Rollup } from './rollup.ts';
import { percentile, sumOf } from './time-to-pay.ts';

/** What the daily volume is in when no currency is asked for, as the primary wallet is. */
const PRIMARY_CURRENCY = 'BRL';

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
export function paymentMetrics(all: readonly Rollup[], days: readonly string[], currency?: string): PaymentMetrics {
  const rollups = currency === undefined ? all : all.filter(({ cell }) => cell.currency === currency);
  const paid = rollups.filter(({ sums }) => (sums.paid ?? 0) > 0);
  const currencies =
    currency === undefined ? [...new Set(paid.map(({ cell }) => cell.currency))].toSorted() : [currency];
  return {
    funnel: funnelOf(rollups),
    volumes: currencies.map((one) => volumeOf(paid, one)),
    timeToPay: timesOf(paid),
    days: daysOf(rollups, days, currency ?? PRIMARY_CURRENCY),
  };
}

function funnelOf(rollups: readonly Rollup[]): PaymentMetrics['funnel'] {
  const created = total(rollups, 'created');
  const paid = total(rollups, 'converted');
  return {
    created,
    waitingPayment: total(rollups, 'waitingPayment'),
    paid,
    expired: total(rollups, 'expired'),
    cancelled: total(rollups, 'cancelled'),
    refused: total(rollups, 'refused'),
    refunded: total(rollups, 'refundedWhole'),
    conversionRate: percentage(paid, created),
  };
}

function volumeOf(paid: readonly Rollup[], currency: string): Volume {
  const own = paid.filter(({ cell }) => cell.currency === currency);
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

function timesOf(paid: readonly Rollup[]): PaymentMetrics['timeToPay'] {
  const histogram = sumOf(paid.map(({ timeToPay }) => timeToPay));
  const [p50Ms, p95Ms] = [percentile(histogram, 0.5), percentile(histogram, 0.95)];
  return p50Ms === null || p95Ms === null ? {} : { p50Ms, p95Ms };
}

function daysOf(rollups: readonly Rollup[], days: readonly string[], currency: string): PaymentMetrics['days'] {
  const byDay = Map.groupBy(rollups, ({ cell }) => cell.day);
  return days.map((date) => {
    const own = byDay.get(date) ?? [];
    const volume = total(
      own.filter(({ cell }) => cell.currency === currency),
      'gross',
    );
    return { date, created: total(own, 'created'), paid: total(own, 'paid'), volume };
  });
}
