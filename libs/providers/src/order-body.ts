import type { Cents } from '@gx/core';
import { fitted } from './fitted-text.ts';
import type { OrderTerms } from './order-provider.ts';

const TEXT_MAX = 140;
const REASON_MAX = 500;

/** The body of `PUT /orders/{reference}`, to be stored with the charge and sent unchanged each time. */
export const buildOrderBody = ({ method, amount, currency, ...rest }: OrderTerms): string =>
  JSON.stringify({
    method,
    amount,
    currency,
    expires_in: rest.expiresInSeconds,
    phone: method === 'MBWAY' ? rest.phone : undefined,
    return_url: method === 'CREDIT_CARD' ? rest.returnUrl : undefined,
    description: fitted(rest.description, TEXT_MAX),
  });

/** The body of `PUT /orders/{reference}/refunds/{id}`. */
export const buildRefundBody = ({ amount, reason }: { readonly amount: Cents; readonly reason?: string }): string =>
  JSON.stringify({ amount, reason: fitted(reason, REASON_MAX) });
