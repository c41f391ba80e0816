import type { Tenant } from '@gx/core';
import { type PaymentMetrics, paymentMetrics } from '../domain/payment-metrics.ts';
import type { StatisticsCells } from '../store/statistics-cells.ts';
import type { WantedDays } from './payment-stats.ts';
import { windowOf } from './window.ts';

export type GetPaymentMetricsDeps = { readonly cells: StatisticsCells; readonly now: () => Date };

/** Funnel, volume and time to pay of the last `days` days, today among them; of one currency, or of all. */
export async function getPaymentMetrics(
  { cells, now }: GetPaymentMetricsDeps,
  tenant: Tenant,
  { days, tz, currency }: WantedDays & { readonly currency?: string },
): Promise<PaymentMetrics> {
  const window = windowOf(now(), days, tz);
  return paymentMetrics(await cells.timesOf(tenant, window), window.days, currency);
}
