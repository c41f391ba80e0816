import { randomUUID } from 'node:crypto';
import { until } from '@gx/testkit';
import { PATIENTLY } from '../../stories/merchant.ts';
import { asPayment, type Fields, ids, list, paidCharge, pay, refused } from './api-user.ts';
import { get, type RouteShop, shaped, shops } from './shop-of-routes.ts';
import { type CaseRow, table } from './table.ts';

const CHARGE = [
  ...['id', 'object', 'amount', 'currency', 'status', 'payment_method', 'customer'],
  ...['pix', 'checkout_url', 'settlement', 'metadata', 'created_at'],
];
const CREATED = [
  ...['id', 'status', 'amount', 'currency', 'paymentMethods'],
  ...['customerName', 'customerDocument', 'customerEmail', 'metadata', 'createdAt'],
];
const REFUND = ['id', 'transactionId', 'amount', 'currency', 'status', 'reason', 'createdAt', 'initiator'];
const ISSUED = ['id', 'apiKey', 'fingerprint', 'prefix', 'label', 'createdAt'];

const keyed: Readonly<Record<string, CaseRow<RouteShop>>> = {
  'POST /v1/api-keys': ['201 with the key in clear', (t, { key }) => shaped(t, key, [201, ...ISSUED])],
  'GET /v1/api-keys': [
    '200 with metadata alone',
    async (t, { api, key }) => {
      const { body } = await api.send('GET', '/v1/api-keys', { headers: api.bearer });
      const item = list(body).find(({ id }) => id === key.body.id) ?? {};
      t.deepEqual(Object.keys(item), ['id', 'prefix', 'label', 'createdAt']);
    },
  ],
  'POST /v1/api-keys/{id}/rotate': [
    'with the new key in clear; the old one is good for nothing from then on',
    async (t, { api }) => {
      const send = { headers: api.bearer, body: { test: true, label: 'old' } };
      const { body: old } = await api.send('POST', '/v1/api-keys', send);
      const at = `/v1/api-keys/${old.id}/rotate`;
      const rotated = shaped(t, await api.send('POST', at, { headers: api.bearer, body: { label: 'new' } }), [
        201,
        ...ISSUED,
      ]);
      t.is(rotated['label'], 'new');
      const as = (apikey: unknown) => api.send('GET', '/v1/wallets', { headers: { apikey: String(apikey) } });
      refused(t, await as(old['apiKey']), [401, 'unauthorized']);
      t.is((await as(rotated['apiKey'])).status, 200);
    },
  ],
  'DELETE /v1/api-keys/{id}': [
    '200 {revoked: true}, for good',
    async (t, { api }) => {
      const { body } = await api.send('POST', '/v1/api-keys', { headers: api.bearer, body: { test: true } });
      const revoke = () => api.send('DELETE', `/v1/api-keys/${body.id}`, { headers: api.bearer });
      t.deepEqual<object, object>((await revoke()).body, { revoked: true });
      refused(t, await revoke(), [404, 'not_found']);
      const headers = { apikey: String(body['apiKey']) };
      refused(t, await api.send('GET', '/v1/wallets', { headers }), [401, 'unauthorized']);
    },
  ],
  'POST /v1/auth/login': [
    '200 with the token that opens the routes of keys',
    async (t, { api }) => {
      const { email, password } = api.login;
      const { body } = await api.send('POST', '/v1/auth/login', { body: { email, password } });
      const headers = { authorization: `Bearer ${body['accessToken']}` };
      t.is((await api.send('GET', '/v1/api-keys', { headers })).status, 200);
      const wrong = await api.send('POST', '/v1/auth/login', { body: { email, password: 'wrong' } });
      refused(t, wrong, [401, 'unauthorized']);
    },
  ],
};

