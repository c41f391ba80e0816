import { ERRORS } from '@gx/core';
import { uniqueName } from '@gx/testkit';
import test from 'ava';
import { ask, refusedWith, startEdge } from './harness/gateway.ts';

const VALID = { amount: 1000, payment_method: 'pix' };
const create = (url: string, key: string, json: unknown, idempotencyKey: string = uniqueName('idem')) =>
  ask(`${url}/v1/charges`, { key, json, headers: { 'idempotency-key': idempotencyKey } });

test('201 a charge with its image, and the same charge by ch_, tx_ and raw id', async (t) => {
  const { url, keys } = await startEdge(t);
  const key = keys.state.issue();
  const created = await create(url, key, { ...VALID, description: 'um café', metadata: { order: 7, _x: 1 } });
  t.is(created.status, 201);
  const charge = created.body as { id: string; pix: Record<string, string>; metadata: object };
  t.regex(charge.id, /^ch_[0-9a-f-]{36}$/);
  t.is(
    Buffer.from(charge.pix['qr_code_base64'] ?? '', 'base64')
      .subarray(1, 4)
      .toString(),
    'PNG',
  );
  t.deepEqual(charge.metadata, { order: 7 });
  const raw = charge.id.slice(3);
  for (const id of [charge.id, `tx_${raw}`, raw]) {
    const got = await ask(`${url}/v1/charges/${id}`, { key });
    t.is(got.status, 200);
    t.deepEqual(got.body, created.body);
  }
  const list = await ask(`${url}/v1/charges`, { key });
  const listed = list.body as { object: string; data: { pix: object }[]; has_more: boolean; next_cursor: null };
  t.deepEqual([listed.object, listed.data.length, listed.has_more, listed.next_cursor], ['list', 1, false, null]);
  t.false('qr_code_base64' in (listed.data[0]?.pix ?? {}));
});

test('201 replays: reordered keys, and the shortcut route; both say so', async (t) => {
  const { url, keys } = await startEdge(t);
  const key = keys.state.issue();
  const idempotencyKey = uniqueName('idem');
  const first = await create(url, key, { amount: 1000, payment_method: 'pix', description: 'a' }, idempotencyKey);
  t.is(first.headers.get('idempotent-replayed'), null);
  const reordered = await create(url, key, { description: 'a', payment_method: 'pix', amount: 1000 }, idempotencyKey);
  const headers = { 'idempotency-key': idempotencyKey };
  const shortcut = await ask(`${url}/v1/pix/charges`, { key, json: { amount: 1000, description: 'a' }, headers });
  for (const again of [reordered, shortcut]) {
    t.deepEqual([again.status, again.headers.get('idempotent-replayed')], [201, 'true']);
    t.deepEqual(again.body, first.body);
  }
});

test('409 same key, other body', async (t) => {
  const { url, keys } = await startEdge(t);
  const key = keys.state.issue();
  const idempotencyKey = uniqueName('idem');
  await create(url, key, VALID, idempotencyKey);
  const error = refusedWith(
    t,
    await create(url, key, { ...VALID, amount: 1001 }, idempotencyKey),
    409,
    'idempotency_key_reused',
  );
  t.is(error['type'], 'conflict_error');
});

test('400 Idempotency-Key: missing, too short, too long, not visible ASCII; 8 and 128 characters pass', async (t) => {
  const { url, keys, charge } = await startEdge(t);
  const key = keys.state.issue();
  for (const bad of [undefined, '', '1234567', 'x'.repeat(129), 'with space', 'áéíóúáéíóú']) {
    const headers: Record<string, string> = bad === undefined ? {} : { 'idempotency-key': bad };
    const error = refusedWith(t, await ask(`${url}/v1/charges`, { key, json: VALID, headers }), 400, 'invalid_request');
    t.is(error['param'], 'Idempotency-Key');
  }
  for (const good of ['12345678', 'x'.repeat(128)]) t.is((await create(url, key, VALID, good)).status, 201);
  t.is(charge.state.requests.length, 2);
});

