import type { Cents, Refusal } from '@gx/core';
import type { Call } from '@gx/runtime';
import { sumMaxBySales, sumTotalOf, velocityExceeded } from '../domain/daily-limits.ts';
import type { Refund } from '../domain/refund.ts';
import type { Charges } from '../peers/charges.ts';
import type { DailyLimitStore } from '../store/daily-limits.ts';

export type DailyLimitDeps = {
  readonly dailyLimits: DailyLimitStore;
  readonly charges: Pick<Charges, 'sales'>;
};

/**
 * Counts a refund in its day, or says why it may not be (decisions, section 10). May be repeated. `released`: it
 * was given up meanwhile. What an account sold is asked for only where what every account may give back is not
 * enough.
 */
export async function claimDailyLimits(
  { dailyLimits, charges }: DailyLimitDeps,
  refund: Refund,
  amount: Cents,
  call: () => Call,
): Promise<'claimed' | 'released' | Refusal> {
  const { sumPerDay, sumPerDayBySalesMin } = refund.limits ?? {};
  let claim = await dailyLimits.claim(refund, amount, sumPerDay ?? sumPerDayBySalesMin);
  const isOverSum = claim.kind === 'exceeded' && claim.total === sumTotalOf(refund);
  if (isOverSum && sumPerDay === undefined && sumPerDayBySalesMin !== undefined) {
    const sales = await charges.sales(call(), refund.tenant, refund.currency);
    claim = await dailyLimits.claim(refund, amount, sumMaxBySales(sales, sumPerDayBySalesMin));
  }
  return claim.kind === 'exceeded' ? velocityExceeded(claim.total) : claim.kind;
}
