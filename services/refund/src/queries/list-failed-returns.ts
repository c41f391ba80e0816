import { type RefundView, refundView } from '../domain/refund-view.ts';
import type { RefundStore } from '../store/refunds.ts';

const LIMIT_MAX = 500;

/** Returns that failed for good and wait for a person, oldest first. */
export async function listFailedReturns(
  { refunds }: { readonly refunds: RefundStore },
  limit: number,
): Promise<{ returns: RefundView[] }> {
  const found = await refunds.failedReturns(Math.min(limit || LIMIT_MAX, LIMIT_MAX));
  return { returns: found.map(refundView) };
}
