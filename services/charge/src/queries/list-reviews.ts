import { Refusal } from '@gx/core';
import type { ReviewStore } from '../store/reviews.ts';

export type ListReviewsDeps = { readonly reviews: ReviewStore };

const LIMIT_MAX = 500;

/**
 * Charges whose money is held, the one that has waited longest first, of all merchants: for operators.
 */
export async function listReviews({ reviews }: ListReviewsDeps, limit: number) {
  if (limit < 1 || limit > LIMIT_MAX)
    throw new Refusal('invalid_request', `The limit must be from 1 to ${LIMIT_MAX}.`, { param: 'limit' });
  const open = await reviews.open(limit);
  return {
    reviews: open.map(({ charge, held, nextPollAt }) => ({
      chargeId: charge.id,
      tenant: charge.tenant,
      amount: held.amount,
      currency: charge.currency as string,
      endToEndId: held.endToEndId,
      paidAtMs: held.paidAt.getTime(),
      heldAtMs: held.decidedAt.getTime(),
      cause: charge.review?.cause ?? ('PAYER_UNKNOWN' as const),
      polls: charge.review?.polls ?? 0,
      nextPollAtMs: nextPollAt?.getTime(),
    })),
  };
}
