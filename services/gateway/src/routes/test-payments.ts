import type { BankDevolution } from '@gx/contracts/charge';
import { isoMillis, wireId } from '@gx/core';
import type { z } from 'zod';
import { bankBooks, simulatedBankReturn, simulatedOutcome, simulatedPayment } from '../contract/answers/charge.ts';
import { accepted, ok } from '../edge/answer.ts';
import { route } from '../edge/route.ts';
import { simulateBankReturnBody, simulateOutcomeBody, simulatePaymentBody } from '../input/simulate-payment-body.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { PATH_IDS } from './path-ids.ts';

/** In test mode only (decisions, section 5). */
export const TEST_PAYMENTS = [
  route({
    at: 'POST /v1/test_helpers/charges/:id/simulate_payment',
    auth: 'key',
    operation: 'simulatePayment',
    summary:
      'Play the payer’s bank: pay exactly, or wrongly, late, twice, by somebody else. A charge that was paid 100 times is paid no more: 422.',
    testOnly: true,
    pathId: PATH_IDS.charge,
    body: simulatePaymentBody,
    example: { payer: { name: 'Ana Souza', tax_id: '529.982.247-25' } },
    answers: { 202: simulatedPayment },
    errors: ['unprocessable_entity'],
    handle: async ({ charge }, { call, tenant, id: chargeId, body }) => {
      const { payer, report_payer } = body;
      const result = await charge.simulatePayment(
        call,
        omitUndefined({
          tenant,
          chargeId,
          payerName: payer?.name,
          payerTaxId: payer?.tax_id,
          reportPayer: report_payer ?? 'query',
          ...arrivalOf(body),
        }),
      );
      return accepted({
        charge_id: wireId('charge', chargeId),
        accepted: result.accepted,
        end_to_end_id: result.endToEndId ?? null,
        rejection: rejectionOf(result),
      });
    },
  }),
  route({
    at: 'POST /v1/test_helpers/charges/:id/simulate_outcome',
    auth: 'key',
    operation: 'simulateOutcome',
    summary:
      'Play payer, issuer and cardholder of a charge that is not Pix: approve, refuse, dispute, charge back. A charge that has 100 payments and disputes gets no more: 422.',
    testOnly: true,
    pathId: PATH_IDS.charge,
    body: simulateOutcomeBody,
    example: { outcome: 'approved' },
    answers: { 202: simulatedOutcome },
    errors: ['unprocessable_entity'],
    handle: async ({ charge }, { call, tenant, id: chargeId, body }) => {
      const { outcome, payment_method: method } = body;
      const result = await charge.simulateOutcome(
        call,
        omitUndefined({ tenant, chargeId, outcome, paymentMethod: method ?? undefined, ...arrivalOf(body) }),
      );
      return accepted({
        charge_id: wireId('charge', chargeId),
        accepted: result.accepted,
        order_status: result.orderStatus,
        rejection: rejectionOf(result),
      });
    },
  }),
  route({
    at: 'POST /v1/test_helpers/charges/:id/simulate_bank_return',
    auth: 'key',
    operation: 'simulateBankReturn',
    summary:
      'Play a bank that takes a paid charge back by itself, as after a report of fraud (MED): whole or in part, under way, executed or failed. Nothing left to take: 422.',
    testOnly: true,
    pathId: PATH_IDS.charge,
    body: simulateBankReturnBody,
    example: { nature: 'MED_FRAUDE' },
    answers: { 202: simulatedBankReturn },
    errors: ['unprocessable_entity', 'invalid_amount'],
    handle: async ({ charge }, { call, tenant, id: chargeId, body: { notify, ...order } }) => {
      const { id, endToEndId, amount, status } = await charge.simulateBankReturn(
        call,
        omitUndefined({ tenant, chargeId, ...order, notifyNever: notify === 'never' }),
      );
      return accepted({ id, end_to_end_id: endToEndId, amount, status });
    },
  }),
  route({
    at: 'GET /v1/test_helpers/charges/:id/bank',
    auth: 'key',
    operation: 'getBankBooks',
    summary: 'The simulated bank’s own books for a charge; returned money shows here.',
    testOnly: true,
    pathId: PATH_IDS.charge,
    answers: { 200: bankBooks },
    errors: ['unprocessable_entity'],
    handle: async ({ charge }, { call, tenant, id: chargeId }) => {
      const books = await charge.getSimulatedProviderState(call, { tenant, chargeId });
      const { txid, status, pix, refunds } = books;
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
    },
  }),
];

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

const movedBack = ({ id, amount, status, reason }: BankDevolution) => ({ id, amount, status, reason: reason ?? null });
