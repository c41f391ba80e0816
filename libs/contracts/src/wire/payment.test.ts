import type { Id } from '@gx/core';
import test from 'ava';
import type { Charge } from '../../gen/gx/charge/v1/charge.ts';
import { createdPayment, listedPayment, payment } from './payment.ts';
import { PUBLIC_STATUS } from './public-status.ts';
import { failureReason, publicRefund } from './refund.ts';

const ID = '01a1fd92-28c4-7472-84b8-6c07942b7bbc' as Id<'charge'>;
const AT = Date.parse('2026-11-21T12:00:00.007Z');
const charge = (more: Partial<Charge> = {}): Charge => ({
  id: ID,
  tenant: { accountId: ID, livemode: true },
  surface: 'CHARGES',
  amount: 1_000,
  currency: 'BRL',
  status: 'WAITING_PAYMENT',
  paymentMethod: 'PIX',
  paymentMethods: ['PIX'],
  otherOrders: [],
  customer: { name: 'Ana', document: '52998224725' },
  expectedPayerTaxId: '52998224725',
  pix: {
    brCode: '000201',
    qrCodeUrl: 'https://gx.example/qr/x.png',
    expiresAtMs: AT + 3_600_000,
    txid: 'a'.repeat(32),
  },
  checkoutUrl: `https://pay.example/${ID}`,
  metadataJson: '{"order":7,"description":"x"}',
  createdAtMs: AT,
  providerFee: 10,
  platformFee: 11,
  ...more,
});
const png = (code: string): Buffer => Buffer.from(`png of ${code}`);
const rendered = (more: Partial<Charge> = {}): object => payment(charge(more), png);
const PAID = { status: 'PAID', endToEndId: `E${'0'.repeat(31)}`, paidAtMs: AT + 5_000 } as const;

/** The fields of the specification's GET response, in its order. */
const OPEN = {
  id: `tx_${ID}`,
  status: 'WAITING_PAYMENT',
  amount: 1_000,
  currency: 'BRL',
  paymentMethods: ['PIX'],
  paidWith: null,
  pixQrCode: `data:image/png;base64,${Buffer.from('png of 000201').toString('base64')}`,
  pixCopyPaste: '000201',
  pixExpiresAt: '2026-11-21T13:00:00.007Z',
  cardRedirectUrl: null,
  mbEntity: null,
  mbReference: null,
  mbExpiresAt: null,
  boletoBarcode: null,
  boletoLine: null,
  boletoPdfUrl: null,
  boletoExpiresAt: null,
  cryptoAddress: null,
  cryptoAmount: null,
  cryptoNetwork: null,
  cryptoCurrency: null,
  providerFee: 0,
  platformFee: 0,
  netAmount: 1_000,
  metadata: { order: 7, description: 'x' },
  createdAt: '2026-11-21T12:00:00.007Z',
  paidAt: null,
};

test('a transaction has every field of the specification in its order, null where it does not apply, and no other', (t) => {
  t.deepEqual(rendered(), OPEN);
  t.deepEqual(Object.keys(rendered()), Object.keys(OPEN));
});

test('a paid transaction has its method, its time and the fees that were charged', (t) => {
  t.deepEqual(rendered(PAID), {
    ...OPEN,
    status: 'PAID',
    paidWith: 'PIX',
    providerFee: 10,
    platformFee: 11,
    netAmount: 979,
    paidAt: '2026-11-21T12:00:05.007Z',
  });
});

test('fees stay charged after a refund, and money that was never credited was charged none', (t) => {
  t.like(rendered({ ...PAID, status: 'REFUNDED' }), {
    paidWith: 'PIX',
    providerFee: 10,
    platformFee: 11,
    netAmount: 979,
  });
  t.like(rendered({ status: 'REFUNDED' }), { paidWith: null, providerFee: 0, platformFee: 0, netAmount: 1_000 });
});

test('a transaction that the bank never confirmed has no code to pay', (t) => {
  const { pix: _, ...never } = charge({ status: 'CANCELLED' });
  t.like(payment(never, png), { status: 'CANCELLED', pixQrCode: null, pixCopyPaste: null, pixExpiresAt: null });
});

for (const status of Object.keys(PUBLIC_STATUS) as (keyof typeof PUBLIC_STATUS)[]) {
  test(`the transaction format says ${status}, upper case as it is`, (t) => t.like(rendered({ status }), { status }));
}

