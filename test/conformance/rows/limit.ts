import { randomUUID } from 'node:crypto';
import { until } from '@gx/testkit';
import type { Context } from '../../stories/cases/one-product.ts';
import { CUSTOMER_MAX } from '../../stories/cases/settings.ts';
import { type ApiUser, type Fields, ids, list, livesFor, openApiUser, paidCharge, pay, refused } from './api-user.ts';
import { longLists } from './charge-requests.ts';
import { once, type T, table } from './table.ts';
import { hooks } from './webhook.ts';

const LIMIT = 'invalid_request';
const tills = once(async (context: Context) => {
  const api = await openApiUser(context);
  const paid = await paidCharge(api, 5_000);
  return { context, api, paid };
});
/** Whether a list takes these limits, and how many it shows unasked. */
async function pages(t: T, api: ApiUser, [path, usual]: readonly [string, number]): Promise<void> {
  const read = (query: string) => api.send('GET', `${path}${query}`);
  t.is(list((await read('')).body).length, usual);
  for (const limit of [1, 100]) t.is((await read(`?limit=${limit}`)).status, 200);
  for (const limit of [0, 101]) refused(t, await read(`?limit=${limit}`), [400, LIMIT, 'limit']);
}

const requests = table('Limit', tills, {
  'Idempotency-Key length': [
    '8 to 128 characters, of a charge and of a refund',
    async (t, { api, paid }) => {
      const key = (length: number): string => randomUUID().repeat(4).slice(0, length);
      const charge = (length: number) => api.create({ amount: 100 }, key(length));
      const refund = (length: number) => api.refund(paid.id, { amount: 1, idempotencyKey: key(length) });
      for (const length of [8, 128])
        for (const make of [charge, refund]) t.is((await make(length)).status, 201, String(length));
      for (const length of [7, 129]) {
        refused(t, await charge(length), [400, LIMIT, 'Idempotency-Key']);
        refused(t, await refund(length), [400, LIMIT, 'idempotencyKey']);
      }
    },
  ],
  amount: [
    'a positive integer wherever one is sent',
    async (t, { api, paid }) => {
      for (const amount of [0, -1, 0.5]) {
        refused(t, await api.create({ amount }), [400, 'invalid_amount', 'amount']);
        refused(t, await pay(api, { amount }), [400, 'invalid_amount', 'amount']);
        refused(t, await api.refund(paid.id, { amount }), [400, 'invalid_amount', 'amount']);
      }
      t.is((await api.create({ amount: 1 })).status, 201);
      t.is((await pay(api, { amount: 1 })).status, 201);
      t.is((await api.refund(paid.id, { amount: 1 })).status, 201);
    },
  ],
  description: [
    '500 characters, an emoji is one',
    async (t, { api }) => {
      t.is((await api.create({ description: '😀'.repeat(500) })).status, 201);
      refused(t, await api.create({ description: '😀'.repeat(501) }), [400, LIMIT, 'description']);
    },
  ],
  'Refund reason': [
    '500 characters, an emoji is one',
    async (t, { api, paid }) => {
      t.is((await api.refund(paid.id, { amount: 1, reason: '😀'.repeat(500) })).status, 201);
      refused(t, await api.refund(paid.id, { amount: 1, reason: '😀'.repeat(501) }), [400, LIMIT, 'reason']);
    },
  ],
  'API key label': [
    '64 characters, of a key that is issued or rotated',
    async (t, { api }) => {
      const send = (path: string, length: number) =>
        api.send('POST', path, { headers: api.bearer, body: { label: 'l'.repeat(length) } });
      const { status, body } = await send('/v1/api-keys', 64);
      t.is(status, 201);
      for (const path of ['/v1/api-keys', `/v1/api-keys/${body.id}/rotate`])
        refused(t, await send(path, 65), [400, LIMIT, 'label']);
    },
  ],
  expires_in: [
    '60 to 86400 s, more is as much, none is the hour of the account',
    async (t, { api }) => {
      refused(t, await api.create({ expires_in: 59 }), [400, 'invalid_expires_in', 'expires_in']);
      for (const [requested, given] of [
        [86_400, 86_400],
        [1_000_000, 86_400],
        [undefined, 3_600],
      ]) {
        const { created_at, pix } = (await api.create({ expires_in: requested })).body;
        livesFor(t, [created_at, pix?.expires_at], given ?? 0);
      }
    },
  ],
  'currency on /v1/payments': [
    '3 to 8 characters',
    async (t, { api }) => {
      const coin = (currency: string) => pay(api, { currency, paymentMethods: ['CRYPTO'] });
      for (const currency of ['AB', 'ABCDEFGHI'])
        refused(t, await coin(currency), [400, 'invalid_currency', 'currency']);
      // Well formed, and nobody takes it: that is for the provider to say.
      for (const currency of ['ABC', 'ABCDEFGH']) t.is((await coin(currency)).status, 422, currency);
      t.is((await coin('USD')).status, 201);
    },
  ],
  'API keys per account': [
    'none: forty are good beside each other',
    async (t, { context }) => {
      const api = await openApiUser(context);
      const issue = () => api.send('POST', '/v1/api-keys', { headers: api.bearer, body: { test: true } });
      const issued = [];
      for (let nth = 0; nth < 40; nth += 1) issued.push(await issue());
      t.true(issued.every(({ status }) => status === 201));
      const { body } = await api.send('GET', '/v1/api-keys', { headers: api.bearer });
      t.is(list(body).length, 41);
      for (const { body: one } of [issued[0], issued.at(-1)].flatMap((one) => one ?? []))
        t.is((await api.send('GET', '/v1/wallets', { headers: { apikey: String(one['apiKey']) } })).status, 200);
    },
  ],
  'Velocity guard': [
    'so many live charges of a customer; those that are over do not count',
    async (t, { api }) => {
      const body = { amount: 100, customer: { document: '11222333000181' } };
      const made = [];
      for (let nth = 0; nth < CUSTOMER_MAX; nth += 1) made.push(await api.create(body));
      refused(t, await api.create(body), [403, 'fraud.customer_velocity_exceeded']);
      await api.cancel(made[0]?.body.id ?? '');
      const again = await until('a place is free', async () => {
        const answer = await api.create(body);
        return answer.status === 201 && answer;
      });
      t.is(again.status, 201);
    },
  ],
  'Rate limit': [
    'of a key, given with every answer',
    async (t, { context }) => {
      const api = await openApiUser(context);
      const left = async (): Promise<number> => {
        const { headers } = await api.send('GET', '/v1/wallets');
        t.is(headers['x-ratelimit-limit-minute'], '1500');
        return Number(headers['x-ratelimit-remaining-minute']);
      };
      const before = await left();
      t.is(before - (await left()), 1);
    },
  ],
  'Idempotency-key retention window': [
    'no end: once the charge is over, its key still answers as at first',
    async (t, { api }) => {
      const key = randomUUID();
      const first = await api.create({ amount: 300 }, key);
      await api.cancel(first.body.id);
      const again = await api.create({ amount: 300 }, key);
      t.deepEqual([again.status, again.body], [201, first.body]);
      refused(t, await api.create({ amount: 301 }, key), [409, 'idempotency_key_reused']);
    },
  ],
});

