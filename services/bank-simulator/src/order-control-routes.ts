import type { SimulatedBank } from './bank.ts';
import { json, param } from './call.ts';
import { changeOrder } from './commands/change-order.ts';
import { playOutcome } from './commands/play-outcome.ts';
import type { Order } from './domain/order.ts';
import { ORDER_REJECTIONS } from './domain/order-life.ts';
import { endRefund, returnByAcquirer } from './domain/order-refund.ts';
import { readAcquirerRefund } from './requests/bank-return-request.ts';
import { onlyOne, refused } from './requests/control-request.ts';
import { readRefundEnd } from './requests/end-request.ts';
import { readOutcome } from './requests/outcome-request.ts';
import { type BankResponse, type BankRoute, type Request, readJson } from './route.ts';
import { orderJson } from './wire/order-json.ts';

/** The payer's, the issuer's and the cardholder's side of orders. No acquirer has these routes. */
// biome-ignore format: one row per route, read as a table
export const ORDER_CONTROL_ROUTES: readonly BankRoute[] = [
  { method: 'GET',  path: '/sim/orders/:reference',             act: async (bank, request) => booksOf(bank, await orderOf(bank, request)) },
  { method: 'POST', path: '/sim/orders/:reference/outcome',     act: outcomeRoute },
  { method: 'POST', path: '/sim/orders/:reference/refunds/:id', act: endRefundRoute },
  { method: 'POST', path: '/sim/orders/:reference/acquirer-refunds', act: acquirerRefundRoute },
];

function booksOf({ locationHost }: SimulatedBank, order: Order): BankResponse {
  return json(orderJson(order, `http://${locationHost}`));
}

async function outcomeRoute(bank: SimulatedBank, request: Request): Promise<BankResponse> {
  const now = bank.now();
  const outcomeOrder = readOutcome(readJson(request), now);
  const order = await orderOf(bank, request);
  const { status, rejection } = await playOutcome(bank, order, outcomeOrder, now);
  const rejectionBody = rejection === null ? null : { code: rejection, message: ORDER_REJECTIONS[rejection] };
  return json({ reference: order.reference, accepted: rejection === null, status, rejection: rejectionBody }, 202);
}

/** Tells a refund that is under way, stuck or slow, how it ends. */
async function endRefundRoute(bank: SimulatedBank, request: Request): Promise<BankResponse> {
  const now = bank.now();
  const end = readRefundEnd(readJson(request));
  const after = await changeOrder<Order | undefined>(bank, await orderOf(bank, request), {
    decide: (order) => {
      const ended = endRefund(order, param(request, 'id'), end, now);
      return { result: ended, order: ended };
    },
    now,
  });
  if (after === undefined) throw refused([['id', 'no refund of this id is under way']]);
  return booksOf(bank, after);
}

/** The acquirer gives money of an order back that the merchant did not ask it to. */
async function acquirerRefundRoute(bank: SimulatedBank, request: Request): Promise<BankResponse> {
  const now = bank.now();
  const { callback: requested, ...wanted } = readAcquirerRefund(readJson(request));
  const given = await changeOrder(bank, await orderOf(bank, request), {
    decide: (current) => {
      const result = returnByAcquirer(current, wanted, now);
      return { result, order: result?.order };
    },
    now,
    requested,
  });
  if (given === undefined) throw refused([['amount, status', 'fit no money that is left, or no refund of this id']]);
  const { id, amount, status } = given.refund;
  return json({ id, payment_id: given.order.payments[0]?.id ?? null, amount, status }, 202);
}

async function orderOf({ orders }: SimulatedBank, request: Request): Promise<Order> {
  const all = await orders.byReference(param(request, 'reference'));
  return onlyOne(all, request, { absent: 'OrderNotFound', name: 'reference' });
}
