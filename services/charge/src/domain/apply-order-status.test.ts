import { cents, type Id, newId, returnBankId, type Txid } from '@gx/core';
import test from 'ava';
import { changed, NOW, OWNER, pendingCharge } from '../../test/pending-charge.ts';
import type { DecisionContext } from './accept.ts';
import {
  applyOrderStatus,
  endOrderCreation,
  isUpToDate,
  type ShownOrder,
  type ShownPayment,
} from './apply-order-status.ts';
import type { Charge, RefundProgress } from './charge.ts';
import { isMismatch } from './dispute.ts';
import { markPaid } from './mark-paid.ts';
import { type OrderCode, orderPaymentId } from './order.ts';
import type { Status } from './transitions.ts';

const LATER = new Date(NOW.getTime() + 3_600_000);
const SETTLING: DecisionContext = { now: NOW, traceparent: null };
const code: OrderCode = { instructions: { method: 'CREDIT_CARD', redirectUrl: 'https://i.example' }, expiresAt: LATER };

function fresh(method: Charge['method'] = 'CREDIT_CARD'): Charge {
  const charge = pendingCharge({ surface: 'PAYMENTS', currency: 'EUR', paymentMethods: [method] });
  return { ...charge, paymentOptions: charge.paymentOptions.map((option) => ({ ...option, txid: 'ref' as Txid })) };
}
const paying = (id: string, change: Partial<ShownPayment> = {}): ShownPayment => ({
  endToEndId: orderPaymentId('ref', id),
  amount: cents(1_000),
  paidAt: NOW,
  returnId: newId('refund'),
  ...change,
});
const shown = (change: Partial<ShownOrder> = {}): ShownOrder => ({
  status: 'awaiting_payer',
  code,
  payments: [],
  disputes: [],
  givenBack: [],
  ...change,
});
const disputed = (change: Partial<ShownOrder['disputes'][number]> = {}) => ({
  id: newId('dispute'),
  providerId: 'd1',
  kind: 'dispute' as const,
  status: 'open' as const,
  ...change,
});
/** The charge after what was shown, and the events of it. */
function after(charge: Charge, ...seen: readonly ShownOrder[]): { charge: Charge; published: string[] } {
  const published: string[] = [];
  let now = charge;
  for (const one of seen) {
    const decision = applyOrderStatus(now, one, SETTLING);
    if (decision.kind === 'keep') continue;
    now = decision.charge;
    published.push(...decision.events.map(({ type }) => type));
  }
  return { charge: now, published };
}
const posted = (charge: Charge): Charge =>
  changed(markPaid(charge, { endToEndId: charge.settlement?.endToEndId as never }, NOW));
const APPROVED = shown({ status: 'approved', payments: [paying('p1')] });
const approved = (refunds: readonly RefundProgress[] = []): Charge => ({
  ...posted(after(fresh(), APPROVED).charge),
  refunds,
});

test('whatever was missed is caught up in one write, in its order: created, paid, disputed', (t) => {
  const { charge, published } = after(fresh(), APPROVED);
  t.deepEqual(published, ['charge.created', 'charge.payment_accepted']);
  t.deepEqual([charge.status, charge.firstStatus], ['WAITING_PAYMENT', 'WAITING_PAYMENT']);
  const lost = shown({ ...APPROVED, disputes: [disputed({ kind: 'chargeback', status: 'lost' })] });
  const end = after(posted(charge), lost);
  t.deepEqual(end.published, ['charge.dispute_opened', 'charge.failed', 'charge.dispute_closed']);
  t.is(end.charge.status, 'CHARGEBACK');
});

