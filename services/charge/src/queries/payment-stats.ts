import type { Tenant } from '@gx/core';
import { type PaymentStats, paymentStats } from '../domain/payment-stats.ts';
import type { StatisticsCells } from '../store/statistics-cells.ts';
import { windowOf } from './window.ts';

export type GetPaymentStatsDeps = { readonly cells: StatisticsCells; readonly now: () => Date };
export type WantedDays = { readonly days: number; readonly tz?: string };

/** Statistics of the last `days` days, today among them. */
export async function getPaymentStats(
  { cells, now }: GetPaymentStatsDeps,
  tenant: Tenant,
  { days, tz }: WantedDays,
): Promise<PaymentStats> {
  const window = windowOf(now(), days, tz);
  return paymentStats(await cells.sumsOf(tenant, window), window.days);
}
