import type { Cents } from '@gx/core';
import { fitted } from './fitted-text.ts';
import type { OrderTerms } from './order-provider.ts';

const TEXT_MAX = 140;
const REASON_MAX = 500;

/** The body of `PUT /orders/{reference}`, to be stored with the charge and sent unchanged each time. */
export function buildOrderBody({ method, amount, currency, ...rest }: OrderTerms): string {
  const description = fitted(rest.description ?? '', TEXT_MAX);
  return JSON.stringify({
    method,
    amount,
    currency,
    expires_in: rest.expiresInSeconds,
    ...(method === 'MBWAY' && rest.phone !== undefined ? { phone: rest.phone } : {}),
    ...(method === 'CREDIT_CARD' && rest.returnUrl !== undefined ? { return_url: rest.returnUrl } : {}),
    ...(description === '' ? {} : { description }),
  });
}

/** The body of `PUT /orders/{reference}/refunds/{id}`. */
export function buildRefundBody({ amount, reason }: { readonly amount: Cents; readonly reason?: string }): string {
  const text = fitted(reason ?? '', REASON_MAX);
  return JSON.stringify({ amount, ...(text === '' ? {} : { reason: text }) });
}
