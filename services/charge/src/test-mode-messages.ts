import type {
  SimulateBankReturnRequest,
  SimulatedProviderState,
  SimulateOutcomeRequest,
  SimulatePaymentRequest,
} from '@gx/contracts/charge';
import { cents, Refusal } from '@gx/core';
import {
  BANK_RETURN_NATURES,
  BANK_RETURN_STATUSES,
  type BankReturnOrder,
  ORDER_OUTCOMES,
  type OrderOutcomeResult,
  type PaymentOrder,
  type PaymentResult,
} from '@gx/providers/test-payer';
import type { PlayedOutcome, SimulatedState } from './commands/simulate-payment.ts';

type BankDevolution = SimulatedState['pix'][number]['devolutions'][number];

/**
 * The messages of test mode: how a payer, an issuer or a cardholder is played, and what the simulator says.
 */

const REPORTS = ['notification', 'query', 'never'] as const;

export function paymentOrder(request: SimulatePaymentRequest): PaymentOrder {
  const { payerName, payerTaxId } = request;
  const reportPayer = REPORTS.find((report) => report === request.reportPayer);
  const payer = {
    ...(payerName === undefined ? {} : { name: payerName }),
    ...(payerTaxId === undefined ? {} : { taxId: payerTaxId }),
  };
  return {
    ...(Object.keys(payer).length === 0 ? {} : { payer }),
    ...(reportPayer === undefined ? {} : { reportPayer }),
    ...arrivalOf(request),
  };
}

export function playedOutcome(request: SimulateOutcomeRequest): PlayedOutcome {
  const outcome = ORDER_OUTCOMES.find((one) => one === request.outcome);
  if (outcome === undefined) throw new Refusal('invalid_request', 'No such outcome.', { param: 'outcome' });
  const { paymentMethod: method } = request;
  return { outcome, ...arrivalOf(request), ...(method === undefined ? {} : { method }) };
}

export function bankReturnOrder(request: SimulateBankReturnRequest): BankReturnOrder {
  const { amount, id, notifyNever } = request;
  const nature = BANK_RETURN_NATURES.find((one) => one === (request.nature ?? 'MED_FRAUDE'));
  if (nature === undefined) throw new Refusal('invalid_request', 'No such nature.', { param: 'nature' });
  const status = BANK_RETURN_STATUSES.find((one) => one === (request.status ?? 'DEVOLVIDO'));
  if (status === undefined) throw new Refusal('invalid_request', 'No such status.', { param: 'status' });
  return {
    nature,
    status,
    notify: notifyNever ? 'never' : 'now',
    ...(amount === undefined ? {} : { amount: cents(amount) }),
    ...(id === undefined ? {} : { id }),
  };
}

type Arriving = Pick<
  SimulatePaymentRequest,
  'amount' | 'paidAtMs' | 'notifyDelayMs' | 'notifyNever' | 'times' | 'force'
>;

/** How it arrives, and how we are told. */
const arrivalOf = ({ amount, paidAtMs, notifyDelayMs, notifyNever, times, force }: Arriving) => ({
  ...(amount === undefined ? {} : { amount: cents(amount) }),
  ...(paidAtMs === undefined ? {} : { paidAt: new Date(paidAtMs) }),
  notify: notifyNever ? ('never' as const) : (notifyDelayMs ?? ('now' as const)),
  times: times || 1,
  force,
});

export const paymentResult = ({ accepted, endToEndId, rejection }: PaymentResult) => ({
  accepted,
  ...(endToEndId === null ? {} : { endToEndId: endToEndId as string }),
  ...rejectionOf(rejection),
});

export const outcomeResult = ({ accepted, status, rejection }: OrderOutcomeResult) => ({
  accepted,
  orderStatus: status as string,
  ...rejectionOf(rejection),
});

const rejectionOf = (rejection: PaymentResult['rejection']) =>
  rejection === null ? {} : { rejectionCode: rejection.code, rejectionMessage: rejection.message };

export const booksMessage = ({ txid, status, pix, refunds = [] }: SimulatedState) =>
  ({
    txid,
    status: status ?? '',
    pix: pix.map(({ endToEndId, amount, receivedAt, devolutions, infractions }) => ({
      endToEndId,
      amount,
      receivedAtMs: receivedAt.getTime(),
      devolutions: devolutions.map(devolution),
      infractions: infractions.map(({ id, amount: contested, status: word, reason }) => ({
        ...{ id, amount: contested as number, status: word, reason },
      })),
    })),
    refunds: refunds.map(devolution),
  }) satisfies Partial<SimulatedProviderState>;

const devolution = ({ id, amount, status, reason }: BankDevolution) => ({
  id,
  amount: amount as number,
  status,
  ...(reason === null ? {} : { reason }),
});
