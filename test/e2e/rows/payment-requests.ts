import { randomUUID } from 'node:crypto';
import { uniqueName, until } from '@gx/testkit';
import { PATIENTLY } from '../merchant.ts';
import type { Context } from '../stories/one-product.ts';
import { longLists } from './charge-requests.ts';
import { once, type T, table } from './table.ts';
import { asPayment, type Fields, ids, list, openTill, paidCharge, pay, payment, refused, type Till } from './till.ts';

const tills = once(async (context: Context) => ({ context, till: await openTill(context) }));
async function refuses(t: T, till: Till, body: object, expected: readonly [string, string]): Promise<void> {
  refused(t, await pay(till, body), [400, ...expected]);
}
async function accepts(t: T, till: Till, body: object): Promise<Fields & { readonly id: string }> {
  const answer = await pay(till, body);
  t.is(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

const body = table('POST /v1/payments, body', tills, {
  amount: [
    'a positive integer, required',
    async (t, { till }) => {
      for (const amount of [undefined, 0, -1, 1.5, '100'])
        await refuses(t, till, { amount }, ['invalid_amount', 'amount']);
      t.is((await accepts(t, till, { amount: 1 }))['amount'], 1);
    },
  ],
  currency: [
    '3 to 8 characters, BRL unless it is said',
    async (t, { till }) => {
      for (const currency of ['EU', 'USDTUSDTX', 'eur', 7])
        await refuses(t, till, { currency, paymentMethods: ['CRYPTO'] }, ['invalid_currency', 'currency']);
      const coin = { currency: 'USDT', paymentMethods: ['CRYPTO'] };
      t.is((await accepts(t, till, coin))['currency'], 'USDT');
      t.is((await accepts(t, till, {}))['currency'], 'BRL');
    },
  ],
  paymentMethods: [
    'one or more of six',
    async (t, { till }) => {
      for (const paymentMethods of [undefined, [], 'PIX'])
        await refuses(t, till, { paymentMethods }, ['invalid_request', 'paymentMethods']);
      await refuses(t, till, { paymentMethods: ['PIX', 'CASH'] }, ['invalid_request', 'paymentMethods.1']);
      const paymentMethods = ['PIX', 'CREDIT_CARD', 'BOLETO'];
      t.deepEqual((await accepts(t, till, { paymentMethods }))['paymentMethods'], paymentMethods);
    },
  ],
  customerId: [
    'the merchant’s own, told in its webhooks',
    async (t, { till }) => {
      await refuses(t, till, { customerId: 7 }, ['invalid_request', 'customerId']);
      const { id } = await accepts(t, till, { customerId: 'user-7' });
      t.is((await till.untilHeard('payment.created', id)).body.data['customerId'], 'user-7');
    },
  ],
  customerName: [
    'given back',
    async (t, { till }) => {
      await refuses(t, till, { customerName: 7 }, ['invalid_request', 'customerName']);
      t.is((await accepts(t, till, { customerName: 'Ana' }))['customerName'], 'Ana');
    },
  ],
  customerDocument: [
    'a CPF, a CNPJ, or that of another country',
    async (t, { till }) => {
      await refuses(t, till, { customerDocument: '--' }, ['invalid_document', 'customerDocument']);
      for (const [given, read] of [
        ['529.982.247-25', '52998224725'],
        ['11.222.333/0001-81', '11222333000181'],
        ['PT 501 964 843', 'PT 501 964 843'],
      ])
        t.is((await accepts(t, till, { customerDocument: given }))['customerDocument'], read);
    },
  ],
  customerEmail: [
    'an address of RFC 5322',
    async (t, { till }) => {
      for (const customerEmail of ['a@', '@example.com', 'a b@example.com'])
        await refuses(t, till, { customerEmail }, ['invalid_request', 'customerEmail']);
      const customerEmail = "o'brien+x@example.com";
      t.is((await accepts(t, till, { customerEmail }))['customerEmail'], customerEmail);
    },
  ],
  metadata: [
    'an object; returnUrl is kept aside, and MBWAY needs a phone',
    async (t, { till }) => {
      await refuses(t, till, { metadata: 'x' }, ['invalid_request', 'metadata']);
      const mbway = { currency: 'EUR', paymentMethods: ['MBWAY'] };
      for (const phone of [undefined, '912345678'])
        await refuses(t, till, { ...mbway, metadata: { phone } }, ['invalid_request', 'metadata.phone']);
      const phone = '+351912345678';
      t.deepEqual((await accepts(t, till, { ...mbway, metadata: { phone } }))['metadata'], { phone });
      const card = { currency: 'USD', paymentMethods: ['CREDIT_CARD'] };
      const metadata = { returnUrl: 'https://loja.example/back', order: 7 };
      t.deepEqual((await accepts(t, till, { ...card, metadata }))['metadata'], { order: 7 });
      await refuses(t, till, { ...card, metadata: { returnUrl: '/back' } }, ['invalid_request', 'metadata.returnUrl']);
    },
  ],
  webhookUrl: [
    'hears of this transaction in the place of the endpoints',
    async (t, { context, till }) => {
      await refuses(t, till, { webhookUrl: 'https://10.0.0.1/' }, ['invalid_url', 'webhookUrl']);
      const path = `/${uniqueName('own')}`;
      const { id } = await accepts(t, till, { webhookUrl: context.elsewhere.url(path) });
      await till.untilHeard('charge.created', id);
      await until('its own URL hears', () => context.elsewhere.requests(path).length === 1, PATIENTLY);
      t.is(context.elsewhere.requests(path)[0]?.headers['x-service-event-type'], 'payment.created');
      t.false(
        till.heard().some((one) => one.headers['x-service-event-type'] === 'payment.created' && one.body.includes(id)),
      );
    },
  ],
  idempotencyKey: [
    'required, with 8 to 128 characters; again it is the first answer',
    async (t, { till }) => {
      for (const idempotencyKey of [undefined, 'k'.repeat(7), 'k'.repeat(129)])
        await refuses(t, till, { idempotencyKey }, ['invalid_request', 'idempotencyKey']);
      const idempotencyKey = randomUUID();
      const first = await pay(till, { idempotencyKey, amount: 700 });
      const again = await pay(till, { idempotencyKey, amount: 700 });
      t.deepEqual([again.status, again.headers['idempotent-replayed']], [201, 'true']);
      t.deepEqual(again.body, first.body);
      refused(t, await pay(till, { idempotencyKey, amount: 701 }), [409, 'idempotency_key_reused']);
    },
  ],
});

const pages = once(async (context: Context) => {
  const lists = await longLists(context);
  const newest = lists.newest.map(asPayment);
  return { ...lists, newest, read: (query: string) => lists.till.send('GET', `/v1/payments${query}`) };
});
/** A moment as lists say it, so much earlier or later. */
const shifted = (at: string | undefined, ms: number): string => new Date(Date.parse(at ?? '') + ms).toISOString();

const params = table('GET /v1/payments, query', pages, {
  page: [
    'counted from 1, the first unless it is said',
    async (t, { read, newest }) => {
      for (const page of [0, -1, 'x']) refused(t, await read(`?page=${page}`), [400, 'invalid_request', 'page']);
      const { body: second } = await read('?page=2&limit=10');
      t.deepEqual([ids(second), second['page'], second['total']], [newest.slice(10, 20), 2, 26]);
      t.is((await read('')).body['page'], 1);
    },
  ],
  limit: [
    'up to 100, 20 unless it is said',
    async (t, { read, newest }) => {
      for (const limit of [0, 101]) refused(t, await read(`?limit=${limit}`), [400, 'invalid_request', 'limit']);
      const { body: usual } = await read('');
      t.deepEqual([ids(usual), usual['limit']], [newest.slice(0, 20), 20]);
      const { body: most } = await read('?limit=100');
      t.deepEqual([ids(most), most['limit']], [newest, 100]);
    },
  ],
  status: [
    'a word of the transaction',
    async (t, { read, charges }) => {
      t.deepEqual(ids((await read('?status=CANCELLED')).body), [asPayment(charges[1]?.id ?? '')]);
      t.is((await read('?status=WAITING_PAYMENT')).body['total'], 25);
      refused(t, await read('?status=cancelled'), [400, 'invalid_request', 'status']);
    },
  ],
  startDate: [
    'from that moment on, itself included',
    async (t, { read, charges }) => {
      const at = charges[20]?.created_at;
      const total = async (from: string) => (await read(`?startDate=${from}`)).body['total'];
      t.is(await total(shifted(at, 0)), charges.filter(({ created_at }) => created_at >= shifted(at, 0)).length);
      t.is(await total(shifted(at, 1)), charges.filter(({ created_at }) => created_at >= shifted(at, 1)).length);
      refused(t, await read('?startDate=yesterday'), [400, 'invalid_request', 'startDate']);
    },
  ],
  endDate: [
    'up to that moment, itself included',
    async (t, { read, charges }) => {
      const at = charges[20]?.created_at;
      const total = async (to: string) => (await read(`?endDate=${to}`)).body['total'];
      t.is(await total(shifted(at, 0)), charges.filter(({ created_at }) => created_at <= shifted(at, 0)).length);
      t.is(await total(shifted(at, -1)), charges.filter(({ created_at }) => created_at <= shifted(at, -1)).length);
      refused(t, await read('?endDate=2026-02-30'), [400, 'invalid_request', 'endDate']);
    },
  ],
  sortBy: [
    'createdAt unless it is said, or another field of an item',
    async (t, { read, newest }) => {
      const { body: byAmount } = await read('?sortBy=amount');
      t.deepEqual(
        list(byAmount).map(({ amount }) => amount),
        Array.from({ length: 20 }, (_, nth) => 1_025 - nth),
      );
      t.deepEqual(ids((await read('?sortBy=createdAt')).body), newest.slice(0, 20));
      refused(t, await read('?sortBy=secret'), [400, 'invalid_request', 'sortBy']);
    },
  ],
  sortOrder: [
    'desc unless it is said, or asc',
    async (t, { read, newest }) => {
      t.deepEqual(ids((await read('?sortOrder=asc&limit=100')).body), newest.toReversed());
      t.deepEqual(ids((await read('?sortOrder=desc')).body), newest.slice(0, 20));
      refused(t, await read('?sortOrder=down'), [400, 'invalid_request', 'sortOrder']);
    },
  ],
});

/** Three charges of today: two are paid, of them one by card in dollars. */
const statistics = once(async (context: Context) => {
  const till = await openTill(context);
  const [, , { body: card }] = await Promise.all([
    paidCharge(till, 2_000),
    till.create({ amount: 700 }),
    pay(till, { amount: 10_000, currency: 'USD', paymentMethods: ['CREDIT_CARD'] }),
  ]);
  const approve = { body: { outcome: 'approved' } };
  await till.send('POST', `/v1/test_helpers/charges/${card.id}/simulate_outcome`, approve);
  const read = async (query = '') => (await till.send('GET', `/v1/payments/stats${query}`)).body as Fields;
  await until('the card is paid', async () => (await payment(till, card.id))['status'] === 'APPROVED', PATIENTLY);
  const stats = await until(
    'both are counted',
    async () => {
      const now = await read();
      return now['paidTransactions'] === 2 && now;
    },
    PATIENTLY,
  );
  return { stats, year: await read('?days=365'), today: new Date().toISOString().slice(0, 10) };
});

const stats = table('Stats', statistics, {
  totalTransactions: ['all of the days', (t, seen) => t.is(seen.stats['totalTransactions'], 3)],
  paidTransactions: ['paid ones of them', (t, seen) => t.is(seen.stats['paidTransactions'], 2)],
  todayTransactions: ['those of today', (t, seen) => t.is(seen.stats['todayTransactions'], 3)],
  successRate: [
    'paid ones as a percentage',
    (t, seen) =>
      t.true(Math.abs(Number(seen.stats['successRate']) - 200 / 3) < 0.01, String(seen.stats['successRate'])),
  ],
  volumeByCurrency: [
    'what was paid in each, and how often',
    (t, seen) =>
      t.deepEqual((seen.stats['volumeByCurrency'] as Fields[]).toSorted(by('currency')), [
        { currency: 'BRL', volume: 2_000, count: 1 },
        { currency: 'USD', volume: 10_000, count: 1 },
      ]),
  ],
  todayVolumeByCurrency: [
    'what was paid today in each',
    (t, seen) => t.deepEqual(seen.stats['todayVolumeByCurrency'], { BRL: 2_000, USD: 10_000 }),
  ],
  dailyVolume: [
    'a row for each day, seven unless it is said, the last is today',
    (t, seen) => {
      const days = seen.stats['dailyVolume'] as Fields[];
      t.is(days.length, 7);
      t.deepEqual(days.at(-1), { date: seen.today, currencies: { BRL: 2_000, USD: 10_000 } });
      t.deepEqual(days[0]?.['currencies'], { BRL: 0, USD: 0 });
      t.is((seen.year['dailyVolume'] as Fields[]).length, 365);
    },
  ],
  methodBreakdown: [
    'what was paid by each method, and how often',
    (t, seen) =>
      t.deepEqual((seen.stats['methodBreakdown'] as Fields[]).toSorted(by('method')), [
        { method: 'CREDIT_CARD', volume: 10_000, count: 1 },
        { method: 'PIX', volume: 2_000, count: 1 },
      ]),
  ],
});
const by = (field: string) => (one: Fields, other: Fields) => String(one[field]).localeCompare(String(other[field]));

export const PAYMENT_REQUEST_TABLES = [body, params, stats];
