import type { PaymentMetrics, PaymentStats } from '@gx/contracts/charge';
import { InvariantViolation } from '@gx/core';
import type { Clients } from '../clients.ts';
import { ok } from '../edge/answer.ts';
import type { Handler } from '../edge/route.ts';
import type { paymentMetricsQuery, paymentStatsQuery } from '../input/payment-statistics.ts';
import { omitUndefined } from '../omit-undefined.ts';

const READ_DEADLINE_MS = 5_000;

/** `GET /v1/payments/stats`: the last `days` days (specification, Stats; decisions N8). */
export const paymentStats =
  ({ charge: charges }: Clients): Handler<'key', undefined, typeof paymentStatsQuery> =>
  async ({ requestId, tenant, query: { days, tz } }) => {
    const call = { requestId, deadlineMs: READ_DEADLINE_MS };
    const stats = await charges.getPaymentStats(call, omitUndefined({ tenant, days, tz }));
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
  };

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

/** `GET /v1/payments/metrics`: the last `days` days, of one currency or of all (decisions N9). */
export const paymentMetrics =
  ({ charge: charges }: Clients): Handler<'key', undefined, typeof paymentMetricsQuery> =>
  async ({ requestId, tenant, query: { days, tz, currency } }) => {
    const call = { requestId, deadlineMs: READ_DEADLINE_MS };
    const metrics = await charges.getPaymentMetrics(call, omitUndefined({ tenant, days, tz, currency }));
    return ok({ days, currency: currency ?? null, ...metricsOf(metrics) });
  };

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