test('401 comes before 400, and 400 for the header before 400 for the body', async (t) => {
  const { url, keys } = await startEdge(t);
  refusedWith(
    t,
    await ask(`${url}/v1/charges`, { raw: '{', headers: { 'content-type': 'application/json' } }),
    401,
    'unauthorized',
  );
  const key = keys.state.issue();
  const error = refusedWith(t, await ask(`${url}/v1/charges`, { key, json: { amount: 'x' } }), 400, 'invalid_request');
  t.is(error['param'], 'Idempotency-Key');
});

test('422 a valid payer lock, with its reason; the refusal crosses gRPC whole', async (t) => {
  const { url, keys } = await startEdge(t);
  const lock = { ...VALID, customer: { name: 'Ana' }, expected_payer_tax_id: '52998224725' };
  const error = refusedWith(t, await create(url, keys.state.issue(), lock), 422, 'unprocessable_entity');
  t.is(error['reason'], 'payer_lock_unavailable');
});

test('400 list: page, offset, limits, cursors, times and documents', async (t) => {
  const { url, keys } = await startEdge(t);
  const key = keys.state.issue();
  const cases: [string, string, string][] = [
    ['page=1', 'invalid_request', 'page'],
    ['offset=0', 'invalid_request', 'offset'],
    ['limit=0', 'invalid_request', 'limit'],
    ['limit=101', 'invalid_request', 'limit'],
    ['limit=-1', 'invalid_request', 'limit'],
    ['limit=1e2', 'invalid_request', 'limit'],
    ['limit=1&limit=2', 'invalid_request', 'limit'],
    ['starting_after=ch_x', 'invalid_cursor', 'starting_after'],
    ['status=PAID', 'invalid_request', 'status'],
    ['created_after=yesterday', 'invalid_request', 'created_after'],
    ['created_before=2026-02-30', 'invalid_request', 'created_before'],
    ['customer_id=123', 'invalid_document', 'customer_id'],
  ];
  for (const [query, code, param] of cases) {
    t.is(refusedWith(t, await ask(`${url}/v1/charges?${query}`, { key }), 400, code)['param'], param, query);
  }
  const fine =
    'status%5B%24ne%5D=1&__proto__%5Bx%5D=1&limit=100&status=paid&created_after=2026-01-01&created_before=2026-01-31T10:00:00-03:00';
  t.is((await ask(`${url}/v1/charges?${fine}`, { key })).status, 200);
});

test('404 the list when CHARGES_LIST is off; creating goes on', async (t) => {
  const { url, keys } = await startEdge(t, { CHARGES_LIST: 'off' });
  const key = keys.state.issue();
  refusedWith(t, await ask(`${url}/v1/charges`, { key }), 404, 'not_found');
  t.is((await create(url, key, VALID)).status, 201);
});

test('404 what is not there cannot be told from what is foreign', async (t) => {
  const { url, keys } = await startEdge(t);
  const created = await create(url, keys.state.issue(), VALID);
  const stranger = keys.state.issue();
  const ids = [created.body['id'], 'ch_00000000-0000-7000-8000-000000000000', 'nonsense', '%00', "'"];
  const errors = await Promise.all(
    ids.map(async (id) => refusedWith(t, await ask(`${url}/v1/charges/${id}`, { key: stranger }), 404, 'not_found')),
  );
  t.is(new Set(errors.map((error) => JSON.stringify(error))).size, 1);
});

test('404 unknown routes and methods, 401 wallet routes without a key', async (t) => {
  const { url } = await startEdge(t);
  const unknown: [string, string][] = [
    ['GET', '/'],
    ['GET', '/v2'],
    ['GET', '/V1/charges'],
    ['PATCH', '/v1/charges'],
    ['OPTIONS', '/v1/charges'],
    ['PUT', '/v1/charges/x'],
    ['POST', '/v1/payments'],
    ['GET', '/healthz'],
  ];
  for (const [method, path] of unknown) refusedWith(t, await ask(`${url}${path}`, { method }), 404, 'not_found');
  for (const path of ['/v1/wallets', '/v1/wallets/balance'])
    refusedWith(t, await ask(`${url}${path}`), 401, 'unauthorized');
});

