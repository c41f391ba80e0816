import { addMillis, cents } from '@gx/core';
import test from 'ava';
import { type Order, type OrderStatus, orderDueAt, type SimulatedMethod } from './order.ts';
import {
  authenticate,
  cancelOrder,
  dispute,
  endDispute,
  expire,
  type OrderTransition,
  receive,
  refuse,
} from './order-life.ts';
import { dueRefund, endRefund, refundFate, requestRefund } from './order-refund.ts';
import { ANY, type BankScenario } from './scenarios.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const order = (over: Partial<Order> = {}): Order => ({
  clientId: 'c',
  reference: 'r',
  method: 'CREDIT_CARD',
  amount: cents(1_000),
  currency: 'BRL',
  status: 'awaiting_payer',
  createdAt: NOW,
  updatedAt: NOW,
  expiresAt: addMillis(NOW, 60_000),
  token: 't',
  fingerprint: 'f',
  instructions: { method: 'CREDIT_CARD' },
  payments: [],
  disputes: [],
  refunds: [],
  ...over,
});
const card = (status: OrderStatus): Order => order({ status });
const paid = { id: 'p', amount: cents(1_000), at: NOW, force: false };
const resultOf = (moved: OrderTransition): string => ('order' in moved ? moved.order.status : moved.rejection);
const after = (moved: OrderTransition): Order => {
  if ('rejection' in moved) throw new Error(moved.rejection);
  return moved.order;
};

const MOVES = {
  authenticate: (one: Order) => resultOf(authenticate(one, NOW)),
  receive: (one: Order) => resultOf(receive(one, paid, NOW)),
  refuse: (one: Order) => resultOf(refuse(one, 'do_not_honor', NOW)),
  expire: (one: Order) => resultOf(expire(one, NOW)),
  cancel: (one: Order) => cancelOrder(one, NOW)?.status ?? 'not_open',
  dispute: (one: Order) => resultOf(dispute(one, { id: 'd', kind: 'dispute' }, NOW)),
};
const STATUSES: readonly OrderStatus[] = [
  'awaiting_payer',
  'authenticating',
  'approved',
  'refused',
  'cancelled',
  'expired',
];

test('a card: where each move leads from each status', (t) => {
  const rows = STATUSES.map((status) => [
    status,
    ...Object.entries(MOVES).map(([name, move]) => `${name}: ${move(card(status))}`),
  ]);
  t.snapshot(rows.map((row) => row.join(' | ')).join('\n'));
});

const OTHERS: readonly SimulatedMethod[] = ['MBWAY', 'MULTIBANCO', 'BOLETO', 'CRYPTO'];

test('only a card is authenticated, disputed or refunded', (t) => {
  for (const method of OTHERS) {
    t.is(resultOf(authenticate(order({ method }), NOW)), 'not_a_card');
    const done = order({ method, status: 'approved' });
    t.is(resultOf(dispute(done, { id: 'd', kind: 'chargeback' }, NOW)), 'not_a_card');
    t.deepEqual(requestRefund(done, { id: 'x', amount: cents(1) }, { fate: undefined, now: NOW }), {
      problem: 'RefundNotSupported',
    });
  }
});

test('a payer may not pay another amount or too late; forced, the money is there and the order is not approved', (t) => {
  for (const wrong of [{ amount: cents(999) }, { at: addMillis(NOW, 60_001) }]) {
    t.true(['wrong_amount', 'too_late'].includes(resultOf(receive(order(), { ...paid, ...wrong }, NOW))));
    const forced = after(receive(order(), { ...paid, ...wrong, force: true }, NOW));
    t.like(forced, { status: 'awaiting_payer', payments: { length: 1 } });
  }
});

test('money that was in time approves an expired order, and never a cancelled or refused one', (t) => {
  const forced = { ...paid, force: true };
  t.is(resultOf(receive(card('expired'), forced, NOW)), 'approved');
  for (const status of ['cancelled', 'refused'] as const) {
    t.like(after(receive(card(status), forced, NOW)), { status, payments: { length: 1 } });
  }
});

test('a second payment is kept beside the first', (t) => {
  const first = after(receive(order(), paid, NOW));
  const twice = after(receive(first, { ...paid, id: 'q', force: true }, NOW));
  t.deepEqual(
    twice.payments.map(({ id }) => id),
    ['p', 'q'],
  );
});

test('an authentication that nobody finishes is refused; what nobody paid has expired', (t) => {
  t.like(after(expire(card('authenticating'), NOW)), { status: 'refused', reason: 'authentication_timeout' });
  t.is(resultOf(expire(card('awaiting_payer'), NOW)), 'expired');
});

