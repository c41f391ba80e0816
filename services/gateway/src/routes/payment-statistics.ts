import type { PaymentMetrics, PaymentStats } from '@gx/contracts/charge';
import { InvariantViolation } from '@gx/core';
import { paymentMetrics, paymentStats } from '../contract/answers/payment-statistics.ts';
import { ok } from '../edge/answer.ts';
import { route } from '../edge/route.ts';
import { paymentMetricsQuery, paymentStatsQuery } from '../input/payment-statistics.ts';
import { omitUndefined } from '../omit-undefined.ts';

const READ_DEADLINE_MS = 5_000;

/** About the last `days` days (decisions N8, N9). */
export const PAYMENT_STATISTICS = [
  route({
    at: 'GET /v1/payments/stats',
    auth: 'key',
    operation: 'getPaymentStats',
    summary: 'How many transactions and how much money, by day, currency and method.',
    query: paymentStatsQuery,
    exampleQuery: 'days=30',
    answers: { 200: paymentStats },
    handle: async ({ charge }, { call, tenant, query }) => {
      const stats = await charge.getPaymentStats(
        { ...call, deadlineMs: READ_DEADLINE_MS },
        omitUndefined({ tenant, ...query }),
      );
      const { totalTransactions, paidTransactions, todayTransactions, successRate } = stats;
      return ok({
        totalTransactions,
        paidTransactions,
        todayTransactions,
        successRate,
        volumeByCurrency: stats.volumes.map(({ currency, volume, count }) => ({ currency, volume, count })),
        todayVolumeByCurrency: volumesOf(stats.days.at(-1)),
        dailyVolume: stats.days.map((day) => ({ date: day.date, currencies: volumesOf(day) })),
        methodBreakdown: methodsOf(stats),
      });
    },
  }),
  route({
    at: 'GET /v1/payments/metrics',
    auth: 'key',
    operation: 'getPaymentMetrics',
    summary: 'From created to paid: the funnel, the volume, and how long payers take.',
    query: paymentMetricsQuery,
    exampleQuery: 'days=30&currency=BRL',
    answers: { 200: paymentMetrics },
    handle: async ({ charge }, { call, tenant, query }) => {
      const metrics = await charge.getPaymentMetrics(
        { ...call, deadlineMs: READ_DEADLINE_MS },
        omitUndefined({ tenant, ...query }),
      );
      return ok({ days: query.days, currency: query.currency ?? null, ...metricsOf(metrics) });
    },
  }),
];

const volumesOf = (day: PaymentStats['days'][number] | undefined): Record<string, number> =>
  Object.fromEntries((day?.volumes ?? []).map(({ currency, volume }) => [currency, volume]));

/**
 * Amounts of two currencies make no sum: a method that was paid in several has a row for each, which says so.
 */
function methodsOf({ methods }: PaymentStats) {
  const isMixed = (method: string): boolean => methods.filter((one) => one.method === method).length > 1;
  return methods.map(({ method, currency, volume, count }) => ({
    method,
    ...(isMixed(method) ? { currency } : {}),
    volume,
    count,
  }));
}

function metricsOf({ funnel, volumes, timeToPay, days }: PaymentMetrics) {
  if (funnel === null) throw new InvariantViolation('metrics without a funnel');
  const { created, waitingPayment, paid, expired, cancelled, refused, refunded, conversionRate } = funnel;
  return {
    funnel: { created, waitingPayment, paid, expired, cancelled, refused, refunded, conversionRate },
    volume: volumes.map(volumeOf),
    timeToPay: { p50Ms: timeToPay?.p50Ms ?? null, p95Ms: timeToPay?.p95Ms ?? null },
    daily: days.map(({ date, created: createdThen, paid: paidThen, volume }) => ({
      date,
      created: createdThen,
      paid: paidThen,
      volume,
    })),
  };
}

const volumeOf = (volume: PaymentMetrics['volumes'][number]) => {
  const { currency, gross, providerFees, platformFees, net, refunded, count, averageTicket } = volume;
  return { currency, gross, providerFees, platformFees, net, refunded, count, averageTicket };
};
