import { randomUUID } from 'node:crypto';
import { startWebhookSink, until, verifyWebhook } from '@gx/testkit';
import type { ExecutionContext } from 'ava';
import { type Counts, countedMerchant, summaryOf } from '../counted.ts';
import { type Merchant, PATIENTLY } from '../merchant.ts';
import { openAccount } from '../shop.ts';
import { type Context, test } from './one-product.ts';

/**
 * The abuse of webhooks (reliability, cases 29 to 34) as a merchant sees it: over HTTP, each answer counted.
 */
type T = ExecutionContext<Context>;
type Delivery = {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly lastStatusCode: number | null;
  readonly nextRetryAt: string | null;
  readonly updatedAt: string;
};
type Shop = { readonly send: Merchant['send']; readonly counts: Counts };
const EVENTS = ['charge.created'];

const open = async ({ context: { stack } }: T): Promise<Shop> =>
  countedMerchant(stack.gateway, await openAccount(stack));

async function register(t: T, { send }: Shop, url: string): Promise<{ id: string; secret: string }> {
  const { status, body } = await send('POST', '/v1/webhooks/endpoints', { body: { url, events: EVENTS } });
  t.is(status, 201, url);
  return { id: body.id, secret: String(body['secret']) };
}

async function sell({ send }: Shop): Promise<string> {
  const headers = { 'idempotency-key': randomUUID() };
  return (await send('POST', '/v1/charges', { headers, body: { amount: 900, payment_method: 'pix' } })).body.id;
}

const deliveriesOf = async ({ send }: Shop, endpointId: string, query = ''): Promise<Delivery[]> =>
  (await send('GET', `/v1/webhooks/deliveries?endpointId=${endpointId}${query}`)).body['data'] as Delivery[];

/** The first delivery of an endpoint, once an attempt has ended. */
const tried = (shop: Shop, endpointId: string): Promise<Delivery> =>
  until(
    `an attempt at ${endpointId} has ended`,
    async () => {
      const [delivery] = await deliveriesOf(shop, endpointId);
      return delivery !== undefined && (delivery.lastError ?? delivery.lastStatusCode) !== null && delivery;
    },
    PATIENTLY,
  );

function sum(t: T, number: number, { counts }: Shop): void {
  t.deepEqual([counts.outside, counts.ours], [[], []]);
  t.true(counts.requests > 0);
  t.log(summaryOf(number, counts));
}

test('case 29: whatever an endpoint does wrong stands in its delivery, in one word each, and can be looked at', async (t) => {
  const { sink, elsewhere } = t.context;
  const shop = await open(t);
  const path = (name: string): string => `/case-29-${name}`;
  sink.answer(path('500'), { status: 500 });
  sink.answer(path('404'), { status: 404 });
  sink.answer(path('resets'), { reset: 'before' });
  sink.answer(path('redirects'), { redirect: elsewhere.url('/case-29') });
  sink.answer(path('hangs'), { hang: true });
  const wrong = {
    [sink.url(path('500'))]: /500/,
    [sink.url(path('404'))]: /404/,
    [sink.url(path('resets'))]: /connection_reset/,
    [sink.url(path('redirects'))]: /redirect_not_followed/,
    [sink.url(path('hangs'))]: /timeout/,
    [`https://127.0.0.1:${sink.port}/`]: /tls_error/,
    'https://nothing.invalid/': /dns_failure/,
  };
  const endpoints = new Map<string, string>();
  for (const url of Object.keys(wrong)) endpoints.set(url, (await register(t, shop, url)).id);
  await sell(shop);
  for (const [url, word] of Object.entries(wrong)) {
    const { id, lastError, lastStatusCode } = await tried(shop, endpoints.get(url) ?? '');
    t.regex(`${lastError} ${lastStatusCode}`, word, url);
    t.is((await shop.send('GET', `/v1/webhooks/deliveries/${id}`)).status, 200);
  }
  t.deepEqual(elsewhere.requests('/case-29'), []);
  sum(t, 29, shop);
});

test('case 30: 429 with seconds, with a date, with nonsense, with ten years: the next retry shows what was made of it', async (t) => {
  const { sink } = t.context;
  const shop = await open(t);
  const inTenMinutes = new Date(Date.now() + 600_000).toUTCString();
  const rows = [
    ['120', 120, 125],
    [inTenMinutes, 500, 601],
    ['whenever', 0, 60],
    [String(10 * 365 * 86_400), 86_400, 86_400],
  ] as const;
  const ids: string[] = [];
  for (const [index, [retryAfter]] of rows.entries()) {
    sink.answer(`/case-30-${index}`, { status: 429, retryAfter }, { status: 429, retryAfter });
    ids.push((await register(t, shop, sink.url(`/case-30-${index}`))).id);
  }
  await sell(shop);
  for (const [index, [retryAfter, least, most]] of rows.entries()) {
    const { nextRetryAt, updatedAt } = await until(
      `the next retry after ${retryAfter}`,
      async () => {
        const [delivery] = await deliveriesOf(shop, ids[index] ?? '');
        return delivery?.nextRetryAt != null && delivery;
      },
      PATIENTLY,
    );
    const seconds = (Date.parse(nextRetryAt ?? '') - Date.parse(updatedAt)) / 1_000;
    t.true(seconds >= least && seconds <= most, `${retryAfter}: ${seconds} s`);
  }
  sum(t, 30, shop);
});