test('what was seen before changes nothing, in any state', (t) => {
  const states: readonly (readonly [Charge, ShownOrder])[] = [
    [after(fresh(), shown()).charge, shown()],
    [after(fresh(), APPROVED).charge, APPROVED],
    ...(['authenticating', 'refused', 'expired', 'cancelled'] as const).map((status) => {
      const one = shown({ status });
      return [after(fresh(), shown(), one).charge, one] as const;
    }),
    [
      after(approved(), shown({ ...APPROVED, disputes: [disputed()] })).charge,
      shown({ ...APPROVED, disputes: [disputed()] }),
    ],
  ];
  for (const [charge, again] of states) {
    t.is(applyOrderStatus(charge, again, SETTLING).kind, 'keep', charge.status);
    t.true(isUpToDate(charge, again), charge.status);
  }
});

test('a creation is ended by its owner alone', (t) => {
  t.is(endOrderCreation(fresh(), 'another', shown(), SETTLING).kind, 'keep');
  t.is(endOrderCreation(fresh(), OWNER, shown(), SETTLING).kind, 'change');
  t.is(endOrderCreation(after(fresh(), shown()).charge, OWNER, shown(), SETTLING).kind, 'keep');
});

// biome-ignore format: one row per rule, read as a table
const MOVES: readonly (readonly [from: Status, order: ShownOrder['status'], to: Status, published: readonly string[]])[] = [
  ['WAITING_PAYMENT', 'authenticating', 'PROCESSING',      []],
  ['WAITING_PAYMENT', 'refused',        'REFUSED',         ['charge.failed']],
  ['WAITING_PAYMENT', 'expired',        'EXPIRED',         ['charge.expired']],
  ['WAITING_PAYMENT', 'cancelled',      'CANCELLED',       ['charge.failed']],
  ['WAITING_PAYMENT', 'unrecognised',   'WAITING_PAYMENT', []],
  ['PROCESSING',      'awaiting_payer', 'PROCESSING',      []],
  ['PROCESSING',      'refused',        'REFUSED',         ['charge.failed']],
  ['PROCESSING',      'expired',        'REFUSED',         ['charge.failed']],
  ['PROCESSING',      'cancelled',      'CANCELLED',       ['charge.failed']],
  ['EXPIRED',         'refused',        'EXPIRED',         []],
  ['CANCELLED',       'expired',        'CANCELLED',       []],
  ['REFUSED',         'cancelled',      'REFUSED',         []],
  ['APPROVED',        'refused',        'APPROVED',        []],
];
for (const [from, order, to, published] of MOVES)
  test(`${from}, the order ${order}: ${to}${published.length === 0 ? ', not published' : ''}`, (t) => {
    const charge = { ...after(fresh(), shown()).charge, status: from };
    const end = after(charge, shown({ status: order }));
    t.deepEqual([end.charge.status, end.published], [to, [...published]]);
  });

test('an intent to close falls with whatever ends the charge, and stays while it is open', (t) => {
  const closing = { as: 'CANCELLED', at: NOW } as const;
  const charge: Charge = { ...after(fresh(), shown()).charge, closing };
  for (const [order, left] of [
    [shown({ status: 'authenticating' }), closing],
    [shown({ status: 'refused' }), null],
    [shown({ status: 'cancelled' }), null],
    [APPROVED, null],
  ] as const)
    t.deepEqual(after(charge, order).charge.closing, left);
});

test('money that was accepted is not undone by a status that comes after it', (t) => {
  const awaitingPosting = after(fresh(), APPROVED).charge;
  t.is(after(awaitingPosting, shown({ ...APPROVED, status: 'refused' })).charge.status, 'WAITING_PAYMENT');
});

test('an approved order that shows no money, and a dispute before the wallet has it, are looked at again', (t) => {
  const open = after(fresh(), shown()).charge;
  t.false(isUpToDate(open, shown({ status: 'approved' })));
  const awaitingPosting = after(fresh(), APPROVED).charge;
  const early = shown({ ...APPROVED, disputes: [disputed()] });
  t.is(applyOrderStatus(awaitingPosting, early, SETTLING).kind, 'keep');
  t.false(isUpToDate(awaitingPosting, early));
});

