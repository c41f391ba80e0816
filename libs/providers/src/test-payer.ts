import type { Cents, EndToEndId } from '@gx/core';
import { Pool } from 'undici';
import { z } from 'zod';
import { type BankReturnOrder, PLAYED_BANK_RETURN, type PlayedBankReturn, REFUND_STATUS } from './bank-return-order.ts';
import { type BankReply, classify, found, replied } from './classify.ts';
import { type DisputeOrder, disputeBody, type PlayedDispute } from './dispute-order.ts';
import { misread } from './fields.ts';
import { type BankRequest, exchange } from './http-exchange.ts';
import { type OrderOutcome, type OrderOutcomeResult, OUTCOME_RESULT, outcomeBody, REJECTION } from './order-outcome.ts';
import type { ProviderOrder } from './order-provider.ts';
import type { Failure, Outcome } from './outcome.ts';
import { readOrder } from './read-order.ts';
import {
  BOOKS,
  END_TO_END_ID,
  INFRACTION_BOOKS,
  PIX_OUT_BOOKS,
  type SimulatedPixOutState,
  type SimulatedProviderState,
} from './simulated-provider-state.ts';

export {
  BANK_RETURN_NATURES,
  BANK_RETURN_STATUSES,
  type BankReturnOrder,
  type PlayedBankReturn,
} from './bank-return-order.ts';
export { DISPUTE_OUTCOMES, type DisputeOrder, type PlayedDispute } from './dispute-order.ts';
export { ORDER_OUTCOMES, type OrderOutcome, type OrderOutcomeName, type OrderOutcomeResult } from './order-outcome.ts';
export type { Outcome } from './outcome.ts';
export type { SimulatedPixOutState, SimulatedProviderState } from './simulated-provider-state.ts';

/** How the money is to arrive (decisions, section 5). Everything left out is the happy case. */
export type PaymentOrder = {
  readonly amount?: Cents;
  readonly payer?: { readonly name?: string; readonly taxId?: string };
  readonly reportPayer?: 'notification' | 'query' | 'never';
  readonly paidAt?: Date;
  /** Whether and when the bank tells us: at once, never, or after so many milliseconds. */
  readonly notify?: 'now' | 'never' | number;
  readonly times?: number;
  /** How much later than the Pix itself the payer filter finds it, and the whole list shows it. */
  readonly indexLagMs?: number;
  readonly listLagMs?: number;
  /** The money arrives even where a payer's bank would refuse. */
  readonly force?: boolean;
};
const RESULT = z
  .object({ accepted: z.boolean(), end_to_end_id: END_TO_END_ID.nullable(), rejection: REJECTION })
  .transform(({ end_to_end_id, ...rest }) => ({ ...rest, endToEndId: end_to_end_id }));
export type PaymentResult = z.infer<typeof RESULT>;
/**
 * The payer's side of the simulated bank: plays a payer's app and looks into the bank's books. Never touches
 * the product.
 */
export type TestPayer = {
  simulatePayment(brCode: string, order?: PaymentOrder): Promise<Outcome<PaymentResult>>;
  /** `done` with null: the bank knows no such charge. */
  simulatedProviderState(txid: string): Promise<Outcome<SimulatedProviderState | null>>;
  /** The bank's books of a Pix that was sent out under an id of ours; `done` with null: it has none. */
  getPixOutBooks(id: string): Promise<Outcome<SimulatedPixOutState | null>>;
  /** Plays payer, issuer and cardholder of an order. Declined with 404: the acquirer has no such order. */
  simulateOutcome(reference: string, outcome: OrderOutcome): Promise<Outcome<OrderOutcomeResult>>;
  /**
   * Plays a bank that takes a Pix back by itself. Declined with 400: it does not fit what is left, or what
   * went before.
   */
  playBankReturn(endToEndId: EndToEndId, order: BankReturnOrder): Promise<Outcome<PlayedBankReturn>>;
  /**
   * Plays a payer who contests a Pix, or a bank that decides. Declined with 400: it does not fit the Pix, or
   * what was decided before.
   */
  playDispute(endToEndId: EndToEndId, order: DisputeOrder): Promise<Outcome<PlayedDispute>>;
  /** The same of an acquirer and an order. */
  playAcquirerRefund(reference: string, order: BankReturnOrder): Promise<Outcome<PlayedBankReturn>>;
  /** The acquirer's books of one order; `done` with null: it has none. */
  orderBooks(reference: string): Promise<Outcome<ProviderOrder | null>>;
  close(): Promise<void>;
};

