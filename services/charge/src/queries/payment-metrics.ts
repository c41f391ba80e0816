import type { Tenant } from '@gx/core';
import { lastDays } from '../domain/days.ts';
import { type PaymentMetrics, paymentMetrics } from '../domain/payment-metrics.ts';
import type { RollupStore } from '../store/rollups.ts';
import { checkDays } from './window.ts';

type Deps = { readonly rollups: RollupStore; readonly now: () => Date };

/** Funnel, volume and time to pay of the last `days` days, today among them; of one currency, or of all. */
export const getPaymentMetrics =
  ({ rollups, now }: Deps) =>
  async (tenant: Tenant, days: number, currency?: string): Promise<PaymentMetrics> => {
    const window = lastDays(now(), checkDays(days));
    return paymentMetrics(await rollups.between(tenant, window), window, currency);
  };
