import { newId } from '@gx/core';
import { newCipher } from '@gx/runtime';
import { type SinkAnswer, type SinkRequest, startWebhookSink, verifyWebhook } from '@gx/testkit';
import test from 'ava';
import { created, paid } from './charge-events.ts';
import { attemptLogOf, outcomeOf, triedTimes } from './endpoint-outcome.ts';
import { newTenant, shared, startHarness, untilDeliveries } from './harness.ts';

/** A thousandth: 5 s become 5 ms, 24 h become 86 s. */
const TIMEOUT_MS = 20_000;
const webhooks = shared(test, { WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS) }, { random: () => 0 });

const gaps = (requests: readonly SinkRequest[]) =>
  requests.slice(1).map((request, index) => request.receivedAt.getTime() - Number(requests[index]?.receivedAt));
/** A date of HTTP knows no milliseconds. */
const inWholeSeconds = (ms: number): Date => new Date(Math.floor((Date.now() + ms) / 1_000) * 1_000);
const outcome = (path: string, answers: readonly SinkAnswer[], attempts: number) =>
  outcomeOf(webhooks(), path, answers, attempts);
const tried = (path: string, times: number) => triedTimes(webhooks(), path, times);
const attemptLog = (delivery: { readonly id: string } | undefined) => attemptLogOf(webhooks(), delivery);

test('500, then 404, then 200: two retries on schedule, and every try sends the same bytes under its own id', async (t) => {
  const { delivery, requests } = await outcome(
    '/heals',
    [{ status: 500 }, { status: 404, body: 'no' }, { status: 200, body: 'yes' }],
    3,
  );
  t.like(delivery, { status: 'DELIVERED', attempts: 3, maxAttempts: 15, lastStatusCode: 200, lastResponseBody: 'yes' });
  t.is(delivery?.lastError, undefined);
  t.is(delivery?.nextRetryAtMs, undefined);
  t.truthy(delivery?.deliveredAtMs);
  t.is(new Set(requests.map(({ body }) => body)).size, 1);
  t.is(new Set(requests.map(({ headers }) => headers['x-service-delivery-id'])).size, 3);
  const [first, second] = gaps(requests);
  t.true((first ?? 0) >= 5 && (second ?? 0) >= 30, `${first}, ${second}`);
});

test('a reset before and in the middle of a refusal is recorded and tried again', async (t) => {
  const midway = { status: 500, reset: 'midway', body: 'long' } as const;
  // An origin of its own, to which each connection is new.
  const { publish, client } = webhooks();
  const own = await startWebhookSink();
  t.teardown(own.stop);
  const tenant = newTenant();
  const url = own.url('/resets');
  await client.registerEndpoint({ requestId: 'r' }, { tenant, url, events: ['charge.created'] });
  own.answer('/resets', { reset: 'before' }, midway, {});
  await publish(created(tenant));
  const [delivery] = await untilDeliveries(webhooks(), tenant, 1, ({ status }) => status === 'DELIVERED');
  const log = await attemptLog(delivery);
  t.deepEqual(
    log.map(({ error }) => error),
    ['connection_reset', 'connection_reset', undefined],
  );
});