test('200 wallets: zeros for an account that was never credited, both shapes of the balance', async (t) => {
  const { url, keys, ledger } = await startEdge(t);
  const key = keys.state.issue();
  const zeros = { currency: 'BRL', available: 0, pending: 0, total: 0 };
  const empty = await ask(`${url}/v1/wallets/balance`, { key });
  t.deepEqual(empty.body, {
    ...zeros,
    retained: 0,
    next_release_at: null,
    next_release_amount: null,
    balances: [zeros],
    primary: zeros,
  });
  ledger.state.wallets = [
    { currency: 'BRL', available: 900, pending: 100, retained: 5, nextReleaseAtMs: 0, nextReleaseAmount: 100 },
  ];
  const full = await ask(`${url}/v1/wallets/balance`, { key });
  t.like(full.body, {
    available: 900,
    pending: 100,
    total: 1000,
    retained: 5,
    next_release_at: '1970-01-01T00:00:00.000Z',
    next_release_amount: 100,
  });
  const flat = await ask(`${url}/v1/wallets/balance?currency=BRL`, { key });
  t.deepEqual(flat.body, {
    available: 900,
    pending: 100,
    currency: 'BRL',
    next_release_at: '1970-01-01T00:00:00.000Z',
    next_release_amount: 100,
  });
  t.deepEqual((await ask(`${url}/v1/wallets/balance?currency=EUR`, { key })).body, {
    available: 0,
    pending: 0,
    currency: 'EUR',
    next_release_at: null,
    next_release_amount: null,
  });
  refusedWith(t, await ask(`${url}/v1/wallets/balance?currency=br`, { key }), 400, 'invalid_currency');
  t.deepEqual((await ask(`${url}/v1/wallets`, { key })).body as unknown, [
    { currency: 'BRL', walletType: 'OPERATIONAL', balance: 900, pendingBalance: 100 },
  ]);
});

test('webhook endpoints: 201 with the secret, list without it, 200 on delete, 400 for what can be no endpoint', async (t) => {
  const { url, keys } = await startEdge(t);
  const key = keys.state.issue();
  const at = `${url}/v1/webhooks/endpoints`;
  const registered = await ask(at, { key, json: { url: 'https://example.com/hook', events: ['charge.paid'] } });
  t.is(registered.status, 201);
  t.deepEqual(Object.keys(registered.body).sort(), ['events', 'id', 'secret', 'status', 'url']);
  t.regex(String(registered.body['id']), /^we_/);
  const listed = (await ask(at, { key })).body as { data: object[] };
  t.deepEqual(Object.keys(listed.data[0] ?? {}), ['id', 'url', 'events', 'status', 'createdAt', 'updatedAt']);
  t.deepEqual((await ask(`${at}/${registered.body['id']}`, { key, method: 'DELETE' })).body, { deleted: true });
  refusedWith(t, await ask(`${at}/nonsense`, { key, method: 'DELETE' }), 404, 'not_found');
  const bad: [unknown, string][] = [
    [{ url: 'ftp://x', events: ['a'] }, 'invalid_url'],
    [{ events: ['a'] }, 'invalid_url'],
    [{ url: 'https://x', events: [] }, 'invalid_event'],
    [{ url: 'https://x', events: 'a' }, 'invalid_event'],
    [{ url: 'https://x', events: [1] }, 'invalid_event'],
  ];
  for (const [json, code] of bad) refusedWith(t, await ask(at, { key, json }), 400, code);
  const catalog = (await ask(`${url}/v1/webhooks/event-catalog`)).body as unknown as object[];
  t.deepEqual(
    catalog.map((entry) => Object.keys(entry).length),
    [2, 3],
  );
});