const lists = table('Limit', longLists, {
  'Charge list limit': ['1 to 100, 25 by default', (t, { api }) => pages(t, api, ['/v1/charges', 25])],
  'Payments list limit': ['up to 100, 20 by default', (t, { api }) => pages(t, api, ['/v1/payments', 20])],
  'Deliveries list limit': [
    'up to 100, 25 by default, from the first on',
    async (t, { api, newest }) => {
      // The last charge is told: every one before it has been, or is on its way.
      for (const id of newest) await api.untilWebhook('payment.created', id);
      await pages(t, api, ['/v1/webhooks/deliveries', 25]);
      const { body } = await api.send('GET', '/v1/webhooks/deliveries?limit=3');
      const { body: from } = await api.send('GET', '/v1/webhooks/deliveries?limit=3&offset=0');
      t.deepEqual([body['offset'], ids(body)], [0, ids(from)]);
    },
  ],
});

const webhooks = table('Limit', hooks, {
  'Webhook maxAttempts': [
    '15',
    (t, { delivered, waiting }) => t.deepEqual([delivered['maxAttempts'], waiting['maxAttempts']], [15, 15]),
  ],
  'Webhook consumer response time': [
    '30 s: later than that is a timeout of the connection',
    async (t, { api, slow, hanging }) => {
      const read = async () => (await api.send('GET', `/v1/webhooks/deliveries/${hanging['id']}`)).body as Fields;
      const late = await until(
        'it is given up',
        async () => {
          const now = await read();
          return now['lastError'] !== null && now;
        },
        { timeoutMs: 60_000, everyMs: 500 },
      );
      t.is(late['endpointId'], slow.id);
      t.is(late['lastError'], 'connection_timeout');
      const [first] = late['attemptLog'] as Fields[];
      const tookMs = Number(first?.['durationMs']);
      t.true(tookMs >= 29_900 && tookMs < 35_000, String(tookMs));
    },
  ],
});

export const LIMIT_TABLES = [requests, lists, webhooks];
