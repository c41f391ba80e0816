import type { OrderBooks } from '@gx/contracts/charge';
import test from 'ava';
import { differencesOfOrder, orderTotalsOf } from './compare-orders.ts';

const REFERENCE = 'o1';
const BOOKS: OrderBooks = {
  reference: REFERENCE,
  paidAtAcquirer: 1_000,
  refunds: [],
  chargeId: 'c',
  paidWithUs: 1_000,
  acceptedWithUs: 1_000,
  endToEndIds: ['ord_o1_1'],
  absentAtAcquirer: false,
};
type DevolutionStatus = 'PENDING' | 'IN_PROGRESS' | 'REFUNDED' | 'FAILED';
const ours = (status: DevolutionStatus, amount = 400) => ({ endToEndId: 'ord_o1_1', bankId: 'd', amount, status });
const theirs = (status: string, amount = 400) => ({ id: 'd', amount, status });
const order = (change: Partial<OrderBooks>, ...devolutions: ReturnType<typeof ours>[]) => ({
  books: { ...BOOKS, ...change },
  devolutions,
  credits: [{ reference: 'paid:c', chargeId: 'c', endToEndId: 'ord_o1_1', amount: 1_000 }],
});
const kinds = (...of: Parameters<typeof order>): string[] =>
  differencesOfOrder(order(...of)).map(({ kind, bank, ours: own }) => `${kind} ${bank} ${own}`);

test('an order that both sides have alike has no difference', (t) => {
  t.deepEqual(kinds({}), []);
  t.deepEqual(kinds({ refunds: [theirs('refunded')] }, ours('REFUNDED')), []);
  t.deepEqual(kinds({ refunds: [theirs('failed')] }, ours('FAILED')), []);
});

test('money of an order that is of no charge is named; one without money is nobody’s', (t) => {
  t.deepEqual(kinds({ chargeId: '', paidWithUs: 0 }), ['order_not_with_us 1000 null']);
  t.deepEqual(kinds({ chargeId: '', paidAtAcquirer: 0, paidWithUs: 0 }), []);
});

test('an order that the acquirer does not know is named once where we have money of it', (t) => {
  const absent = { absentAtAcquirer: true, paidAtAcquirer: 0 };
  t.deepEqual(kinds(absent), ['order_not_at_acquirer null 1000']);
  t.deepEqual(kinds(absent, ours('REFUNDED')), ['order_not_at_acquirer null 1000'], 'what went back is of it too');
  t.deepEqual(differencesOfOrder({ ...order({ ...absent, paidWithUs: 0, acceptedWithUs: 0 }), credits: [] }), []);
});

test('what was paid is compared to the centavo', (t) => {
  t.deepEqual(kinds({ paidWithUs: 999 }), ['order_paid_differs 1000 999']);
  t.deepEqual(kinds({ paidAtAcquirer: 2_000 }), ['order_paid_differs 2000 1000']);
});

test('what was accepted is in the journal', (t) => {
  t.deepEqual(differencesOfOrder({ ...order({}), credits: [] }), [
    { kind: 'order_credit_differs', endToEndId: REFERENCE, bank: 1_000, ours: 0 },
  ]);
  t.deepEqual(differencesOfOrder({ ...order({ acceptedWithUs: 0 }), credits: [] }), [], 'it goes back');
});

test('what went back is compared once both sides say that it is final', (t) => {
  t.deepEqual(kinds({ refunds: [theirs('refunded')] }), ['order_returned_differs 400 0']);
  t.deepEqual(kinds({}, ours('REFUNDED')), ['order_returned_differs 0 400']);
  t.deepEqual(kinds({ refunds: [theirs('refunded')] }, ours('IN_PROGRESS')), [], 'we do not know of it yet');
  t.deepEqual(kinds({ refunds: [theirs('in_progress')] }, ours('REFUNDED')), [], 'the acquirer lags');
});

test('totals count what has money, each side for itself', (t) => {
  const none = order({ paidAtAcquirer: 0, paidWithUs: 0 });
  const back = order({ refunds: [theirs('refunded', 300)] }, ours('REFUNDED', 300));
  t.deepEqual(orderTotalsOf([order({}), back, none]), {
    orders: { bank: { count: 2, amount: 2_000 }, ours: { count: 2, amount: 2_000 } },
    ordersReturned: { bank: { count: 1, amount: 300 }, ours: { count: 1, amount: 300 } },
  });
});