/** Talks to the simulator at `url`, test mode's bank. */
export function testPayer({ url, now, deadlineMs = 10_000 }: TestPayerOptions): TestPayer {
  const pool = new Pool(url, { connections: 16, pipelining: 1, allowH2: false });
  const ask = async (request: BankRequest): Promise<BankReply | Failure> =>
    classify(await exchange(pool, request, deadlineMs), now());
  const get = (path: string) => ask({ method: 'GET', path, headers: {} });
  /** `undefined` fields fall out in `JSON.stringify`, so what was not said is not sent. */
  const order = async <T>(schema: z.ZodType<T>, path: string, content: object): Promise<Outcome<T>> => {
    const headers = { 'content-type': 'application/json' };
    const outcome = await ask({ method: 'POST', path, headers, body: JSON.stringify(content) });
    return replied(outcome, (json) => read(schema, json));
  };

  return {
    simulatePayment: (brCode, payment = {}) => order(RESULT, '/sim/pay', payBody(brCode, payment)),
    simulatedProviderState: async (txid) =>
      found(await get(`/sim/charges/${encodeURIComponent(txid)}`), (json) => read(BOOKS, json)),
    getPixOutBooks: async (id) =>
      found(await get(`/sim/pix-out/${encodeURIComponent(id)}`), (json) => read(PIX_OUT_BOOKS, json)),
    simulateOutcome: (reference, outcome) =>
      order(OUTCOME_RESULT, `${orderPath(reference)}/outcome`, outcomeBody(outcome)),
    playBankReturn: (endToEndId, wanted) =>
      order(PLAYED_BANK_RETURN, `/sim/pix/${encodeURIComponent(endToEndId)}/bank-returns`, wanted),
    playDispute: (endToEndId, wanted) =>
      order(INFRACTION_BOOKS, `/sim/pix/${encodeURIComponent(endToEndId)}/infractions`, disputeBody(wanted)),
    async playAcquirerRefund(reference, { nature: _, status, ...wanted }) {
      const path = `${orderPath(reference)}/acquirer-refunds`;
      const given = await order(PLAYED_BANK_RETURN, path, { ...wanted, status: REFUND_STATUS[status] });
      return given.kind === 'done' ? { kind: 'done', value: { ...given.value, status } } : given;
    },
    orderBooks: async (reference) => found(await get(orderPath(reference)), (json) => readOrder(json, reference)),
    close: () => pool.destroy(),
  };
}

const orderPath = (reference: string): string => `/sim/orders/${encodeURIComponent(reference)}`;

export type TestPayerOptions = { readonly url: string; readonly now: () => Date; readonly deadlineMs?: number };

const payBody = (
  brCode: string,
  { amount, payer, reportPayer, paidAt, notify, times, indexLagMs, listLagMs, force }: PaymentOrder,
): object => ({
  br_code: brCode,
  amount,
  payer: payer && { name: payer.name, tax_id: payer.taxId },
  report_payer: reportPayer,
  paid_at: paidAt?.toISOString(),
  notify,
  times,
  index_lag_ms: indexLagMs,
  list_lag_ms: listLagMs,
  force,
});

function read<T>(schema: z.ZodType<T>, json: unknown): Outcome<T> {
  const { success, data, error } = schema.safeParse(json);
  return success ? { kind: 'done', value: data } : misread(error);
}
