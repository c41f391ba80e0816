import type { BankDevolution } from '@gx/contracts/charge';
import { isoMillis, wireId } from '@gx/core';
import type { z } from 'zod';
import type { Clients } from '../clients.ts';
import { ok } from '../edge/answer.ts';
import type { Handler } from '../edge/route.ts';
import type {
  simulateBankReturnBody,
  simulateOutcomeBody,
  simulatePaymentBody,
} from '../input/simulate-payment-body.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { chargeIdOf } from './charges.ts';

/**
 * `POST /v1/test_helpers/charges/{id}/simulate_payment`: plays the payer's bank, in test mode only
 * (decisions, section 5).
 */
export const simulatePayment =
  ({ charge }: Clients): Handler<'key', typeof simulatePaymentBody, undefined> =>
  async ({ requestId, tenant, params, body }) => {
    const chargeId = chargeIdOf(params);
    const { payer, report_payer } = body;
    const result = await charge.simulatePayment(
      { requestId },
      omitUndefined({
        tenant,
        chargeId,
        payerName: payer?.name,
        payerTaxId: payer?.tax_id,
        reportPayer: report_payer ?? 'query',
        ...arrivalOf(body),
      }),
    );
    const { accepted, endToEndId } = result;
    return {
      status: 202,
      json: {
        charge_id: wireId('charge', chargeId),
        accepted,
        end_to_end_id: endToEndId ?? null,
        rejection: rejectionOf(result),
      },
    };
  };

/**
 * `POST /v1/test_helpers/charges/{id}/simulate_outcome`: plays payer, issuer and cardholder of a charge that
 * is not Pix, in test mode only.
 */
export const simulateOutcome =
  ({ charge }: Clients): Handler<'key', typeof simulateOutcomeBody, undefined> =>
  async ({ requestId, tenant, params, body }) => {
    const chargeId = chargeIdOf(params);
    const { outcome, payment_method: method } = body;
    const result = await charge.simulateOutcome(
      { requestId },
      omitUndefined({ tenant, chargeId, outcome, paymentMethod: method ?? undefined, ...arrivalOf(body) }),
    );
    return {
      status: 202,
      json: {
        charge_id: wireId('charge', chargeId),
        accepted: result.accepted,
        order_status: result.orderStatus,
        rejection: rejectionOf(result),
      },
    };
  };

/**
 * `POST /v1/test_helpers/charges/{id}/simulate_bank_return`: plays a bank that takes a paid Pix back by
 * itself, in test mode only.
 */
export const simulateBankReturn =
  ({ charge }: Clients): Handler<'key', typeof simulateBankReturnBody, undefined> =>
  async ({ requestId, tenant, params, body: { notify, ...order } }) => {
    const { id, endToEndId, amount, status } = await charge.simulateBankReturn(
      { requestId },
      omitUndefined({ tenant, chargeId: chargeIdOf(params), ...order, notifyNever: notify === 'never' }),
    );
    return { status: 202, json: { id, end_to_end_id: endToEndId, amount, status } };
  };

type Arrival = Omit<z.output<typeof simulateOutcomeBody>, 'outcome' | 'payment_method'>;

/** Said the same way for every method; what is left out is the happy case. */
const arrivalOf = ({ amount, paid_at, notify, times, force }: Arrival) => ({
  amount,
  paidAtMs: paid_at,
  notifyDelayMs: typeof notify === 'number' ? notify : undefined,
  notifyNever: notify === 'never',
  times: times ?? 1,
  force: force ?? false,
});

type Rejection = { readonly rejectionCode?: string | undefined; readonly rejectionMessage?: string | undefined };
const rejectionOf = ({ rejectionCode, rejectionMessage }: Rejection) =>
  rejectionCode === undefined ? null : { code: rejectionCode, message: rejectionMessage ?? '' };

/** `GET /v1/test_helpers/charges/{id}/bank`: the simulator's own books for a charge. */
export const simulatedProviderState =
  ({ charge }: Clients): Handler<'key', undefined, undefined> =>
  async ({ requestId, tenant, params }) => {
    const { txid, status, pix, refunds } = await charge.getSimulatedProviderState(
      { requestId },
      { tenant, chargeId: chargeIdOf(params) },
    );
    return ok({
      txid,
      status,
      pix: pix.map(({ endToEndId, amount, receivedAtMs, devolutions }) => ({
        end_to_end_id: endToEndId,
        amount,
        received_at: isoMillis(new Date(receivedAtMs)),
        devolutions: devolutions.map(movedBack),
      })),
      ...(refunds.length === 0 ? {} : { refunds: refunds.map(movedBack) }),
    });
  };

const movedBack = ({ id, amount, status, reason }: BankDevolution) => ({ id, amount, status, reason: reason ?? null });
