import { publicRefund } from '@gx/contracts';
import { type Id, InvariantViolation } from '@gx/core';
import { refund, refundList } from '../contract/answers/payment.ts';
import { ok, replayable } from '../edge/answer.ts';
import { type RequestContext, route } from '../edge/route.ts';
import { type RefundBody, refundBody } from '../input/refund-body.ts';
import { refundHash } from '../input/request-hash.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { PATH_IDS } from './path-ids.ts';

const READ_DEADLINE_MS = 5_000;

export const REFUNDS = [
  route({
    at: 'POST /v1/payments/:id/refund',
    auth: 'key',
    operation: 'refundPayment',
    summary:
      'Give money back, all of it or a part. One `idempotencyKey` is one refund, for ever. A transaction has at most 1,000 refunds, failed ones among them; beyond that it is 422 with the reason `refund_limit_reached`.',
    pathId: PATH_IDS.payment,
    body: refundBody,
    example: { idempotencyKey: 'refund-1001', amount: 990, reason: 'One item was sold out', strategy: 'devolution' },
    answers: { 201: refund },
    errors: [
      'fraud.refund_velocity_exceeded',
      'idempotency_key_reused',
      'unprocessable_entity',
      'REFUND_NOT_SUPPORTED',
    ],
    handle: async (deps, exchange) => {
      const { refund: made, replayed } = await deps.refund.createRefund(exchange.call, refundRequest(exchange));
      if (made === null) throw new InvariantViolation('a create without a refund');
      return replayable(publicRefund(made), replayed);
    },
  }),
  route({
    at: 'GET /v1/payments/:id/refunds',
    auth: 'key',
    operation: 'listRefunds',
    summary: 'What went back to the payer or is on its way, newest first.',
    pathId: PATH_IDS.payment,
    answers: { 200: refundList },
    handle: async (deps, { call, tenant, id: chargeId }) => {
      const { refunds } = await deps.refund.listRefunds(
        { ...call, deadlineMs: READ_DEADLINE_MS },
        { tenant, chargeId },
      );
      return ok({ data: refunds.map(publicRefund), total: refunds.length });
    },
  }),
];

const STRATEGY = { devolution: 'DEVOLUTION', cashout: 'CASHOUT' } as const;

function refundRequest({ tenant, id, body, address }: RequestContext<'key', RefundBody, unknown, Id<'charge'>>) {
  const { idempotencyKey, amount, reason, strategy, passFeeToTenant, destinationKey } = body;
  return omitUndefined({
    tenant,
    chargeId: id,
    idempotencyKey,
    requestHash: refundHash(id, body),
    amount,
    reason,
    strategy: strategy === undefined ? ('STRATEGY_UNSPECIFIED' as const) : STRATEGY[strategy],
    passFeeToTenant,
    destinationKey,
    clientAddress: address,
  });
}
