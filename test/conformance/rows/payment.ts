import { until } from '@gx/testkit';
import jsqr from 'jsqr';
import type { Context } from '../../stories/cases/one-product.ts';
import { PATIENTLY } from '../../stories/merchant.ts';
import { decodePng } from '../../stories/png.ts';
import { netOf } from '../../stories/shop.ts';
import { becomes, type Fields, ISO, livesFor, openApiUser, paidCharge, pay, payment, UUID } from './api-user.ts';
import { type CaseRow, once, table } from './table.ts';

const BODY = {
  amount: 5_000,
  customerName: 'Ana',
  customerDocument: '111.444.777-35',
  customerEmail: 'ana@example.com',
  metadata: { order: 7 },
};
/** One charge for each method but Pix, and the field that says that it is shown. */
const ORDERS = {
  CREDIT_CARD: [{ currency: 'USD' }, 'cardRedirectUrl'],
  MULTIBANCO: [{ currency: 'EUR' }, 'mbReference'],
  MBWAY: [{ currency: 'EUR', metadata: { phone: '+351912345678' } }, 'mbExpiresAt'],
  BOLETO: [{ currency: 'BRL' }, 'boletoLine'],
  CRYPTO: [{ currency: 'USDT' }, 'cryptoAddress'],
} as const;
type Method = keyof typeof ORDERS;

const payments = once(async (context: Context) => {
  const api = await openApiUser(context);
  const begun = Date.now();
  const { body: created } = await pay(api, BODY);
  const answered = Date.now();
  const open = await becomes(api, created.id, 'WAITING_PAYMENT');
  const { body: bare } = await pay(api);
  const shown = await Promise.all(
    Object.entries(ORDERS).map(async ([method, [more, field]]) => {
      const { body } = await pay(api, { amount: 10_000, paymentMethods: [method], ...more });
      const read = async () => {
        const now = await payment(api, body.id);
        return now[field] !== null && now;
      };
      return [method, await until(`${method} is shown`, read, PATIENTLY)] as const;
    }),
  );
  await api.pay(created.id);
  const paid = await becomes(api, created.id, 'PAID');
  const orders = Object.fromEntries(shown) as unknown as Record<Method, Fields>;
  return { api, begun, answered, created: created as Fields, bare: bare as Fields, open, paid, orders };
});
export type Payments = Awaited<ReturnType<typeof payments>>;

const created = table('Payment, create', payments, {
  id: ['tx_ and a uuid', (t, seen) => t.regex(String(seen.created['id']), new RegExp(`^tx_${UUID}$`))],
  status: [
    'waits for its payer, or for the bank where that is slow',
    (t, seen) => t.regex(String(seen.created['status']), /^(WAITING_PAYMENT|PENDING)$/),
  ],
  amount: ['as it was requested', (t, seen) => t.is(seen.created['amount'], 5_000)],
  currency: ['BRL by default', (t, seen) => t.is(seen.created['currency'], 'BRL')],
  paymentMethods: ['as they were requested', (t, seen) => t.deepEqual(seen.created['paymentMethods'], ['PIX'])],
  customerName: [
    'as it was given, or null',
    (t, { created: one, bare }) => t.deepEqual([one['customerName'], bare['customerName']], ['Ana', null]),
  ],
  customerDocument: [
    'without punctuation, or null',
    (t, { created: one, bare }) =>
      t.deepEqual([one['customerDocument'], bare['customerDocument']], ['11144477735', null]),
  ],
  customerEmail: [
    'as it was given, or null',
    (t, { created: one, bare }) =>
      t.deepEqual([one['customerEmail'], bare['customerEmail']], ['ana@example.com', null]),
  ],
  metadata: [
    'the merchant’s own',
    (t, { created: one, bare }) => t.deepEqual([one['metadata'], bare['metadata']], [{ order: 7 }, {}]),
  ],
  createdAt: [
    'when it was created, and there is no eleventh field',
    (t, { created: one, begun, answered }) => {
      t.regex(String(one['createdAt']), ISO);
      const at = Date.parse(String(one['createdAt']));
      t.true(begun - 1_000 <= at && at <= answered + 1_000);
      t.is(Object.keys(one).length, 10);
    },
  ],
});

/** The same in every reading of the Pix charge. */
const kept = (field: string, rule: string): CaseRow<Payments> => [
  rule,
  (t, { created: one, open, paid }) => t.deepEqual([open[field], paid[field]], [one[field], one[field]]),
];
/** Of one method in this form, and null where another is asked for. */
const ofMethod = (field: string, method: Method, form: RegExp): CaseRow<Payments> => [
  `of ${method}, else null`,
  (t, { orders, open }) => {
    t.regex(String(orders[method][field]), form);
    t.is(open[field], null);
    const another = method === 'CREDIT_CARD' ? 'CRYPTO' : 'CREDIT_CARD';
    t.is(orders[another][field], null);
  },
];
const HTTP = /^https?:\/\/[^ ]+$/;