test('a dispute is won or lost once; a chargeback may follow an open one, and nothing follows a lost one', (t) => {
  const open = after(dispute(card('approved'), { id: 'd', kind: 'dispute' }, NOW));
  t.is(resultOf(dispute(open, { id: 'e', kind: 'dispute' }, NOW)), 'disputed');
  const raised = after(dispute(open, { id: 'e', kind: 'chargeback' }, NOW));
  t.like(raised.disputes, { length: 1, 0: { id: 'd', kind: 'chargeback', status: 'open' } });
  const won = after(endDispute(raised, 'won', NOW));
  t.is(resultOf(endDispute(won, 'lost', NOW)), 'nothing_to_end');
  const again = after(dispute(won, { id: 'f', kind: 'dispute' }, NOW));
  const lost = after(endDispute(again, 'lost', NOW));
  t.is(resultOf(dispute(lost, { id: 'g', kind: 'dispute' }, NOW)), 'disputed');
});

/** A card that was paid, once or more often. */
const charged = (times = 1): Order => ({
  ...card('approved'),
  payments: Array.from({ length: times }, (_, at) => ({ id: `p${at}`, amount: cents(1_000), at: NOW })),
});
const refund = (one: Order, id: string, amount: number) =>
  requestRefund(one, { id, amount: cents(amount) }, { fate: refundFate(undefined), now: NOW });
const problemOf = (result: ReturnType<typeof refund>): string => ('problem' in result ? result.problem : 'accepted');
const accepted = (result: ReturnType<typeof refund>): Order => {
  if ('problem' in result) throw new Error(result.problem);
  return result.order;
};

test('refunds of a card never exceed it; a failed one gives its part free again', (t) => {
  const one = accepted(refund(charged(), 'a', 600));
  t.is(problemOf(refund(one, 'b', 401)), 'RefundInvalid');
  t.is(problemOf(refund(one, 'b', 400)), 'accepted');
  const failed = endRefund(one, 'a', { status: 'failed', reason: 'x' }, NOW);
  t.is(problemOf(refund(failed as Order, 'b', 1_000)), 'accepted');
});

test('what was charged twice can go back twice, and money that came too late can go back too', (t) => {
  const once = accepted(refund(charged(2), 'a', 1_000));
  t.is(problemOf(refund(once, 'b', 1_001)), 'RefundInvalid');
  t.is(problemOf(refund(once, 'b', 1_000)), 'accepted');
  t.is(problemOf(refund({ ...charged(), status: 'expired' }, 'a', 1_000)), 'accepted');
});

test('the same refund id is the same refund, with another amount it is refused', (t) => {
  const one = accepted(refund(charged(), 'a', 600));
  t.like(refund(one, 'a', 600), { isNew: false, refund: { id: 'a' } });
  t.is(problemOf(refund(one, 'a', 601)), 'RefundIdReused');
});

test('nothing goes back of an order that took no money, or is disputed, or was lost', (t) => {
  for (const status of STATUSES) t.is(problemOf(refund(card(status), 'a', 1)), 'RefundInvalid');
  const open = after(dispute(charged(), { id: 'd', kind: 'dispute' }, NOW));
  t.is(problemOf(refund(open, 'a', 1)), 'RefundInvalid');
  t.is(problemOf(refund(after(endDispute(open, 'lost', NOW)), 'a', 1)), 'RefundInvalid');
  t.is(problemOf(refund(after(endDispute(open, 'won', NOW)), 'a', 1)), 'accepted');
});

test('a refund is under way first and ends once, by itself or by the tester', (t) => {
  const scenario = (kind: BankScenario['kind'], ms: number | null = null): BankScenario => ({
    ...ANY,
    id: 's',
    operation: 'order_refund_put',
    kind,
    ms,
  });
  const fate = refundFate(scenario('slow', 500));
  const decision = requestRefund(charged(), { id: 'a', amount: cents(5) }, { fate, now: NOW });
  const one = accepted(decision);
  t.like(one.refunds, { 0: { status: 'processing' } });
  t.deepEqual(orderDueAt(one), addMillis(NOW, 500));
  t.is(dueRefund(one, addMillis(NOW, 499)), undefined);
  t.like(dueRefund(one, addMillis(NOW, 500)), { id: 'a', status: 'done' });
  const done = endRefund(one, 'a', { status: 'done' }, NOW) as Order;
  t.is(endRefund(done, 'a', { status: 'failed' }, NOW), undefined);
  t.is(orderDueAt(done), undefined);
  t.is(refundFate(scenario('stuck')), undefined);
  t.like(refundFate(scenario('fails')), { status: 'failed', reason: 'issuer_declined' });
});
