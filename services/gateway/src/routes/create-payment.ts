import { createdPayment } from '@gx/contracts';
import { InvariantViolation, Refusal } from '@gx/core';
import type { Clients } from '../clients.ts';
import type { Answer } from '../edge/answer.ts';
import type { Exchange, Handler } from '../edge/route.ts';
import { RETURN_URL } from '../input/metadata.ts';
import type { PaymentBody, paymentBody } from '../input/payment-body.ts';
import { paymentHash } from '../input/request-hash.ts';
import { given } from './given.ts';

const CHECK_DEADLINE_MS = 2_000;

/** `POST /v1/payments`: the same charge as of `POST /v1/charges`, under the same namespace of keys (decisions A32). */
export const createPayment =
  ({ charge: charges, webhooks }: Clients): Handler<'key', typeof paymentBody, undefined> =>
  async (exchange): Promise<Answer> => {
    const { requestId, body } = exchange;
    if (body.webhookUrl !== undefined)
      await webhooks
        .checkUrl({ requestId, deadlineMs: CHECK_DEADLINE_MS }, { url: body.webhookUrl })
        .catch(ofWebhookUrl);
    const { charge, replayed } = await charges.createCharge({ requestId }, createRequest(exchange));
    if (charge === null) throw new InvariantViolation('a create without a charge');
    return {
      status: 201,
      json: createdPayment(charge),
      ...(replayed ? { headers: { 'Idempotent-Replayed': 'true' } } : {}),
    };
  };

/** The rule for endpoints calls its field `url`. */
function ofWebhookUrl(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== 'invalid_url') throw error;
  throw new Refusal('invalid_url', error.message, { param: 'webhookUrl' });
}

function createRequest({ tenant, body }: Exchange<'key', PaymentBody>) {
  const { amount, currency, paymentMethods, customerId, metadata, webhookUrl, idempotencyKey } = body;
  const { customerName: name, customerDocument: document, customerEmail } = body;
  const customer = given({ name, document, email: customerEmail });
  return given({
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