const charges: Readonly<Record<string, CaseRow<RouteShop>>> = {
  'POST /v1/charges': [
    '201 with the charge',
    async (t, { api }) => shaped(t, await api.create({ amount: 100 }), [201, ...CHARGE]),
  ],
  'POST /v1/pix/charges': [
    '201 with the charge, of whatever method the body is',
    async (t, { api }) => {
      const headers = { 'idempotency-key': randomUUID() };
      const body = { amount: 100, payment_method: 'boleto' };
      const charge = shaped(t, await api.send('POST', '/v1/pix/charges', { headers, body }), [201, ...CHARGE]);
      t.is(charge['payment_method'], 'pix');
    },
  ],
  'GET /v1/charges/{id}': [
    '200 with the charge, by ch_ or raw id; 404 for another merchant',
    async (t, { api, paid }) => {
      const charge = shaped(t, await api.get(paid.id), [200, ...CHARGE]);
      t.is(charge['status'], 'paid');
      t.deepEqual((await api.get(paid.id.slice(3))).body as object, charge);
      refused(t, await api.get(`ch_${randomUUID()}`), [404, 'not_found']);
      refused(t, await t.context.stack.merchant.get(paid.id), [404, 'not_found']);
    },
  ],
  'GET /v1/charges': [
    '200 with a list that goes by cursor',
    async (t, { api, open }) => {
      const found = shaped(t, await get(api, '/v1/charges?limit=100'), [
        200,
        ...['object', 'data', 'has_more', 'next_cursor'],
      ]);
      t.true(ids(found).includes(open.id));
    },
  ],
  'GET /v1/wallets/balance': [
    '200 with every currency, or flat with the one that is named; 401 without a key',
    async (t, { api }) => {
      const full = ['available', 'pending', 'total', 'retained', 'next_release_at', 'next_release_amount'];
      const { status, body } = await get(api, '/v1/wallets/balance');
      t.deepEqual(
        [status, ...Object.keys(body).toSorted()],
        [200, ...[...full, 'currency', 'balances', 'primary'].toSorted()],
      );
      const flat = await get(api, '/v1/wallets/balance?currency=BRL');
      const five = ['available', 'currency', 'next_release_amount', 'next_release_at', 'pending'];
      t.deepEqual(Object.keys(flat.body).toSorted(), five);
      const headers = { apikey: 'gx_test_nobody' };
      refused(t, await api.send('GET', '/v1/wallets/balance', { headers }), [401, 'unauthorized']);
    },
  ],
  'GET /v1/wallets': [
    '200 with an array',
    async (t, { api }) => {
      const { status, body } = await get(api, '/v1/wallets');
      t.is(status, 200);
      const [item, ...more] = body as unknown as Fields[];
      t.deepEqual(Object.keys(item ?? {}), ['currency', 'walletType', 'balance', 'pendingBalance']);
      t.deepEqual(more, []);
    },
  ],
};