test('deliveries: the whole query, and 400 for each wrong part of it', async (t) => {
  const { url, keys } = await startEdge(t);
  const key = keys.state.issue();
  const at = `${url}/v1/webhooks/deliveries`;
  t.deepEqual((await ask(at, { key })).body, { data: [], total: 0, limit: 25, offset: 0 });
  const full =
    'status=FAILED&eventType=charge.paid&endpointId=we_00000000-0000-7000-8000-000000000000&limit=100&offset=5';
  t.like((await ask(`${at}?${full}`, { key })).body, { limit: 100, offset: 5 });
  for (const [query, param] of [
    ['status=failed', 'status'],
    ['endpointId=x', 'endpointId'],
    ['limit=101', 'limit'],
    ['offset=-1', 'offset'],
  ]) {
    t.is(refusedWith(t, await ask(`${at}?${query}`, { key }), 400, 'invalid_request')['param'], param);
  }
});

test('login: 200, 401, and 429 after ten attempts in a minute from one address for one e-mail', async (t) => {
  const { url, gateway } = await startEdge(t);
  const other = await gateway();
  const at = (base: string, email: string, password: string) =>
    ask(`${base}/v1/auth/login`, { json: { email, password } });
  const good = await at(url, 'ana@example.com', 'right');
  t.like(good.body, { accessToken: 'header.claims.signature', tokenType: 'Bearer', expiresIn: 3600 });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => at(i % 2 ? url : other.url, 'ANA@example.com', 'wrong')),
  );
  t.is(answers.filter(({ status }) => status === 401).length, 9);
  const refused = answers.filter(({ status }) => status === 429);
  t.is(refused.length, 1);
  t.like(Object.fromEntries(refused[0]?.headers ?? []), {
    'x-ratelimit-limit-minute': '10',
    'x-ratelimit-remaining-minute': '0',
  });
  t.is((await at(url, 'bia@example.com', 'right')).status, 200);
  refusedWith(t, await ask(`${url}/v1/auth/login`, { json: { email: 1 } }), 400, 'invalid_request');
});

test('API keys: bodies may be empty, tokens may not', async (t) => {
  const { url } = await startEdge(t);
  const headers = { authorization: 'Bearer header.claims.signature' };
  const issued = await ask(`${url}/v1/api-keys`, { method: 'POST', headers });
  t.is(issued.status, 201);
  t.deepEqual(Object.keys(issued.body), ['id', 'apiKey', 'fingerprint', 'prefix', 'label', 'createdAt']);
  refusedWith(t, await ask(`${url}/v1/api-keys`, { json: { label: 'x'.repeat(65) }, headers }), 400, 'invalid_request');
  const listed = (await ask(`${url}/v1/api-keys`, { headers })).body as { data: object[] };
  t.deepEqual(Object.keys(listed.data[0] ?? {}), ['id', 'prefix', 'label', 'createdAt']);
  refusedWith(t, await ask(`${url}/v1/api-keys/key_x`, { method: 'DELETE', headers }), 404, 'not_found');
  t.is((await ask(`${url}/v1/auth/logout`, { method: 'POST', headers })).status, 204);
  for (const authorization of ['', 'Basic eDp5', 'Bearer', 'Bearer a b']) {
    refusedWith(t, await ask(`${url}/v1/api-keys`, { headers: { authorization } }), 401, 'unauthorized');
  }
});

test('the QR image is public, a PNG, short-lived; 404 JSON for anything else', async (t) => {
  const { url, keys } = await startEdge(t);
  const created = await create(url, keys.state.issue(), VALID);
  const raw = String(created.body['id']).slice(3);
  const image = await ask(`${url}/qr/${raw}.png`);
  t.is(image.headers.get('content-type'), 'image/png');
  t.is(image.headers.get('cache-control'), 'public, max-age=10');
  t.truthy(image.headers.get('x-request-id'));
  for (const file of [`ch_${raw}.png`, raw, `${raw}.svg`, '00000000-0000-7000-8000-000000000000.png']) {
    refusedWith(t, await ask(`${url}/qr/${file}`), 404, 'not_found');
  }
});

