import { randomUUID } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import { chargeOf, type Payment } from './payment.ts';
import type { Shop } from './shop.ts';

/** What each method is asked with, the fields that its payer needs, and how it reads when it is paid. */
export const METHODS = {
  CREDIT_CARD: {
    currency: 'USD',
    metadata: { returnUrl: 'https://shop.example/back' },
    shows: ['cardRedirectUrl'],
    paid: 'APPROVED',
  },
  MBWAY: { currency: 'EUR', metadata: { phone: '+351912345678' }, shows: ['mbExpiresAt'], paid: 'PAID' },
  MULTIBANCO: { currency: 'EUR', metadata: {}, shows: ['mbEntity', 'mbExpiresAt', 'mbReference'], paid: 'PAID' },
  BOLETO: {
    currency: 'BRL',
    metadata: {},
    shows: ['boletoBarcode', 'boletoExpiresAt', 'boletoLine', 'boletoPdfUrl'],
    paid: 'PAID',
  },
  CRYPTO: {
    currency: 'USDT',
    metadata: {},
    shows: ['cryptoAddress', 'cryptoAmount', 'cryptoCurrency', 'cryptoNetwork'],
    paid: 'PAID',
  },
} as const;
export type Method = keyof typeof METHODS;

/**
 * Creates a charge of 100.00 to be paid by one method other than Pix, in its own currency, unless `more` says
 * otherwise.
 */
export async function createOrder(
  t: ExecutionContext,
  shop: Pick<Shop, 'send'>,
  method: Method,
  more: { readonly amount?: number; readonly currency?: string; readonly metadata?: object } = {},
): Promise<Payment> {
  const { currency, metadata } = METHODS[method];
  const body = { amount: 10_000, currency, paymentMethods: [method], metadata, idempotencyKey: randomUUID(), ...more };
  const answer = await shop.send('POST', '/v1/payments', { body });
  t.is(answer.status, 201);
  return answer.body as unknown as Payment;
}

/** Plays the payer, the issuer or the cardholder of it. */
export async function playOutcome(
  t: ExecutionContext,
  shop: Pick<Shop, 'send'>,
  id: string,
  outcome: string,
  how: { readonly force?: true } = {},
): Promise<void> {
  const { status, body } = await shop.send('POST', `/v1/test_helpers/charges/${id}/simulate_outcome`, {
    body: { outcome, ...how },
  });
  t.is(status, 202);
  t.like(body, { charge_id: chargeOf(id), accepted: true, rejection: null });
}
