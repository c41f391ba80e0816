import { randomUUID } from 'node:crypto';
import { uniqueName, until } from '@gx/testkit';
import type { Context } from '../../stories/cases/one-product.ts';
import { PATIENTLY } from '../../stories/merchant.ts';
import {
  type ApiUser,
  asPayment,
  becomes,
  type Fields,
  ids,
  list,
  openApiUser,
  order,
  paidCharge,
  pay,
  refused,
} from './api-user.ts';
import { longLists } from './charge-requests.ts';
import { once, type T, table } from './table.ts';

const tills = once(async (context: Context) => ({ context, api: await openApiUser(context) }));
async function refuses(t: T, api: ApiUser, body: object, expected: readonly [string, string]): Promise<void> {
  refused(t, await pay(api, body), [400, ...expected]);
}
async function accepts(t: T, api: ApiUser, body: object): Promise<Fields & { readonly id: string }> {
  const answer = await pay(api, body);
  t.is(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

const body = table('POST /v1/payments, body', tills, {
  amount: [
    'a positive integer, required',
    async (t, { api }) => {
      for (const amount of [undefined, 0, -1, 1.5, '100'])
        await refuses(t, api, { amount }, ['invalid_amount', 'amount']);
      t.is((await accepts(t, api, { amount: 1 }))['amount'], 1);
    },
  ],
  currency: [
    '3 to 8 characters, BRL by default',
    async (t, { api }) => {
      for (const currency of ['EU', 'USDTUSDTX', 'eur', 7])
        await refuses(t, api, { currency, paymentMethods: ['CRYPTO'] }, ['invalid_currency', 'currency']);
      const coin = { currency: 'USDT', paymentMethods: ['CRYPTO'] };
      t.is((await accepts(t, api, coin))['currency'], 'USDT');
      t.is((await accepts(t, api, {}))['currency'], 'BRL');
    },
  ],
  paymentMethods: [
    'one or more of six',
    async (t, { api }) => {
      for (const paymentMethods of [undefined, [], 'PIX'])
        await refuses(t, api, { paymentMethods }, ['invalid_request', 'paymentMethods']);
      await refuses(t, api, { paymentMethods: ['PIX', 'CASH'] }, ['invalid_request', 'paymentMethods.1']);
      const paymentMethods = ['PIX', 'CREDIT_CARD', 'BOLETO'];
      t.deepEqual((await accepts(t, api, { paymentMethods }))['paymentMethods'], paymentMethods);
    },
  ],
  customerId: [
    'the merchant’s own, repeated in its webhooks',
    async (t, { api }) => {
      await refuses(t, api, { customerId: 7 }, ['invalid_request', 'customerId']);
      const { id } = await accepts(t, api, { customerId: 'user-7' });
      t.is((await api.untilWebhook('payment.created', id)).body.data['customerId'], 'user-7');
    },
  ],
  customerName: [
    'given back',
    async (t, { api }) => {
      await refuses(t, api, { customerName: 7 }, ['invalid_request', 'customerName']);
      t.is((await accepts(t, api, { customerName: 'Ana' }))['customerName'], 'Ana');
    },
  ],
  customerDocument: [
    'a CPF, a CNPJ, or that of another country',
    async (t, { api }) => {
      await refuses(t, api, { customerDocument: '--' }, ['invalid_document', 'customerDocument']);
      for (const [given, read] of [
        ['529.982.247-25', '52998224725'],
        ['11.222.333/0001-81', '11222333000181'],
        ['PT 501 964 843', 'PT 501 964 843'],
      ])
        t.is((await accepts(t, api, { customerDocument: given }))['customerDocument'], read);
    },
  ],
  customerEmail: [
    'an address of RFC 5322',
    async (t, { api }) => {
      for (const customerEmail of ['a@', '@example.com', 'a b@example.com'])
        await refuses(t, api, { customerEmail }, ['invalid_request', 'customerEmail']);
      const customerEmail = "o'brien+x@example.com";
      t.is((await accepts(t, api, { customerEmail }))['customerEmail'], customerEmail);
    },
  ],
  metadata: [
    'an object; returnUrl is kept aside, and MBWAY needs a phone',
    async (t, { api }) => {
      await refuses(t, api, { metadata: 'x' }, ['invalid_request', 'metadata']);
      const mbway = { currency: 'EUR', paymentMethods: ['MBWAY'] };
      for (const phone of [undefined, '912345678'])
        await refuses(t, api, { ...mbway, metadata: { phone } }, ['invalid_request', 'metadata.phone']);
      const phone = '+351912345678';
      t.deepEqual((await accepts(t, api, { ...mbway, metadata: { phone } }))['metadata'], { phone });
      const card = { currency: 'USD', paymentMethods: ['CREDIT_CARD'] };
      const metadata = { returnUrl: 'https://loja.example/back', order: 7 };
      t.deepEqual((await accepts(t, api, { ...card, metadata }))['metadata'], { order: 7 });
      await refuses(t, api, { ...card, metadata: { returnUrl: '/back' } }, ['invalid_request', 'metadata.returnUrl']);
    },
  ],
  webhookUrl: [
    'receives the events of this transaction in the place of the endpoints',
    async (t, { context, api }) => {
      await refuses(t, api, { webhookUrl: 'https://10.0.0.1/' }, ['invalid_url', 'webhookUrl']);
      const path = `/${uniqueName('own')}`;
      const { id } = await accepts(t, api, { webhookUrl: context.elsewhere.url(path) });
      await api.untilWebhook('charge.created', id);
      await until('its own URL has it', () => context.elsewhere.requests(path).length === 1, PATIENTLY);
      t.is(context.elsewhere.requests(path)[0]?.headers['x-service-event-type'], 'payment.created');
      t.false(
        api
          .webhooks()
          .some((one) => one.headers['x-service-event-type'] === 'payment.created' && one.body.includes(id)),
      );
    },
  ],
  idempotencyKey: [
    'required, with 8 to 128 characters; again it is the first answer',
    async (t, { api }) => {
      for (const idempotencyKey of [undefined, 'k'.repeat(7), 'k'.repeat(129)])
        await refuses(t, api, { idempotencyKey }, ['invalid_request', 'idempotencyKey']);
      const idempotencyKey = randomUUID();
      const first = await pay(api, { idempotencyKey, amount: 700 });
      const again = await pay(api, { idempotencyKey, amount: 700 });
      t.deepEqual([again.status, again.headers['idempotent-replayed']], [201, 'true']);
      t.deepEqual(again.body, first.body);
      refused(t, await pay(api, { idempotencyKey, amount: 701 }), [409, 'idempotency_key_reused']);
    },
  ],
});

const pages = once(async (context: Context) => {
  const lists = await longLists(context);
  const newest = lists.newest.map(asPayment);
  return { ...lists, newest, read: (query: string) => lists.api.send('GET', `/v1/payments${query}`) };
});
/** A moment as lists say it, so much earlier or later. */
const shifted = (at: string | undefined, ms: number): string => new Date(Date.parse(at ?? '') + ms).toISOString();

const params = table('GET /v1/payments, query', pages, {
  page: [
    'counted from 1, the first by default',
    async (t, { read, newest }) => {
      for (const page of [0, -1, 'x']) refused(t, await read(`?page=${page}`), [400, 'invalid_request', 'page']);
      const { body: second } = await read('?page=2&limit=10');
      t.deepEqual([ids(second), second['page'], second['total']], [newest.slice(10, 20), 2, 26]);
      t.is((await read('')).body['page'], 1);
    },
  ],
  limit: [
    'up to 100, 20 by default',
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
    'createdAt by default, or another field of an item',
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
    'desc by default, or asc',
    async (t, { read, newest }) => {
      t.deepEqual(ids((await read('?sortOrder=asc&limit=100')).body), newest.toReversed());
      t.deepEqual(ids((await read('?sortOrder=desc')).body), newest.slice(0, 20));
      refused(t, await read('?sortOrder=down'), [400, 'invalid_request', 'sortOrder']);
    },
  ],
});

/** Three charges of today: two are paid, of them one by card in dollars. */
const statistics = once(async (context: Context) => {
  const api = await openApiUser(context);
  const [, , card] = await Promise.all([
    paidCharge(api, 2_000),
    api.create({ amount: 700 }),
    order(api, { amount: 10_000, currency: 'USD', paymentMethods: ['CREDIT_CARD'] }, 'approved'),
  ]);
  const read = async (query = '') => (await api.send('GET', `/v1/payments/stats${query}`)).body as Fields;
  await becomes(api, card, 'APPROVED');
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
    'a row for each day, seven by default, the last is today',
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
