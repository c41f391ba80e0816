import { canonicalJson, type Id, numbersByValue, sha256Hex } from '@gx/core';
import type { ChargeBody } from './charge-body.ts';
import { RETURN_URL } from './metadata.ts';
import type { PaymentBody } from './payment-body.ts';
import type { PayoutBody } from './payout-body.ts';
import type { RefundBody } from './refund-body.ts';

const hashOf = (value: object): string => `v1:${sha256Hex(canonicalJson(value))}`;

/**
 * What an idempotency key is bound to: the body as it was understood, plus the constants of the route and
 * where the payer is led back to, whatever the order of its keys and the text of its numbers (decisions A63).
 * What was absent stays absent, so a changed account default never turns a retry into a conflict.
 */
export function requestHash(body: ChargeBody): string {
  const { metadata } = body;
  const returnUrl = metadata?.[RETURN_URL];
  return hashOf({
    ...body,
    ...(metadata === undefined ? {} : { metadata: numbersByValue(metadata) }),
    ...(returnUrl === undefined ? {} : { returnUrl }),
  });
}

/**
 * The same for the payments surface, whose key is in the body; no body of the charges surface has this hash.
 */
export function paymentHash({ idempotencyKey: _, metadata, ...body }: PaymentBody): string {
  const kept = metadata?.kept;
  const returnUrl = kept?.[RETURN_URL];
  return hashOf({
    ...body,
    ...(kept === undefined ? {} : { metadata: numbersByValue(kept) }),
    ...(returnUrl === undefined ? {} : { returnUrl }),
  });
}

/**
 * The same for a refund: the charge is part of it, so one key cannot mean refunds of two charges (decisions
 * A32).
 */
export const refundHash = (chargeId: Id<'charge'>, { idempotencyKey: _, ...body }: RefundBody): string =>
  hashOf({ ...body, chargeId });

/** The same for a payout. */
export const payoutHash = ({ metadata, ...body }: PayoutBody): string =>
  hashOf({ ...body, ...(metadata === undefined ? {} : { metadata: numbersByValue(metadata) }) });