test('the test helpers: 202 and the books with a test key, 404 with a live one', async (t) => {
  const { url, keys } = await startEdge(t);
  const key = keys.state.issue();
  const id = String((await create(url, key, VALID)).body['id']);
  const at = `${url}/v1/test_helpers/charges/${id}`;
  const paid = await ask(`${at}/simulate_payment`, { key, method: 'POST' });
  t.deepEqual(
    [paid.status, paid.body['charge_id'], paid.body['accepted'], paid.body['rejection']],
    [202, id, true, null],
  );
  t.deepEqual((await ask(`${at}/bank`, { key })).body, { txid: 'a'.repeat(32), status: 'ATIVA', pix: [] });
  for (const [json, param] of [
    [{ times: 21 }, 'times'],
    [{ report_payer: 'x' }, 'report_payer'],
    [{ notify: -1 }, 'notify'],
    [{ payer: { tax_id: '1' } }, 'payer.tax_id'],
    [{ paid_at: 'x' }, 'paid_at'],
  ] as const) {
    t.is(refusedWith(t, await ask(`${at}/simulate_payment`, { key, json }), 400, 'invalid_request')['param'], param);
  }
  const live = keys.state.issue('live');
  refusedWith(t, await ask(`${at}/simulate_payment`, { key: live, method: 'POST' }), 404, 'not_found');
  refusedWith(t, await ask(`${at}/bank`, { key: live }), 404, 'not_found');
});

test('GET /v1/errors is the error table', async (t) => {
  const { url } = await startEdge(t);
  const { data } = (await ask(`${url}/v1/errors`)).body as { data: { code: string }[] };
  t.deepEqual(
    data.map(({ code }) => code),
    Object.keys(ERRORS),
  );
});

test('the bank listener: stored is 200, unknown is 404, anything of ours is 503; the address appears in no log', async (t) => {
  const { bankUrl, charge, host } = await startEdge(t);
  const raw = '{"pix":[{"endToEndId":"E1"}]}';
  for (const path of ['/bank/p1/secret', '/bank/p1/secret/pix']) {
    t.is((await ask(`${bankUrl}${path}`, { raw, headers: { 'content-type': 'text/weird' } })).status, 200);
  }
  t.deepEqual(
    charge.state.notices.map(({ body }) => body),
    [raw, raw],
  );
  refusedWith(t, await ask(`${bankUrl}/bank/p1/guess/pix`, { raw }), 404, 'not_found');
  refusedWith(t, await ask(`${bankUrl}/bank/p1/broken/pix`, { raw }), 503, 'service_unavailable');
  refusedWith(t, await ask(`${bankUrl}/bank/p1/secret`, { raw: 'x'.repeat(1024 * 1024 + 1) }), 400, 'invalid_request');
  refusedWith(t, await ask(`${bankUrl}/v1/charges`), 404, 'not_found');
  t.false(host.lines.join('').includes('/secret'));
});

test('503 with Retry-After when the service behind is not there, and no personal data in the log', async (t) => {
  const { url, keys, charge, host } = await startEdge(t);
  const key = keys.state.issue();
  charge.state.beforeCreate = () => Promise.reject(new Error('boom for ana@example.com'));
  const failed = await create(url, key, { ...VALID, customer: { email: 'ana@example.com' } });
  refusedWith(t, failed, 500, 'internal_error');
  await charge.host.stop();
  const gone = await create(url, key, VALID);
  refusedWith(t, gone, 503, 'service_unavailable');
  t.is(gone.headers.get('retry-after'), '1');
  const log = host.lines.join('');
  t.false(log.includes('ana@example.com') || log.includes(key));
  t.true(log.includes('"status":503'));
});
