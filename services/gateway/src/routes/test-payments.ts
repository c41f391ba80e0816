import { type Id, isoMillis, notFound, type Tenant, wireId } from '@gx/core';
import type { Clients } from '../clients.ts';
import { ok } from '../edge/answer.ts';
import type { Handler } from '../edge/route.ts';
import type { simulatePaymentBody } from '../input/simulate-payment-body.ts';
import { chargeIdOf } from './charges.ts';
import { given } from './given.ts';

/** `POST /v1/test_helpers/charges/{id}/simulate_payment`: plays the payer's bank, in test mode only (decisions, section 5). */
export const simulatePayment =
  ({ charge }: Clients): Handler<'key', typeof simulatePaymentBody, undefined> =>
  async ({ requestId, tenant, params, body }) => {
    const chargeId = testChargeOf(tenant, params);
    const { amount, payer, report_payer, paid_at, notify, times, force } = body;
    const result = await charge.simulatePayment(
      { requestId },
      given({
        tenant,
        chargeId,
        amount,
        payerName: payer?.name,
        payerTaxId: payer?.tax_id,
        reportPayer: report_payer ?? 'query',
        paidAtMs: paid_at,
        notifyDelayMs: typeof notify === 'number' ? notify : undefined,
        notifyNever: notify === 'never',
        times: times ?? 1,
        force: force ?? false,
      }),
    );
    const { accepted, endToEndId, rejectionCode, rejectionMessage } = result;
    return {
      status: 202,
      json: {
        charge_id: wireId('charge', chargeId),
        accepted,
        end_to_end_id: endToEndId ?? null,
        rejection: rejectionCode === undefined ? null : { code: rejectionCode, message: rejectionMessage ?? '' },
      },
    };
  };

/** `GET /v1/test_helpers/charges/{id}/bank`: the simulator's own books for a charge. */
export const bankBooks =
  ({ charge }: Clients): Handler<'key', undefined, undefined> =>
  async ({ requestId, tenant, params }) => {
    const { txid, status, pix } = await charge.getBankBooks(
      { requestId },
      { tenant, chargeId: testChargeOf(tenant, params) },
    );
    return ok({
      txid,
      status,
      pix: pix.map(({ endToEndId, amount, receivedAtMs, devolutions }) => ({
        end_to_end_id: endToEndId,
        amount,
        received_at: isoMillis(new Date(receivedAtMs)),
        devolutions: devolutions.map(({ id, amount: returned, status: state, reason }) => ({
          id,
          amount: returned,
          status: state,
          reason: reason ?? null,
        })),
      })),
    });
  };

/** A live key finds nothing here. */
function testChargeOf(tenant: Tenant, params: Readonly<Record<string, string>>): Id<'charge'> {
  if (tenant.livemode) throw notFound('charge');
  return chargeIdOf(params);
}
