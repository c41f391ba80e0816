import { dayIn, Refusal, type Tenant } from '@gx/core';
import { hasWholeHours, lastDays } from '../domain/days.ts';
import { paymentMetrics, paymentStats } from '../domain/payment-statistics.ts';
import type { StatisticsCells } from '../store/statistics-cells.ts';

export type PaymentStatisticsDeps = { readonly cells: StatisticsCells; readonly now: () => Date };
type RequestedDays = { readonly days: number; readonly tz?: string };

const DAYS_MAX = 365;

/** Statistics of the last `days` days, today among them. */
export async function getPaymentStats(deps: PaymentStatisticsDeps, tenant: Tenant, requested: RequestedDays) {
  const window = windowOf(deps, requested);
  return paymentStats(await deps.cells.sumsOf(tenant, window), window.days);
}

/** Funnel, volume and time to pay of the last `days` days, today among them; of one currency, or of all. */
export async function getPaymentMetrics(
  deps: PaymentStatisticsDeps,
  tenant: Tenant,
  { currency, ...requested }: RequestedDays & { readonly currency?: string },
) {
  const window = windowOf(deps, requested);
  return paymentMetrics(await deps.cells.timesOf(tenant, window), window.days, currency);
}

/** The days, and how the day of a moment is found (decisions N8, A47). */
function windowOf({ now }: PaymentStatisticsDeps, { days, tz = 'UTC' }: RequestedDays) {
  const today = now();
  if (days < 1 || days > DAYS_MAX)
    throw new Refusal('invalid_request', `The days must be from 1 to ${DAYS_MAX}.`, { param: 'days' });
  if (!hasWholeHours(tz, lastDays(today, days + 2)))
    throw new Refusal(
      'invalid_request',
      'tz must be an IANA time zone, such as America/Sao_Paulo, whole hours from UTC on all of these days.',
      { param: 'tz' },
    );
  return { days: lastDays(today, days, tz), dayOf: dayIn(tz) };
}
