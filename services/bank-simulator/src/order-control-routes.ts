import type { SimulatedBank } from './bank.ts';
import { changeOrder } from './commands/change-order.ts';
import { playOutcome } from './commands/play-outcome.ts';
import type { Order } from './domain/order.ts';
import { ORDER_REJECTIONS } from './domain/order-life.ts';
import { endRefund, returnByAcquirer } from './domain/order-refund.ts';
import { Problem } from './domain/problem.ts';
import { readAcquirerRefund } from './requests/bank-return-request.ts';
import { readOutcome, readRefundEnd } from './requests/outcome-request.ts';
import { refused } from './requests/pay-request.ts';
import { type BankResponse, type BankRoute, type Request, readJson } from './route.ts';
import { orderJson } from './wire/order-json.ts';

/** The payer's, the issuer's and the cardholder's side of orders. No acquirer has these routes. */
// biome-ignore format: one row per route, read as a table
export const orderControlRoutes = (bank: SimulatedBank): readonly BankRoute[] => [
  { method: 'GET',  path: '/sim/orders/:reference',             act: async (request) => booksOf(bank, await orderOf(bank, request)) },
  { method: 'POST', path: '/sim/orders/:reference/outcome',     act: outcomeRoute(bank) },
  { method: 'POST', path: '/sim/orders/:reference/refunds/:id', act: endRefundRoute(bank) },
  { method: 'POST', path: '/sim/orders/:reference/acquirer-refunds', act: acquirerRefundRoute(bank) },
];

const booksOf = (bank: SimulatedBank, order: Order): BankResponse => ({
  status: 200,
  body: orderJson(order, `http://${bank.locationHost}`),
});

function outcomeRoute(bank: SimulatedBank): BankRoute['act'] {
  const play = playOutcome(bank);
  return async (request) => {
    const now = bank.now();
    const outcomeOrder = readOutcome(readJson(request), now);
    const { clientId, reference } = await orderOf(bank, request);
    const { status, rejection } = await play({ clientId, reference }, outcomeOrder, now);
    const rejectionBody = rejection === null ? null : { code: rejection, message: ORDER_REJECTIONS[rejection] };
    return { status: 202, body: { reference, accepted: rejection === null, status, rejection: rejectionBody } };
  };
}

/** Tells a refund that is under way, stuck or slow, how it ends. */
const endRefundRoute =
  (bank: SimulatedBank): BankRoute['act'] =>
  async (request) => {
    const now = bank.now();
    const end = readRefundEnd(readJson(request));
    const id = request.params['id'] ?? '';
    const after = await changeOrder<Order | undefined>(bank, await orderOf(bank, request), {
      decide: (order) => {
        const ended = endRefund(order, id, end, now);
        return { result: ended, order: ended };
      },
      now,
    });
    if (after === undefined) throw refused([['id', 'no refund of this id is under way']]);
    return booksOf(bank, after);
  };

/** The acquirer gives money of an order back that the merchant did not ask it to. */
const acquirerRefundRoute =
  (bank: SimulatedBank): BankRoute['act'] =>
  async (request) => {
    const now = bank.now();
    const { callback: requested, ...wanted } = readAcquirerRefund(readJson(request));
    const order = await orderOf(bank, request);
    const given = await changeOrder(bank, order, {
      decide: (current) => {
        const result = returnByAcquirer(current, wanted, now);
        return { result, order: result?.order };
      },
      now,
      requested,
    });
    if (given === undefined) throw refused([['amount, status', 'fit no money that is left, or no refund of this id']]);
    const { id, amount, status } = given.refund;
    return { status: 202, body: { id, payment_id: given.order.payments[0]?.id ?? null, amount, status } };
  };

async function orderOf({ orders }: SimulatedBank, { params, query }: Request): Promise<Order> {
  const clientId = query.get('clientId');
  const all = await orders.byReference(params['reference'] ?? '');
  const [only, another] = all.filter((one) => clientId === null || one.clientId === clientId);
  if (only === undefined) throw new Problem('OrderNotFound');
  if (another !== undefined) throw refused([['clientId', 'several clients use this reference: name one']]);
  return only;
}