test('a transaction without a status is a fault, never an answer', (t) => {
  t.throws(() => rendered({ status: 'STATUS_UNSPECIFIED' }), { message: /without a status/ });
});

const CREATED = {
  id: `tx_${ID}`,
  status: 'WAITING_PAYMENT',
  amount: 1_000,
  currency: 'BRL',
  paymentMethods: ['PIX'],
  customerName: 'Ana',
  customerDocument: '52998224725',
  customerEmail: null,
  metadata: { order: 7, description: 'x' },
  createdAt: '2026-11-21T12:00:00.007Z',
};

test('a create answers the fields of the specification in its order, null where nothing was given, and no other', (t) => {
  t.deepEqual(createdPayment(charge()) as object, CREATED);
  t.deepEqual(Object.keys(createdPayment(charge())), Object.keys(CREATED));
  t.like(createdPayment(charge({ customer: null })), {
    customerName: null,
    customerDocument: null,
    customerEmail: null,
  });
  t.is(createdPayment(charge({ customer: { email: 'ana@example.com' } })).customerEmail, 'ana@example.com');
  t.throws(() => createdPayment(charge({ status: 'STATUS_UNSPECIFIED' })), { message: /without a status/ });
});

test('a payment names the methods that its payer may choose from; an older one its only method', (t) => {
  const paymentMethods = ['BOLETO', 'PIX'];
  for (const render of [createdPayment, listedPayment, (one: Charge) => payment(one, png)]) {
    t.deepEqual([...render(charge({ paymentMethods })).paymentMethods], paymentMethods);
    t.deepEqual([...render(charge({ paymentMethods: [] })).paymentMethods], ['PIX']);
  }
});

test('a listed payment adds how it was paid and its fees, and carries no code (N7)', (t) => {
  const unpaid = { ...CREATED, paidWith: null, providerFee: 0, platformFee: 0, netAmount: 1_000, paidAt: null };
  t.deepEqual(listedPayment(charge()) as object, unpaid);
  t.deepEqual(listedPayment(charge(PAID)) as object, {
    ...unpaid,
    status: 'PAID',
    paidWith: 'PIX',
    providerFee: 10,
    platformFee: 11,
    netAmount: 979,
    paidAt: '2026-11-21T12:00:05.007Z',
  });
});

test('neither the webhook address nor the merchant’s user id is in any answer', (t) => {
  const secretive = charge({ customerId: 'canary-user', webhookUrl: 'https://shop.example/?canary-token' });
  for (const rendered of [createdPayment(secretive), listedPayment(secretive), payment(secretive, png)])
    t.false(JSON.stringify(rendered).includes('canary'));
});

const REFUND = {
  id: ID as string,
  tenant: null,
  kind: 'REFUND',
  chargeId: ID as string,
  surface: 'CHARGES',
  amount: 400,
  currency: 'BRL',
  status: 'PENDING',
  strategy: 'CASHOUT',
  createdAtMs: AT,
} as const;

test('a refund has the seven fields of the specification and who ordered it, re_ and tx_ ids, and nothing of how it travels', (t) => {
  const wire = {
    id: `re_${ID}`,
    transactionId: `tx_${ID}`,
    amount: 400,
    currency: 'BRL',
    status: 'PENDING',
    reason: 'wrong size',
    createdAt: '2026-11-21T12:00:00.007Z',
    initiator: 'merchant',
  };
  t.deepEqual(publicRefund({ ...REFUND, kind: 'RETURN', reason: 'wrong size' }).initiator, 'automatic');
  t.deepEqual(publicRefund({ ...REFUND, kind: 'BANK_RETURN', reason: 'MED_FRAUD' }).initiator, 'bank');
  t.deepEqual(publicRefund({ ...REFUND, reason: 'wrong size' }) as object, wire);
  t.deepEqual(publicRefund(REFUND) as object, { ...wire, reason: null });
  t.deepEqual(Object.keys(publicRefund(REFUND)), Object.keys(wire));
  t.throws(() => publicRefund({ ...REFUND, status: 'STATUS_UNSPECIFIED' }), { message: /without a status/ });
});

