import { uniqueName } from '@gx/testkit';
import { ask, refusedWith, startEdge, testOnOneEdge } from './harness/gateway.ts';

const test = testOnOneEdge();
const VALID = { amount: 1000, payment_method: 'pix' };
const create = (url: string, key: string, json: unknown, idempotencyKey: string = uniqueName('idem')) =>
  ask(`${url}/v1/charges`, { key, json, headers: { 'idempotency-key': idempotencyKey } });

test('201 a charge with its image, and the same charge by ch_, tx_ and raw id', async (t) => {
  const { url, keys } = t.context;
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
  const { url, keys } = t.context;
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
  const { url, keys } = t.context;
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
  const { url, keys } = t.context;
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
  const { url, keys } = t.context;
  const lock = { ...VALID, customer: { name: 'Ana' }, expected_payer_tax_id: '52998224725' };
  const error = refusedWith(t, await create(url, keys.state.issue(), lock), 422, 'unprocessable_entity');
  t.is(error['reason'], 'payer_lock_unavailable');
});

test('400 list: page, offset, limits, cursors, times and documents', async (t) => {
  const { url, keys } = t.context;
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
  const { url, keys } = t.context;
  const created = await create(url, keys.state.issue(), VALID);
  const stranger = keys.state.issue();
  const ids = [created.body['id'], 'ch_00000000-0000-7000-8000-000000000000', 'nonsense', '%00', "'"];
  const errors = await Promise.all(
    ids.map(async (id) => refusedWith(t, await ask(`${url}/v1/charges/${id}`, { key: stranger }), 404, 'not_found')),
  );
  t.is(new Set(errors.map((error) => JSON.stringify(error))).size, 1);
});

test('the QR image is public, a PNG, short-lived; 404 JSON for anything else', async (t) => {
  const { url, keys } = t.context;
  const created = await create(url, keys.state.issue(), VALID);
  const raw = String(created.body['id']).slice(3);
  const image = await ask(`${url}/qr/${raw}.png`);
  t.is(image.headers.get('content-type'), 'image/png');
  t.is(image.headers.get('cache-control'), 'public, max-age=10');
  t.truthy(image.headers.get('x-request-id'));
  for (const file of [`ch_${raw}.png`, raw, `${raw}.svg`, '00000000-0000-7000-8000-000000000000.png']) {
    t.is(refusedWith(t, await ask(`${url}/qr/${file}`), 404, 'not_found')['message'], 'No such image.', file);
  }
});

test('the test helpers: 202 and the books with a test key, 404 with a live one', async (t) => {
  const { url, keys } = t.context;
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
    const error = refusedWith(t, await ask(`${at}/simulate_payment`, { key, json }), 400, 'invalid_request');
    t.is(error['param'], param);
    t.regex(String(error['message']), new RegExp(`^${param}: must be `));
  }
  const live = keys.state.issue('live');
  refusedWith(t, await ask(`${at}/simulate_payment`, { key: live, method: 'POST' }), 404, 'not_found');
  refusedWith(t, await ask(`${at}/bank`, { key: live }), 404, 'not_found');
});

test('QR_CODE_BASE64 off leaves the image to its address', async (t) => {
  const { url, keys } = await startEdge(t, { QR_CODE_BASE64: 'off' });
  const { pix } = (await create(url, keys.state.issue(), VALID)).body as { pix: object };
  t.deepEqual(Object.keys(pix), ['br_code', 'qr_code_url', 'expires_at']);
});