const read = table('Payment', payments, {
  id: kept('id', 'as on create'),
  status: [
    'the word of the transaction: WAITING_PAYMENT, then PAID',
    (t, { open, paid }) => t.deepEqual([open['status'], paid['status']], ['WAITING_PAYMENT', 'PAID']),
  ],
  amount: kept('amount', 'as on create'),
  currency: kept('currency', 'as on create'),
  paymentMethods: kept('paymentMethods', 'as on create'),
  paidWith: [
    'null, then the method that was used',
    (t, { open, paid }) => t.deepEqual([open['paidWith'], paid['paidWith']], [null, 'PIX']),
  ],
  pixQrCode: [
    'a data URI of a PNG that reads as the code',
    (t, { open, orders }) => {
      const [head, base64 = ''] = String(open['pixQrCode']).split(',');
      t.is(head, 'data:image/png;base64');
      const image = decodePng(Buffer.from(base64, 'base64'));
      t.is(jsqr.default(image.data, image.width, image.height)?.data, open['pixCopyPaste'] as string);
      t.is(orders.BOLETO['pixQrCode'], null);
    },
  ],
  pixCopyPaste: [
    'the code, null for another method',
    (t, { open, orders }) => {
      t.regex(String(open['pixCopyPaste']), /^000201.+6304[0-9A-F]{4}$/);
      t.is(orders.BOLETO['pixCopyPaste'], null);
    },
  ],
  pixExpiresAt: [
    'an hour later, where the account says nothing else',
    (t, { open, orders }) => {
      t.regex(String(open['pixExpiresAt']), ISO);
      livesFor(t, [open['createdAt'], open['pixExpiresAt']], 3_600);
      t.is(orders.BOLETO['pixExpiresAt'], null);
    },
  ],
  cardRedirectUrl: ofMethod('cardRedirectUrl', 'CREDIT_CARD', HTTP),
  mbEntity: ofMethod('mbEntity', 'MULTIBANCO', /^\d{5}$/),
  mbReference: ofMethod('mbReference', 'MULTIBANCO', /^\d{9}$/),
  mbExpiresAt: ofMethod('mbExpiresAt', 'MBWAY', ISO),
  boletoBarcode: ofMethod('boletoBarcode', 'BOLETO', /^\d{44}$/),
  boletoLine: ofMethod('boletoLine', 'BOLETO', /^[\d .]{47,60}$/),
  boletoPdfUrl: ofMethod('boletoPdfUrl', 'BOLETO', HTTP),
  boletoExpiresAt: ofMethod('boletoExpiresAt', 'BOLETO', ISO),
  cryptoAddress: ofMethod('cryptoAddress', 'CRYPTO', /^T[1-9A-HJ-NP-Za-km-z]{33}$/),
  cryptoAmount: ofMethod('cryptoAmount', 'CRYPTO', /^100\.0+$/),
  cryptoNetwork: ofMethod('cryptoNetwork', 'CRYPTO', /^TRON$/),
  cryptoCurrency: ofMethod('cryptoCurrency', 'CRYPTO', /^USDT$/),
  providerFee: [
    'none before it is paid, then the bank’s ten centavos',
    (t, { open, paid }) => t.deepEqual([open['providerFee'], paid['providerFee']], [0, 10]),
  ],
  platformFee: [
    'none before it is paid, then our percent',
    (t, { open, paid }) => t.deepEqual([open['platformFee'], paid['platformFee']], [0, 50]),
  ],
  netAmount: [
    'the amount without both fees',
    (t, { open, paid }) => t.deepEqual([open['netAmount'], paid['netAmount']], [5_000, netOf(5_000)]),
  ],
  metadata: kept('metadata', 'as on create'),
  createdAt: kept('createdAt', 'as on create'),
  paidAt: [
    'null, then when the money arrived',
    (t, { open, paid, begun }) => {
      t.is(open['paidAt'], null);
      t.regex(String(paid['paidAt']), ISO);
      const at = Date.parse(String(paid['paidAt']));
      t.true(at >= begun - 1_000 && at <= Date.now() + 1_000);
    },
  ],
});

/** What the bank says of a charge. */
const atBank = once(async (context: Context) => {
  const api = await openApiUser(context);
  const { body: charge } = await api.create({ amount: 900 });
  const { body: open } = await api.send('GET', `/v1/payments/${charge.id}/provider-status`);
  return { txid: charge.pix?.txid, open: open as Fields };
});

const provider = table('Provider status', atBank, {
  localStatus: ['our word', (t, { open }) => t.is(open['localStatus'], 'WAITING_PAYMENT')],
  provider: ['which one', (t, { open }) => t.is(open['provider'], 'simulator')],
  providerTransactionId: ['its own id: the txid', (t, { open, txid }) => t.is(open['providerTransactionId'], txid)],
  providerStatus: ['its own word', (t, { open }) => t.is(open['providerStatus'], 'ATIVA')],
  rawResponse: [
    'its own answer, as an object',
    (t, { open, txid }) => t.like(open['rawResponse'] as object, { txid, status: 'ATIVA' }),
  ],
});

/** What the bank gives out about a Pix that arrived. */
const receipts = once(async (context: Context) => {
  const api = await openApiUser(context);
  const { id } = await paidCharge(api);
  const { status, body } = await api.send('GET', `/v1/payments/${id}/receipt`);
  return { status, body: body as Fields, endToEndId: (await api.get(id)).body.settlement.end_to_end_id };
});

const receipt = table('Receipt', receipts, {
  contentType: [
    'application/pdf',
    (t, { status, body }) => t.deepEqual([status, body['contentType']], [200, 'application/pdf']),
  ],
  base64: [
    'the bank’s own PDF of this payment',
    (t, { body, endToEndId }) => {
      const pdf = Buffer.from(String(body['base64']), 'base64').toString('latin1');
      t.regex(pdf, /^%PDF-/);
      t.true(endToEndId !== undefined && pdf.includes(endToEndId));
    },
  ],
});

export const PAYMENT_TABLES = [created, read, provider, receipt];
