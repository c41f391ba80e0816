import { createdPayment as rendered } from '@gx/contracts';
import { InvariantViolation, Refusal } from '@gx/core';
import { createdPayment } from '../contract/answers/payment.ts';
import { replayable } from '../edge/answer.ts';
import { type RequestContext, type RouteDeps, route } from '../edge/route.ts';
import { RETURN_URL } from '../input/metadata.ts';
import { type PaymentBody, paymentBody } from '../input/payment-body.ts';
import { paymentHash } from '../input/request-hash.ts';
import { omitUndefined } from '../omit-undefined.ts';

const CHECK_DEADLINE_MS = 2_000;

/**
 * The same charge as of `POST /v1/charges`, under the same namespace of keys (decisions A32). A key that was
 * used answers as it did, so an address that is refused, or cannot be checked while webhooks is away, is
 * looked at only for a free one.
 */
export const CREATE_PAYMENT = route({
  at: 'POST /v1/payments',
  auth: 'key',
  operation: 'createPayment',
  summary:
    'Ask a payer for money by one or several methods, of which the first that is paid wins. One `idempotencyKey` is one transaction, for ever.',
  body: paymentBody,
  example: { amount: 1990, paymentMethods: ['PIX'], customerName: 'Ana Souza', idempotencyKey: 'order-1003' },
  answers: { 201: createdPayment },
  errors: [
    'invalid_url',
    'fraud.customer_velocity_exceeded',
    'fraud.account_velocity_exceeded',
    'idempotency_key_reused',
    'unprocessable_entity',
  ],
  handle: async (deps, exchange) => {
    const { call } = exchange;
    const refusal = await urlRefusal(deps, exchange);
    const request = createRequest(exchange);
    const { charge, replayed } =
      refusal === undefined
        ? await deps.charge.createCharge(call, request)
        : await deps.charge.findChargeByKey(call, request);
    if (charge === null) throw refusal ?? new InvariantViolation('a create without a charge');
    return replayable(rendered(charge), replayed);
  },
});

/** Why events may not go to the URL that the body names. The rule for endpoints calls its field `url`. */
async function urlRefusal({ webhooks }: RouteDeps, { call, body }: RequestContext<'key', PaymentBody>) {
  if (body.webhookUrl === undefined) return undefined;
  try {
    await webhooks.checkUrl({ ...call, deadlineMs: CHECK_DEADLINE_MS }, { url: body.webhookUrl });
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code !== 'invalid_url') return error;
    return new Refusal('invalid_url', error.message, { param: 'webhookUrl' });
  }
}

function createRequest({ tenant, body }: RequestContext<'key', PaymentBody>) {
  const { amount, currency, paymentMethods, customerId, metadata, webhookUrl, idempotencyKey } = body;
  const { customerName: name, customerDocument: document, customerEmail } = body;
  const customer = omitUndefined({ name, document, email: customerEmail });
  return omitUndefined({
    tenant,
    idempotencyKey,
    requestHash: paymentHash(body),
    surface: 'PAYMENTS' as const,
    amount,
    currency,
    paymentMethods,
    customer: Object.keys(customer).length === 0 ? undefined : customer,
    customerId,
    metadataJson: metadata === undefined ? undefined : JSON.stringify(metadata.kept),
    webhookUrl,
    returnUrl: metadata?.kept[RETURN_URL],
  });
}