test('case 31: a secret rotated between attempts signs the next; what waits for a deleted endpoint is cancelled; INACTIVE receives nothing', async (t) => {
  const { sink } = t.context;
  const shop = await open(t);
  sink.answer('/case-31-rotated', { status: 429, retryAfter: '3' }, { status: 200 });
  sink.answer('/case-31-deleted', { status: 429, retryAfter: '3600' });
  const rotated = await register(t, shop, sink.url('/case-31-rotated'));
  const deleted = await register(t, shop, sink.url('/case-31-deleted'));
  const idle = await register(t, shop, sink.url('/case-31-idle'));
  const patched = await shop.send('PATCH', `/v1/webhooks/endpoints/${idle.id}`, { body: { status: 'INACTIVE' } });
  t.is(patched.body.status as string, 'INACTIVE');
  await sell(shop);
  await tried(shop, rotated.id);
  const { body } = await shop.send('POST', `/v1/webhooks/endpoints/${rotated.id}/rotate-secret`);
  await tried(shop, deleted.id);
  t.is((await shop.send('DELETE', `/v1/webhooks/endpoints/${deleted.id}`)).status, 200);
  await until(
    'what waited is cancelled',
    async () => (await deliveriesOf(shop, deleted.id)).every(({ status }) => status === 'CANCELLED'),
    PATIENTLY,
  );
  const [first, second] = await until(
    'two attempts',
    () => sink.requests('/case-31-rotated').length >= 2 && sink.requests('/case-31-rotated'),
    PATIENTLY,
  );
  t.truthy(first && verifyWebhook(first, rotated.secret));
  t.truthy(second && verifyWebhook(second, String(body['secret'])));
  t.is(second && verifyWebhook(second, rotated.secret), undefined);
  t.is(sink.requests('/case-31-deleted').length, 1);
  t.deepEqual(sink.requests('/case-31-idle'), []);
  sum(t, 31, shop);
});

/**
 * What the local product may not call either: it allows 127.0.0.1, and names, and no other address inside,
 * and of public hosts the ports of webhooks. `{port}` is the canary's.
 */
// biome-ignore format: a list of addresses
const INSIDE = [
  'https://127.0.0.2:{port}/', 'https://127.2:{port}/', 'https://0x7f000002:{port}/', 'https://2130706434:{port}/',
  'https://0.0.0.0:{port}/', 'https://[::1]:{port}/', 'https://[::ffff:127.0.0.2]:{port}/', 'https://[64:ff9b::7f00:2]:{port}/',
  'https://10.0.0.1:6379/', 'https://169.254.169.254/latest/meta-data', 'https://192.168.0.1:27017/', 'https://[fd00::1]:9092/',
  'https://shop.example.com:6379/', 'https://shop.example.com:9092/', 'https://8.8.8.8:27017/',
  'https://[example.com]/', 'https://user@example.com:{port}/', 'https://example.com@127.0.0.2:{port}/',
  'http://example.com:{port}/', 'http://127.0.0.2:{port}/', 'ftp://example.com/', 'file:///etc/passwd', 'gopher://127.0.0.2:6379/_FLUSHALL',
  'unix:///var/run/docker.sock', 'javascript:alert(1)', '//127.0.0.2:{port}/', 'https://', 'not a url', '',
] as const;

test('case 33: an address that leads inside is 400 at registration, at PATCH and as webhookUrl, and nobody connects', async (t) => {
  const canary = await startWebhookSink({ host: '::' });
  t.teardown(canary.stop);
  const shop = await open(t);
  const { id } = await register(t, shop, 'https://shop.example.com/');
  for (const address of INSIDE) {
    const url = address.replace('{port}', String(canary.port));
    const payment = { amount: 100, paymentMethods: ['PIX'], webhookUrl: url, idempotencyKey: randomUUID() };
    for (const [param, answer] of [
      ['url', await shop.send('POST', '/v1/webhooks/endpoints', { body: { url, events: EVENTS } })],
      ['url', await shop.send('PATCH', `/v1/webhooks/endpoints/${id}`, { body: { url } })],
      ['webhookUrl', await shop.send('POST', '/v1/payments', { body: payment })],
    ] as const)
      t.like(answer, { status: 400, body: { error: { type: 'invalid_request_error', param } } } as object, url);
  }
  t.is(canary.connections(), 0);
  sum(t, 33, shop);
});

test('case 34: a byte a second, megabytes, and thousands of header lines hold up nobody else', async (t) => {
  const { sink } = t.context;
  const shop = await open(t);
  sink.answer('/case-34-drips', { body: 'x'.repeat(100), byteEveryMs: 1_000 });
  sink.answer('/case-34-large', { body: 'z'.repeat(5_000_000) });
  sink.answer('/case-34-lines', { raw: `HTTP/1.1 200 OK\r\n${'x-filler: y\r\n'.repeat(100_000)}\r\n` });
  const ids = new Map<string, string>();
  for (const name of ['drips', 'large', 'lines', 'quick'])
    ids.set(name, (await register(t, shop, sink.url(`/case-34-${name}`))).id);
  const charge = await sell(shop);
  await until('the quick one has its event', () => sink.requests('/case-34-quick').length === 1, PATIENTLY);
  t.true(sink.requests('/case-34-quick')[0]?.body.includes(charge));
  t.is((await tried(shop, ids.get('large') ?? '')).lastStatusCode, 200);
  t.is((await tried(shop, ids.get('lines') ?? '')).lastError, 'invalid_response');
  t.like(await tried(shop, ids.get('drips') ?? ''), { status: 'DELIVERED', lastStatusCode: 200 });
  sum(t, 34, shop);
});