test('a cashout that came back says how much; no other refund has the field', (t) => {
  t.is(publicRefund({ ...REFUND, status: 'REFUNDED', returnedAmount: 400 }).returnedAmount, 400);
  t.false('returnedAmount' in publicRefund({ ...REFUND, status: 'REFUNDED' }));
});

test('a refund that failed says why, in the bank’s code; no other one has the field', (t) => {
  const failed = publicRefund({ ...REFUND, status: 'FAILED', failureCode: 'AC06' });
  t.deepEqual([failed.status, failed.failureReason, failed.reason], ['FAILED', 'AC06', null]);
  for (const status of ['PENDING', 'IN_PROGRESS', 'REFUNDED'] as const)
    t.false('failureReason' in publicRefund({ ...REFUND, status, failureCode: 'AC06' }), status);
  t.false('failureReason' in publicRefund({ ...REFUND, status: 'FAILED' }), 'the bank gave none');
});

test('a code is shown as it is; a sentence of a bank may name its customer, and is shown as that bank’s one word', (t) => {
  for (const code of ['AC06', 'PixDevolucaoInvalida', 'HTTP_400', 'not_supported', 'NAO_REALIZADO'])
    t.is(failureReason(code), code);
  for (const sentence of [
    'Conta de Maria encerrada',
    'CPF 529.982.247-25',
    '52998224725',
    '',
    'ã'.repeat(140),
    'A'.repeat(81),
  ])
    t.is(failureReason(sentence), 'NAO_REALIZADO', sentence);
});

const ORDERS = {
  CREDIT_CARD: [{ redirectUrl: 'https://issuer.example/3ds/x' }, { cardRedirectUrl: 'https://issuer.example/3ds/x' }],
  MBWAY: [{}, { mbExpiresAt: '2026-11-21T13:00:00.007Z' }],
  MULTIBANCO: [
    { entity: '12345', paymentReference: '123456789' },
    { mbEntity: '12345', mbReference: '123456789', mbExpiresAt: '2026-11-21T13:00:00.007Z' },
  ],
  BOLETO: [
    { barcode: '1', line: '2', pdfUrl: 'https://a.example/b.pdf' },
    {
      boletoBarcode: '1',
      boletoLine: '2',
      boletoPdfUrl: 'https://a.example/b.pdf',
      boletoExpiresAt: '2026-11-21T13:00:00.007Z',
    },
  ],
  CRYPTO: [
    { address: 'T1', coinAmount: '1.99', network: 'TRON', coin: 'USDT' },
    { cryptoAddress: 'T1', cryptoAmount: '1.99', cryptoNetwork: 'TRON', cryptoCurrency: 'USDT' },
  ],
} as const;

for (const [method, [order, fields]] of Object.entries(ORDERS)) {
  test(`a ${method} transaction has the fields of its method, and null in all others`, (t) => {
    const { pix: _, ...plain } = charge({ paymentMethod: method, paymentMethods: [method] });
    t.deepEqual(payment({ ...plain, order: { ...order, expiresAtMs: AT + 3_600_000 } }, png) as object, {
      ...OPEN,
      paymentMethods: [method],
      pixQrCode: null,
      pixCopyPaste: null,
      pixExpiresAt: null,
      ...fields,
    });
  });
}

test('a transaction of several methods has the fields of each, and of two that share one the first says it', (t) => {
  const other = (paymentMethod: string, order: object) => ({
    paymentMethod,
    order: { ...order, expiresAtMs: AT + 3_600_000 },
  });
  const [card, boleto] = [ORDERS.CREDIT_CARD, ORDERS.BOLETO];
  const otherOrders = [other('CREDIT_CARD', card[0]), other('BOLETO', boleto[0])];
  t.like(payment(charge({ paymentMethods: ['BOLETO', 'PIX', 'CREDIT_CARD'], otherOrders }), png), {
    paymentMethods: ['BOLETO', 'PIX', 'CREDIT_CARD'],
    pixCopyPaste: OPEN.pixCopyPaste,
    ...card[1],
    ...boleto[1],
    mbReference: null,
  });
  const mbway = { paymentMethod: 'MBWAY', order: { expiresAtMs: AT + 7_200_000 } };
  const both = payment(charge({ ...mbway, otherOrders: [other('MULTIBANCO', ORDERS.MULTIBANCO[0])] }), png);
  t.like(both, { mbExpiresAt: '2026-11-21T14:00:00.007Z', mbReference: '123456789' });
});