const payments: Readonly<Record<string, CaseRow<RouteShop>>> = {
  'POST /v1/payments': [
    '201 with the fields of a creation',
    async (t, { api }) => shaped(t, await pay(api), [201, ...CREATED]),
  ],
  'GET /v1/payments/{id}': [
    '200 with the transaction, by any form of its id',
    async (t, { api, paid }) => {
      const forms = [asPayment(paid.id), paid.id, paid.id.slice(3)];
      for (const id of forms) {
        const { status, body } = await get(api, `/v1/payments/${id}`);
        t.deepEqual([status, body.id, Object.keys(body).length], [200, asPayment(paid.id), 27], id);
      }
      refused(t, await get(api, `/v1/payments/tx_${randomUUID()}`), [404, 'not_found']);
    },
  ],
  'GET /v1/payments': [
    '200 with a page',
    async (t, { api, open }) => {
      const page = shaped(t, await get(api, '/v1/payments?limit=100'), [200, 'data', 'total', 'page', 'limit']);
      t.true(ids(page).includes(asPayment(open.id)));
    },
  ],
  'GET /v1/payments/stats': [
    '200 with eight fields, of as many days as are requested',
    async (t, { api }) => {
      const stats = shaped(t, await get(api, '/v1/payments/stats?days=2'), [
        200,
        ...['totalTransactions', 'paidTransactions', 'todayTransactions', 'successRate', 'volumeByCurrency'],
        ...['todayVolumeByCurrency', 'dailyVolume', 'methodBreakdown'],
      ]);
      t.is((stats['dailyVolume'] as Fields[]).length, 2);
    },
  ],
  'GET /v1/payments/metrics': [
    '200 of seven days by default, of all currencies or one',
    async (t, { api }) => {
      const usual = shaped(t, await get(api, '/v1/payments/metrics'), [
        200,
        ...['days', 'currency', 'funnel', 'volume', 'timeToPay', 'daily'],
      ]);
      t.deepEqual([usual['days'], usual['currency']], [7, null]);
      const { body } = await get(api, '/v1/payments/metrics?days=3&currency=EUR');
      t.deepEqual([body['days'], body.currency], [3, 'EUR']);
      t.like((body['volume'] as Fields[])[0], { currency: 'EUR', gross: 0, count: 0 });
    },
  ],
  'POST /v1/payments/{id}/refund': [
    '201 with a refund that is PENDING',
    async (t, { api, paid }) => {
      const refund = shaped(t, await api.refund(paid.id, { amount: 100, reason: 'x' }), [201, ...REFUND]);
      t.is(refund['status'], 'PENDING');
    },
  ],
  'GET /v1/payments/{id}/refunds': [
    '200 with all of them, newest first',
    async (t, { api }) => {
      const { id } = await paidCharge(api, 900);
      const [one, two] = [await api.refund(id, { amount: 100 }), await api.refund(id, { amount: 200 })];
      const { status, body } = await get(api, `/v1/payments/${id}/refunds`);
      t.deepEqual([status, ids(body), body['total']], [200, [two.body.id, one.body.id], 2]);
    },
  ],
  'POST /v1/payments/{id}/cancel': [
    '200 with the transaction, announced as payment.failed; 422 once it is paid',
    async (t, { api, paid }) => {
      const { body } = await pay(api);
      const cancelled = await api.cancel(body.id);
      t.deepEqual([cancelled.status, cancelled.body.id, cancelled.body.status as string], [200, body.id, 'CANCELLED']);
      await t.notThrowsAsync(api.untilWebhook('payment.failed', body.id));
      refused(t, await api.cancel(paid.id), [422, 'unprocessable_entity']);
    },
  ],
  'POST /v1/payments/{id}/resend-webhook': [
    'sends the status once more, in another delivery of the same event',
    async (t, { api }) => {
      const { body } = await api.create({ amount: 100 });
      const first = await api.untilWebhook('charge.created', body.id);
      const resent = await api.send('POST', `/v1/payments/${body.id}/resend-webhook`);
      t.deepEqual<object, object>(shaped(t, resent, [200, 'resent', 'status']), {
        resent: true,
        status: 'WAITING_PAYMENT',
      });
      const deliveries = () => api.webhooks().filter((one) => one.body === first.request.body);
      await until('it is delivered again', () => deliveries().length === 2, PATIENTLY);
      t.is(new Set(deliveries().map(({ headers }) => headers['x-service-delivery-id'])).size, 2);
    },
  ],
  'GET /v1/payments/{id}/provider-status': [
    '200 with the words of the bank as of now',
    async (t, { api, paid }) => {
      const response = shaped(t, await get(api, `/v1/payments/${paid.id}/provider-status`), [
        200,
        ...['localStatus', 'provider', 'providerTransactionId', 'providerStatus', 'rawResponse'],
      ]);
      t.deepEqual([response['localStatus'], response['providerStatus']], ['PAID', 'CONCLUIDA']);
    },
  ],
  'GET /v1/payments/{id}/receipt': [
    '422 before it is paid, then 200 with the PDF of the bank',
    async (t, { api, open, paid }) => {
      const early = await get(api, `/v1/payments/${open.id}/receipt`);
      refused(t, early, [422, 'unprocessable_entity']);
      t.is(early.body.error.reason, 'receipt_unavailable');
      const receipt = await get(api, `/v1/payments/${paid.id}/receipt`);
      t.is(shaped(t, receipt, [200, 'contentType', 'base64'])['contentType'], 'application/pdf');
    },
  ],
};

export const ROUTES = table('Route', shops, { ...keyed, ...charges, ...payments });
