import type { Tenant } from '@gx/core';
import { lastDays } from '../domain/days.ts';
import { type PaymentStats, paymentStats } from '../domain/payment-stats.ts';
import type { RollupStore } from '../store/rollups.ts';
import { checkDays } from './window.ts';

type Deps = { readonly rollups: RollupStore; readonly now: () => Date };

/** Statistics of the last `days` days, today among them. */
export const getPaymentStats =
  ({ rollups, now }: Deps) =>
  async (tenant: Tenant, days: number): Promise<PaymentStats> => {
    const window = lastDays(now(), checkDays(days));
    return paymentStats(await rollups.sumsBetween(tenant, window), window);
  };