// RFC 9110 says how an answer ends; the specification that a 2xx delivers.
for (const [rule, raw] of [
  ['its body is shorter than it says', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort'],
  ['its chunks break off', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n'],
  ['its body is longer than it says', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok and more'],
  ['it is a 204 with a body', 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello'],
] as const)
  test(`a 2xx delivers at once and for good: ${rule}`, async (t) => {
    const { delivery, requests } = await outcome(`/${newId('endpoint')}`, [{ raw }], 1);
    t.like(delivery, { status: 'DELIVERED', attempts: 1 });
    t.is(delivery?.lastError, undefined);
    t.is(requests.length, 1);
  });

// RFC 9110 15.2: a client reads 1xx answers before the final one, even if it does not expect them.
for (const [what, interim] of [
  ['a 100', ['100 Continue']],
  ['several of them', ['100 Continue', '100 Continue', '102 Processing', '103 Early Hints']],
  ['one that nobody knows', ['199 Soon']],
] as const)
  test(`an answer after an unasked 1xx counts: ${what}`, async (t) => {
    const raw = [...interim, '200 OK'].map((line) => `HTTP/1.1 ${line}\r\n`);
    const answer = `${raw.join('Link: </a>\r\n\r\n')}Content-Length: 2\r\n\r\nok`;
    const { delivery } = await outcome(`/${newId('endpoint')}`, [{ raw: answer }], 1);
    t.like(delivery, { status: 'DELIVERED', attempts: 1, lastStatusCode: 200, lastResponseBody: 'ok' });
  });

test('a 1xx with no answer behind it is none', async (t) => {
  const { delivery } = await outcome('/interim', [{ raw: 'HTTP/1.1 100 Continue\r\n\r\n' }, {}], 2);
  const [first] = await attemptLog(delivery);
  t.like(first, { error: 'connection_reset' });
  t.is(first?.statusCode, undefined);
});

test('a 2xx whose body is reset midway delivers', async (t) => {
  const { delivery } = await outcome('/midway', [{ reset: 'midway', body: 'long' }], 1);
  t.like(delivery, { status: 'DELIVERED', attempts: 1, lastStatusCode: 200 });
});

test('a redirect is a failure: the other host gets nothing', async (t) => {
  const other = await startWebhookSink();
  t.teardown(other.stop);
  const statuses = [301, 302, 303, 307, 308];
  const redirects = statuses.map((status) => ({ status, redirect: other.url('/elsewhere') }));
  const { delivery } = await outcome('/redirects', [...redirects, { status: 200 }], redirects.length + 1);
  const log = await attemptLog(delivery);
  t.deepEqual(
    log.map(({ statusCode, error }) => [statusCode, error]),
    [...statuses.map((status) => [status, 'redirect_not_followed']), [200, undefined]],
  );
  t.is(other.connections(), 0);
});

test('a closed port and a peer that is not HTTP have their own words', async (t) => {
  const { publish, client } = webhooks();
  // An origin of its own: no other test leaves a connection there that its peer has closed.
  const [closed, ssh] = [await startWebhookSink(), await startWebhookSink()];
  t.teardown(ssh.stop);
  await closed.stop();
  const tenant = newTenant();
  ssh.answer('/not-http', { raw: 'SSH-2.0-server\r\n' });
  for (const url of [closed.url('/x'), ssh.url('/not-http')])
    await client.registerEndpoint({ requestId: 'r' }, { tenant, url, events: ['charge.created'] });
  await publish(created(tenant));
  const found = await untilDeliveries(webhooks(), tenant, 2, ({ lastError }) => lastError !== undefined);
  t.deepEqual(found.map(({ lastError }) => lastError).sort(), ['connection_refused', 'invalid_response']);
});

test('429 with Retry-After waits that long, unscaled', async (t) => {
  const { requests } = await outcome('/busy', [{ status: 429, retryAfter: '1' }, { status: 200 }], 2);
  const [wait] = gaps(requests);
  t.true((wait ?? 0) >= 1_000, String(wait));
});

test('Retry-After on 503 shows as the next retry, capped at 24 hours', async (t) => {
  const { delivery } = await outcome('/closed', [{ status: 503, retryAfter: '999999999' }], 1);
  t.is(delivery?.status, 'PENDING');
  const hours = (Number(delivery?.nextRetryAtMs) - Number(delivery?.updatedAtMs)) / 3_600_000;
  t.is(hours, 24);
});

test('429 and 503 with a Retry-After that is a date are not tried again before it', async (t) => {
  for (const status of [429, 503]) {
    const until = inWholeSeconds(3_000);
    const { requests } = await outcome(`/busy-until-${status}`, [{ status, retryAfter: until.toUTCString() }, {}], 2);
    const early = until.getTime() - Number(requests[1]?.receivedAt);
    t.true(early <= 0, `${status}: ${early} ms early`);
  }
});

test('a Retry-After that is a date shows as the next retry, capped at 24 hours; one that has passed leaves our own wait', async (t) => {
  const HOUR = 3_600_000;
  for (const [hours, path] of [
    [23, '/closed-today'],
    [48, '/closed-tomorrow'],
  ] as const) {
    const until = inWholeSeconds(hours * HOUR);
    const { delivery } = await outcome(path, [{ status: 503, retryAfter: until.toUTCString() }], 1);
    const [next, now] = [Number(delivery?.nextRetryAtMs), Number(delivery?.updatedAtMs)];
    if (hours > 24) t.is(next - now, 24 * HOUR);
    // What lies between the answer and its record is added.
    else t.true(next >= until.getTime() && next < until.getTime() + TIMEOUT_MS, `${next - until.getTime()} ms late`);
  }
  const { requests } = await outcome(
    '/open',
    [{ status: 503, retryAfter: inWholeSeconds(-HOUR).toUTCString() }, {}],
    2,
  );
  t.true((gaps(requests)[0] ?? 0) >= 5);
});

test('the answer is kept to 2 KiB, as text and never as an instruction to the database', async (t) => {
  const { delivery: long } = await outcome('/long', [{ status: 200, body: 'é'.repeat(60_000) }], 1);
  t.is(long?.lastResponseBody, 'é'.repeat(1_024));
  const { delivery: sly } = await outcome('/sly', [{ status: 200, body: '$payload' }], 1);
  t.is(sly?.lastResponseBody, '$payload');
});

test('an endless answer is cut off, and one with too many headers is not read', async (t) => {
  const headers = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`x-filler-${i}`, 'y'.repeat(30)]));
  const { delivery } = await outcome(
    '/bulky',
    [
      { status: 200, headers },
      { status: 200, body: Buffer.alloc(5_000_000, 'z') },
    ],
    2,
  );
  t.is(delivery?.status, 'DELIVERED');
  const [first] = await attemptLog(delivery);
  t.is(first?.error, 'invalid_response');
});

test('the fifteenth failure is the last: FAILED, with every attempt in the log', async (t) => {
  const hurried = await startHarness({ WEBHOOK_RETRY_TIME_SCALE: '0.000001' });
  t.teardown(hurried.stop);
  const { delivery, requests } = await outcomeOf(hurried, '/exhausts', [{ status: 500, body: 'down' }], 15);
  t.like(delivery, { status: 'FAILED', attempts: 15, lastStatusCode: 500, lastResponseBody: 'down' });
  t.is(delivery?.nextRetryAtMs, undefined);
  const log = await attemptLogOf(hurried, delivery);
  t.deepEqual(
    log.map(({ attempt }) => attempt),
    Array.from({ length: 15 }, (_, i) => i + 1),
  );
  t.is(new Set(log.map(({ attemptId }) => attemptId)).size, 15);
  t.is(requests.length, 15);
});

test('an attempt is signed with the secret of its own moment', async (t) => {
  const { register, publish, sink, database, env } = webhooks();
  const tenant = newTenant();
  sink.answer('/rotated', { status: 429, retryAfter: '1' }, { status: 200 });
  const { id, secret } = await register(tenant, '/rotated', ['payment.completed']);
  await publish(paid(tenant, { chargeId: newId('charge') }));
  await tried('/rotated', 1);
  const next = 'f'.repeat(64);
  const encrypted = newCipher(Buffer.from(env['ENCRYPTION_KEY'] ?? '', 'base64')).encrypt(next);
  await database.connection
    .collection<{ _id: string }>('endpoints')
    .updateOne({ _id: id }, { $set: { secret: encrypted } });
  const [first, second] = await tried('/rotated', 2);
  t.truthy(verifyWebhook(first as SinkRequest, secret));
  t.truthy(verifyWebhook(second as SinkRequest, next));
  t.is(verifyWebhook(second as SinkRequest, secret), undefined);
});

test('endpoints that hang, fail or reset do not delay the others', async (t) => {
  const { register, publish, sink } = webhooks();
  const tenant = newTenant();
  sink.answer('/bad-hangs', { hang: true });
  sink.answer('/bad-fails', { status: 500 });
  sink.answer('/bad-resets', { reset: 'before' });
  for (const path of ['/bad-hangs', '/bad-fails', '/bad-resets', '/good'])
    await register(tenant, path, ['charge.created']);
  const started = Date.now();
  await publish(...Array.from({ length: 40 }, () => created(tenant)));
  await publish(...Array.from({ length: 40 }, () => created(tenant)));
  const good = await tried('/good', 80);
  const waits = good.map(({ receivedAt }) => receivedAt.getTime() - started).sort((a, b) => a - b);
  t.log(
    `80 events, 4 endpoints on one host, 3 of them bad: the good one had the median after ${waits[40]} ms, the last after ${waits.at(-1)} ms`,
  );
  // It had everything before the first hanging attempt came to its end, and the hanging one kept to its own
  // places.
  t.true((waits.at(-1) ?? 0) < TIMEOUT_MS, String(waits.at(-1)));
  t.true(sink.requests('/bad-hangs').length <= 8, String(sink.requests('/bad-hangs').length));
});