test('of two payments the earlier one is kept, whatever the order in which they are shown', (t) => {
  const late = paying('a', { paidAt: new Date(NOW.getTime() + 1) });
  const { charge } = after(fresh('BOLETO'), shown({ status: 'approved', payments: [late, paying('b')] }));
  t.deepEqual(
    charge.payments.map(({ endToEndId, decision }) => [endToEndId as string, decision.kind]),
    [
      ['ord_ref_b', 'accepted'],
      ['ord_ref_a', 'returned'],
    ],
  );
});

test('what is at stake is what was paid less what the acquirer has given back or is about to, whatever is known of it', (t) => {
  const refund = (amount: number, status: RefundProgress['status']): RefundProgress => ({
    id: newId('refund'),
    amount: cents(amount),
    status,
  });
  // The acquirer takes no refund of a disputed order: the one that is only ordered will fail.
  const known = approved([refund(100, 'REFUNDED'), refund(200, 'PENDING')]);
  const twice = shown({ ...APPROVED, payments: [...APPROVED.payments, paying('p2')] });
  const back = { id: returnBankId(orderPaymentId('ref', 'p2'), 2), amount: cents(1_000) };
  const givenBack = [{ id: 'known', amount: cents(100) }, { id: 'new', amount: cents(30) }, back];
  const { charge } = after(known, { ...twice, disputes: [disputed()], givenBack });
  t.deepEqual(
    charge.disputes?.map(({ amount, status }) => [amount as number, status]),
    [[870, 'open']],
  );
});

test('a dispute of a charge that is refunded whole is written down with nothing at stake, and not published', (t) => {
  const refunded: Charge = { ...approved(), status: 'REFUNDED' };
  for (const status of ['open', 'won', 'lost'] as const) {
    const { charge, published } = after(refunded, shown({ ...APPROVED, disputes: [disputed({ status })] }));
    t.deepEqual([charge.status, published], ['REFUNDED', []]);
    t.true(charge.disputes?.every(isMismatch));
  }
});

test('a second dispute after one that was won is a hold of its own', (t) => {
  const won = shown({ ...APPROVED, disputes: [disputed({ status: 'won' })] });
  const again = shown({ ...APPROVED, disputes: [...won.disputes, disputed({ providerId: 'd2', kind: 'chargeback' })] });
  const { charge } = after(approved(), won, again);
  const ids = (charge.disputes ?? []).map(({ id }): Id<'dispute'> => id);
  t.is(new Set(ids).size, 2);
  t.is(charge.status, 'CHARGEBACK');
});

test('two disputes at once set the money aside once; it is the merchant’s again when neither holds it', (t) => {
  const [first, second] = [disputed(), disputed({ providerId: 'd2', kind: 'chargeback' })];
  const both = shown({ ...APPROVED, disputes: [first, second] });
  const { charge, published } = after(approved(), both);
  t.deepEqual(
    charge.disputes?.map(({ amount }) => amount as number),
    [charge.amount, 0],
  );
  t.is(published.filter((type) => type === 'charge.dispute_opened').length, 1);
  t.true(charge.disputes?.some(isMismatch), 'the second is recorded as a mismatch');
  const lost = after(charge, shown({ ...APPROVED, disputes: [{ ...first, status: 'lost' }, second] })).charge;
  t.is(lost.status, 'CHARGEBACK');
  const won = after(charge, shown({ ...APPROVED, disputes: [{ ...first, status: 'won' }, second] })).charge;
  t.is(won.status, 'APPROVED');
});

test('an EXPIRED card whose payment was on time is APPROVED when the money is in the wallet', (t) => {
  const expired = after(fresh(), shown(), shown({ status: 'expired' })).charge;
  t.is(expired.status, 'EXPIRED');
  t.is(posted(after(expired, APPROVED).charge).status, 'APPROVED');
});
