import { payment, publicRefund } from '@gx/contracts';
import { InvariantViolation, newId } from '@gx/core';
import type { Clients } from '../clients.ts';
import { type Answer, ok } from '../edge/answer.ts';
import type { Handler, RequestContext } from '../edge/route.ts';
import type { RefundBody, refundBody } from '../input/refund-body.ts';
import { refundHash } from '../input/request-hash.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { qrPng } from '../qr-png.ts';
import { chargeIdOf } from './charges.ts';

const READ_DEADLINE_MS = 5_000;

/**
 * `POST /v1/payments/{id}/cancel`: the transaction as it stands afterwards. Removed at the bank before it
 * answers.
 */
export const cancelPayment =
  ({ charge: charges }: Clients): Handler<'key', undefined, undefined> =>
  async ({ requestId, tenant, params }) =>
    ok(payment(await charges.cancelCharge({ requestId }, { tenant, id: chargeIdOf(params) }), qrPng));

/**
 * `POST /v1/payments/{id}/resend-webhook`: the last event of the charge once more, under its own id
 * (decisions A42).
 */
export const resendWebhook =
  ({ charge: charges, webhooks }: Clients): Handler<'key', undefined, undefined> =>
  async ({ requestId, tenant, params }) => {
    const id = chargeIdOf(params);
    const { event, status } = await charges.getLastEvent({ requestId, deadlineMs: READ_DEADLINE_MS }, { tenant, id });
    if (event.length === 0) return ok({ resent: false, status });
    const { deliveries } = await webhooks.resendEvent({ requestId }, { tenant, resendId: newId('resend'), event });
    return ok({ resent: deliveries > 0, status });
  };

/** `POST /v1/payments/{id}/refund`: one key is one refund of one charge, whatever became of it since. */
export const refundPayment =
  ({ refund: refunds }: Clients): Handler<'key', typeof refundBody, undefined> =>
  async (exchange): Promise<Answer> => {
    const { refund, replayed } = await refunds.createRefund({ requestId: exchange.requestId }, refundRequest(exchange));
    if (refund === null) throw new InvariantViolation('a create without a refund');
    return {
      status: 201,
      json: publicRefund(refund),
      ...(replayed ? { headers: { 'Idempotent-Replayed': 'true' } } : {}),
    };
  };

const STRATEGY = { devolution: 'DEVOLUTION', cashout: 'CASHOUT' } as const;

function refundRequest({ tenant, params, body }: RequestContext<'key', RefundBody>) {
  const chargeId = chargeIdOf(params);
  const { idempotencyKey, amount, reason, strategy, passFeeToTenant, destinationKey } = body;
  return omitUndefined({
    tenant,
    chargeId,
    idempotencyKey,
    requestHash: refundHash(chargeId, body),
    amount,
    reason,
    strategy: strategy === undefined ? ('STRATEGY_UNSPECIFIED' as const) : STRATEGY[strategy],
    passFeeToTenant,
    destinationKey,
  });
}

/** `GET /v1/payments/{id}/refunds`: what went back, or is on its way, newest first (decisions N10). */
export const listRefunds =
  ({ refund: refunds }: Clients): Handler<'key', undefined, undefined> =>
  async ({ requestId, tenant, params }) => {
    const call = { requestId, deadlineMs: READ_DEADLINE_MS };
    const { refunds: found } = await refunds.listRefunds(call, { tenant, chargeId: chargeIdOf(params) });
    return ok({ data: found.map(publicRefund), total: found.length });
  };
