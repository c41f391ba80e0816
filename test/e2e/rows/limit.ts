import { randomUUID } from 'node:crypto';
import { until } from '@gx/testkit';
import type { Context } from '../stories/one-product.ts';
import { CUSTOMER_MAX } from '../stories/settings.ts';
import { longLists } from './charge-requests.ts';
import { once, type T, table } from './table.ts';
import { type Fields, ids, list, livesFor, openTill, paidCharge, pay, refused, type Till } from './till.ts';
import { hooks } from './webhook.ts';

const LIMIT = 'invalid_request';
const tills = once(async (context: Context) => {
  const till = await openTill(context);
  const paid = await paidCharge(till, 5_000);
  return { context, till, paid };
});
/** Whether a list takes these limits, and how many it shows unasked. */
async function pages(t: T, till: Till, [path, usual]: readonly [string, number]): Promise<void> {
  const read = (query: string) => till.send('GET', `${path}${query}`);
  t.is(list((await read('')).body).length, usual);
  for (const limit of [1, 100]) t.is((await read(`?limit=${limit}`)).status, 200);
  for (const limit of [0, 101]) refused(t, await read(`?limit=${limit}`), [400, LIMIT, 'limit']);
}

const requests = table('Limit', tills, {
  'Idempotency-Key length': [
    '8 to 128 characters, of a charge and of a refund',
    async (t, { till, paid }) => {
      const key = (length: number): string => randomUUID().repeat(4).slice(0, length);
      const charge = (length: number) => till.create({ amount: 100 }, key(length));
      const refund = (length: number) => till.refund(paid.id, { amount: 1, idempotencyKey: key(length) });
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
    async (t, { till, paid }) => {
      for (const amount of [0, -1, 0.5]) {
        refused(t, await till.create({ amount }), [400, 'invalid_amount', 'amount']);
        refused(t, await pay(till, { amount }), [400, 'invalid_amount', 'amount']);
        refused(t, await till.refund(paid.id, { amount }), [400, 'invalid_amount', 'amount']);
      }
      t.is((await till.create({ amount: 1 })).status, 201);
      t.is((await pay(till, { amount: 1 })).status, 201);
      t.is((await till.refund(paid.id, { amount: 1 })).status, 201);
    },
  ],
  description: [
    '500 characters, an emoji is one',
    async (t, { till }) => {
      t.is((await till.create({ description: '😀'.repeat(500) })).status, 201);
      refused(t, await till.create({ description: '😀'.repeat(501) }), [400, LIMIT, 'description']);
    },
  ],
  'Refund reason': [
    '500 characters, an emoji is one',
    async (t, { till, paid }) => {
      t.is((await till.refund(paid.id, { amount: 1, reason: '😀'.repeat(500) })).status, 201);
      refused(t, await till.refund(paid.id, { amount: 1, reason: '😀'.repeat(501) }), [400, LIMIT, 'reason']);
    },
  ],
  'API key label': [
    '64 characters, of a key that is issued or rotated',
    async (t, { till }) => {
      const send = (path: string, length: number) =>
        till.send('POST', path, { headers: till.bearer, body: { label: 'l'.repeat(length) } });
      const { status, body } = await send('/v1/api-keys', 64);
      t.is(status, 201);
      for (const path of ['/v1/api-keys', `/v1/api-keys/${body.id}/rotate`])
        refused(t, await send(path, 65), [400, LIMIT, 'label']);
    },
  ],
  expires_in: [
    '60 to 86400 s, more is as much, none is the hour of the account',
    async (t, { till }) => {
      refused(t, await till.create({ expires_in: 59 }), [400, 'invalid_expires_in', 'expires_in']);
      for (const [asked, given] of [
        [86_400, 86_400],
        [1_000_000, 86_400],
        [undefined, 3_600],
      ]) {
        const { created_at, pix } = (await till.create({ expires_in: asked })).body;
        livesFor(t, [created_at, pix?.expires_at], given ?? 0);
      }
    },
  ],
  'currency on /v1/payments': [
    '3 to 8 characters',
    async (t, { till }) => {
      const coin = (currency: string) => pay(till, { currency, paymentMethods: ['CRYPTO'] });
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
      const till = await openTill(context);
      const issue = () => till.send('POST', '/v1/api-keys', { headers: till.bearer, body: { test: true } });
      const issued = [];
      for (let nth = 0; nth < 40; nth += 1) issued.push(await issue());
      t.true(issued.every(({ status }) => status === 201));
      const { body } = await till.send('GET', '/v1/api-keys', { headers: till.bearer });
      t.is(list(body).length, 41);
      for (const { body: one } of [issued[0], issued.at(-1)].flatMap((one) => one ?? []))
        t.is((await till.send('GET', '/v1/wallets', { headers: { apikey: String(one['apiKey']) } })).status, 200);
    },
  ],
  'Velocity guard': [
    'so many live charges of a customer; those that are over do not count',
    async (t, { till }) => {
      const body = { amount: 100, customer: { document: '11222333000181' } };
      const made = [];
      for (let nth = 0; nth < CUSTOMER_MAX; nth += 1) made.push(await till.create(body));
      refused(t, await till.create(body), [403, 'fraud.customer_velocity_exceeded']);
      await till.cancel(made[0]?.body.id ?? '');
      const again = await until('a place is free', async () => {
        const answer = await till.create(body);
        return answer.status === 201 && answer;
      });
      t.is(again.status, 201);
    },
  ],
  'Rate limit': [
    'of a key, told with every answer',
    async (t, { context }) => {
      const till = await openTill(context);
      const left = async (): Promise<number> => {
        const { headers } = await till.send('GET', '/v1/wallets');
        t.is(headers['x-ratelimit-limit-minute'], '1500');
        return Number(headers['x-ratelimit-remaining-minute']);
      };
      const before = await left();
      t.is(before - (await left()), 1);
    },
  ],
  'Idempotency-key retention window': [
    'no end: once the charge is over, its key still answers as at first',
    async (t, { till }) => {
      const key = randomUUID();
      const first = await till.create({ amount: 300 }, key);
      await till.cancel(first.body.id);
      const again = await till.create({ amount: 300 }, key);
      t.deepEqual([again.status, again.body], [201, first.body]);
      refused(t, await till.create({ amount: 301 }, key), [409, 'idempotency_key_reused']);
    },
  ],
});

const lists = table('Limit', longLists, {
  'Charge list limit': ['1 to 100, 25 unless it is said', (t, { till }) => pages(t, till, ['/v1/charges', 25])],
  'Payments list limit': ['up to 100, 20 unless it is said', (t, { till }) => pages(t, till, ['/v1/payments', 20])],
  'Deliveries list limit': [
    'up to 100, 25 unless it is said, from the first on',
    async (t, { till, newest }) => {
      // The last charge is told: every one before it has been, or is on its way.
      for (const id of newest) await till.untilHeard('payment.created', id);
      await pages(t, till, ['/v1/webhooks/deliveries', 25]);
      const { body } = await till.send('GET', '/v1/webhooks/deliveries?limit=3');
      const { body: from } = await till.send('GET', '/v1/webhooks/deliveries?limit=3&offset=0');
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
    async (t, { till, slow, hanging }) => {
      const read = async () => (await till.send('GET', `/v1/webhooks/deliveries/${hanging['id']}`)).body as Fields;
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
