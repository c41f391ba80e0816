import { cents } from '@gx/core';
import test from 'ava';
import { buildOrderBody, buildRefundBody } from './order-body.ts';
import { parseOrderCallback } from './order-callback.ts';
import { readOrder, readOrderRefund } from './read-order.ts';

const INSTRUCTIONS = {
  CREDIT_CARD: { redirect_url: 'https://issuer.example/3ds/1' },
  MBWAY: { phone: '+351912345678' },
  MULTIBANCO: { entity: '00000', payment_reference: '123456789' },
  BOLETO: { barcode: '9'.repeat(44), line: '9'.repeat(47), pdf_url: 'https://acquirer.example/1.pdf' },
  CRYPTO: { address: 'TX', amount: '37.000000', network: 'TRON', currency: 'USDT' },
} as const;
type Method = keyof typeof INSTRUCTIONS;
const METHODS = Object.keys(INSTRUCTIONS) as Method[];

const order = (method: Method, over: object = {}): object => ({
  reference: 'r1',
  method,
  amount: 3_700,
  currency: 'EUR',
  status: 'awaiting_payer',
  reason: null,
  created_at: '2026-11-21T12:00:00.000Z',
  updated_at: '2026-11-21T12:00:00.000Z',
  expires_at: '2026-11-21T13:00:00.000Z',
  instructions: INSTRUCTIONS[method],
  payments: [],
  disputes: [],
  refunds: [],
  ...over,
});

test('every method’s order is read with what its payer needs, and the payer’s phone is not among it', (t) => {
  for (const method of METHODS) {
    const outcome = readOrder(order(method), 'r1');
    t.is(outcome.kind, 'done', method);
    t.is(outcome.kind === 'done' ? outcome.value.instructions.method : undefined, method);
    t.false(JSON.stringify(outcome).includes('351912345678'));
  }
});

const unreadable = test.macro({
  exec(t, over: object, method: Method = 'CREDIT_CARD') {
    t.like(readOrder(order(method, over), 'r1'), { kind: 'unknown', cause: { reason: 'unreadable_answer' } });
  },
  title: (what) => `${what}: unknown, and nothing of the value is shown`,
});
test('an amount that is not whole', unreadable, { amount: 37.5 });
test('an amount as text', unreadable, { amount: '3700' });
test('a payment whose time has no offset', unreadable, {
  payments: [{ id: 'p', amount: 1, at: '2026-11-21T12:00:00' }],
});
test('a payment without an amount', unreadable, { payments: [{ id: 'p', at: '2026-11-21T12:00:00Z' }] });
test('a dispute in a word that nobody knows', unreadable, {
  disputes: [{ id: 'd', kind: 'dispute', status: 'maybe' }],
});
test('a page for the payer that is no web page', unreadable, { instructions: { redirect_url: 'javascript:alert(1)' } });
test(
  'a barcode of 43 digits',
  unreadable,
  { instructions: { ...INSTRUCTIONS.BOLETO, barcode: '9'.repeat(43) } },
  'BOLETO',
);
test('no instructions at all', unreadable, { instructions: undefined }, 'MULTIBANCO');

test('what is wrong is named by path and rule, never by value', (t) => {
  const outcome = readOrder(order('CREDIT_CARD', { amount: 'secret' }), 'r1');
  t.false(JSON.stringify(outcome).includes('secret'));
});

test('another order than the one requested leaves the question open', (t) => {
  t.like(readOrder(order('MBWAY'), 'r2'), { kind: 'unknown', cause: { reason: 'unexpected_answer' } });
});

test('a status that nobody knows is pending; new fields are read over', (t) => {
  const outcome = readOrder(order('MBWAY', { status: 'context', tomorrow: true }), 'r1');
  t.like(outcome, { kind: 'pending', value: { status: 'unrecognised' } });
});

test('a refund is done when it is over, the failed one too, and pending in any other word', (t) => {
  const refund = (status: string): unknown => readOrderRefund({ id: 'a', amount: 5, status, reason: null }, 'a');
  t.like(refund('done'), { kind: 'done', value: { status: 'refunded' } });
  t.like(refund('failed'), { kind: 'done', value: { status: 'failed' } });
  t.like(refund('processing'), { kind: 'pending', value: { status: 'in_progress' } });
  t.like(refund('queued'), { kind: 'pending', value: { status: 'unrecognised' } });
  t.is(readOrderRefund({ id: 'b', amount: 5, status: 'done' }, 'a').kind, 'unknown');
});

test('the body says what its method uses and nothing else, in one fixed form', (t) => {
  const terms = {
    amount: cents(5),
    currency: 'EUR',
    expiresInSeconds: 60,
    phone: '+351912345678',
    returnUrl: 'https://a.example/',
  };
  t.is(
    buildOrderBody({ ...terms, method: 'MBWAY' }),
    '{"method":"MBWAY","amount":5,"currency":"EUR","expires_in":60,"phone":"+351912345678"}',
  );
  t.is(
    buildOrderBody({ ...terms, method: 'CREDIT_CARD', description: 'a\nb' }),
    '{"method":"CREDIT_CARD","amount":5,"currency":"EUR","expires_in":60,"return_url":"https://a.example/","description":"a b"}',
  );
  t.is(buildRefundBody({ amount: cents(5) }), '{"amount":5}');
});

test('a callback gives every name in it, once received, and keeps what it cannot read; only the name counts', (t) => {
  const body = JSON.stringify({ orders: [{ reference: 'r1', status: 'approved' }, 42, { reference: 'a b' }, null] });
  const elements = parseOrderCallback(body);
  t.deepEqual(
    elements.map((element) => (element.kind === 'order' ? element.reference : element.kind)),
    ['r1', 'unreadable', 'unreadable', 'unreadable'],
  );
  const [again] = parseOrderCallback(JSON.stringify({ orders: [{ reference: 'r1', status: 'refused' }] }));
  t.is(again?.key, elements[0]?.key, 'received twice it has one key');
});

test('a callback that is made to break its reader names no order, and is kept', (t) => {
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
  const bodies = [
    '{"orders":[{"toString":1,"valueOf":1}]}',
    `{"orders":[${deep}]}`,
    `{"orders":[{"reference":${deep}}]}`,
    deep,
  ];
  for (const body of bodies)
    t.deepEqual(
      parseOrderCallback(body).map(({ kind }) => kind),
      ['unreadable'],
    );
});
