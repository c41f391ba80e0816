import type { PlainRefund } from '../domain/refund.ts';
import type { DailyLimitStore } from '../store/daily-limits.ts';
import type { RefundableStore } from '../store/refundables.ts';

export type FreeFailedDeps = {
  readonly refundables: RefundableStore;
  readonly dailyLimits: DailyLimitStore;
};

/** Gives back what a refund that failed held of its charge and of its day. May be repeated. */
export async function freeFailed({ refundables, dailyLimits }: FreeFailedDeps, refund: PlainRefund): Promise<void> {
  const { kind, status, chargeId, tenant, id } = refund;
  if (kind !== 'REFUND' || status !== 'FAILED' || chargeId === null) return;
  await refundables.free(tenant, chargeId, [id]);
  await dailyLimits.releaseSum(refund);
}
