import type { SimulatedBank } from './bank.ts';
import { type BankCallContext, json, param } from './call.ts';
import { callbackKey, changeOrder } from './commands/change-order.ts';
import { putOrder } from './commands/put-order.ts';
import type { Order } from './domain/order.ts';
import { cancelOrder } from './domain/order-life.ts';
import { type RefundDecision, refundFate, requestRefund } from './domain/order-refund.ts';
import { Problem } from './domain/problem.ts';
import { type OperationSpec, operatedRoute } from './operated.ts';
import { showOrderReceipt } from './receipts.ts';
import { cursorOf, readChangeList } from './requests/list-request.ts';
import { readCallbackAddress, readOrderRefund, readOrderRequest } from './requests/order-request.ts';
import { type BankResponse, type BankRoute, readJson } from './route.ts';
import { orderJson, refundJson } from './wire/order-json.ts';

/**
 * An acquirer's API of this bank's own, for every method but Pix. References and refund ids are the
 * merchant's.
 */
// biome-ignore format: one row per operation, read as a table
const OPERATIONS: readonly OperationSpec[] = [
  { operation: 'order_put',        method: 'PUT',  path: '/acquirer/v1/orders/:reference',              scope: 'order.write', act: createOrder },
  { operation: 'order_get',        method: 'GET',  path: '/acquirer/v1/orders/:reference',              scope: 'order.read',  act: showOrder },
  { operation: 'order_cancel',     method: 'PUT',  path: '/acquirer/v1/orders/:reference/cancellation', scope: 'order.write', act: cancel },
  { operation: 'order_list',       method: 'GET',  path: '/acquirer/v1/orders',                         scope: 'order.read',  act: listChanged },
  { operation: 'order_receipt',    method: 'GET',  path: '/acquirer/v1/orders/:reference/receipt',      scope: 'order.read',  act: showOrderReceipt },
  { operation: 'order_refund_put', method: 'PUT',  path: '/acquirer/v1/orders/:reference/refunds/:id',  scope: 'order.write', act: putRefund },
  { operation: 'order_refund_get', method: 'GET',  path: '/acquirer/v1/orders/:reference/refunds/:id',  scope: 'order.read',  act: showRefund },
  { operation: 'order_callback_put', method: 'PUT',  path: '/acquirer/v1/callback-address',                 scope: 'order.write', act: setAddress },
  { operation: 'order_callback_get', method: 'GET',  path: '/acquirer/v1/callback-address',                 scope: 'order.read',  act: showAddress },
];

const shown = ({ locationHost }: SimulatedBank, order: Order) => orderJson(order, `http://${locationHost}`);

async function createOrder(bank: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  const request = readOrderRequest(param(call, 'reference'), readJson(call));
  const { order, isNew } = await putOrder(bank, call.client, request, call.now);
  return json(shown(bank, order), isNew ? 201 : 200);
}

async function orderOf({ orders }: SimulatedBank, call: BankCallContext): Promise<Order> {
  const order = await orders.get(call.client.clientId, param(call, 'reference'));
  if (order === undefined) throw new Problem('OrderNotFound');
  return order;
}

async function showOrder(bank: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  return json(shown(bank, await orderOf(bank, call)));
}

async function cancel(bank: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  const { client, now } = call;
  const whose = { clientId: client.clientId, reference: param(call, 'reference') };
  const after = await changeOrder<Order | 'closed'>(bank, whose, {
    decide: (order) => {
      const cancelled = cancelOrder(order, now);
      return { result: cancelled ?? 'closed', order: cancelled };
    },
    now,
  });
  if (after === undefined) throw new Problem('OrderNotFound');
  if (after === 'closed') throw new Problem('OrderNotCancellable');
  return json(shown(bank, after));
}

async function listChanged(bank: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  const request = readChangeList(call.query);
  const orders = await bank.orders.changed(call.client.clientId, request);
  const last = orders.length < request.size ? undefined : orders.at(-1);
  const next = last === undefined ? null : cursorOf(last);
  return json({ orders: orders.map((order) => shown(bank, order)), next });
}

/**
 * Sends money of a card back. What becomes of it is a scenario's to say, and claimed only by a refund that is
 * new.
 */
async function putRefund(bank: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  const { now } = call;
  const request = readOrderRefund(param(call, 'id'), readJson(call));
  const order = await orderOf(bank, call);
  const { clientId, reference: txid } = order;
  const known = order.refunds.some(({ id }) => id === request.id);
  const about = { operation: 'order_refund_put', clientId, txid, decides: 'money' } as const;
  const scenario = known ? undefined : await bank.scenarios.claim(about);
  if (scenario?.kind === 'short_of_funds' && scenario.accept === false) throw new Problem('RefundInvalid');
  const fate = refundFate(scenario);
  const after = await changeOrder<RefundDecision>(bank, order, {
    decide: (current) => {
      const result = requestRefund(current, request, { fate, now });
      return 'problem' in result ? { result } : { result, order: result.order };
    },
    now,
  });
  if (after === undefined || 'problem' in after) throw new Problem(after?.problem ?? 'OrderNotFound');
  bank.triggerSettle();
  return json(refundJson(after.refund), after.isNew ? 201 : 200);
}

async function showRefund(bank: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  const { refunds } = await orderOf(bank, call);
  const refund = refunds.find(({ id }) => id === param(call, 'id'));
  if (refund === undefined) throw new Problem('RefundNotFound');
  return json(refundJson(refund));
}

async function setAddress({ webhooks }: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  const { clientId } = call.client;
  const url = readCallbackAddress(readJson(call));
  await webhooks.put({ clientId, chave: callbackKey(clientId), url, createdAt: call.now });
  return json({ url });
}

async function showAddress({ webhooks }: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  const { clientId } = call.client;
  const webhook = await webhooks.get(clientId, callbackKey(clientId));
  if (webhook === undefined) throw new Problem('CallbackAddressNotFound');
  return json({ url: webhook.url });
}

/** The routes of the acquirer; a request is about the order that it names. */
export const ACQUIRER_ROUTES: readonly BankRoute[] = OPERATIONS.map((one) =>
  operatedRoute(one, { subjectOf: async (_, call) => call.params['reference'] }),
);
