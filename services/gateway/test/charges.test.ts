import { Refusal } from '@gx/core';
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

test('400 Idempotency-Key: missing, too short, too long, not ASCII; 8 and 128 characters pass, blanks between them too', async (t) => {
  const { url, keys, charge } = await startEdge(t);
  const key = keys.state.issue();
  for (const bad of [undefined, '', '1234567', 'x'.repeat(129), '  123456  ', 'with\ttab', 'áéíóúáéíóú']) {
    const headers: Record<string, string> = bad === undefined ? {} : { 'idempotency-key': bad };
    const error = refusedWith(t, await ask(`${url}/v1/charges`, { key, json: VALID, headers }), 400, 'invalid_request');
    t.is(error['param'], 'Idempotency-Key');
  }
  for (const good of ['12345678', 'x'.repeat(128), ' order 7 of today '])
    t.is((await create(url, key, VALID, good)).status, 201);
  t.deepEqual(charge.state.requests.map(({ idempotencyKey }) => idempotencyKey).at(-1), 'order 7 of today');
  t.is((await create(url, key, VALID, 'order 7 of today')).headers.get('idempotent-replayed'), 'true');
  refusedWith(t, await create(url, key, { ...VALID, amount: 7 }, 'order 7 of today'), 409, 'idempotency_key_reused');
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

test('201 a payer lock goes on as digits and comes back on the charge; the charge without one has no such field', async (t) => {
  const { url, keys, charge } = t.context;
  const key = keys.state.issue();
  const locks = {
    '529.982.247-25': '52998224725',
    '11.222.333/0001-81': '11222333000181',
    '12.abc.345/01de-35': '12ABC34501DE35',
  };
  for (const [given, sent] of Object.entries(locks)) {
    const idempotencyKey = uniqueName('lock');
    const lock = { ...VALID, customer: { name: 'Ana', document: sent }, expected_payer_tax_id: given };
    const created = await create(url, key, lock, idempotencyKey);
    t.is(created.status, 201);
    t.is(created.body['expected_payer_tax_id'], sent);
    const received = charge.state.requests.find((request) => request.idempotencyKey === idempotencyKey);
    t.like(received, { expectedPayerTaxId: sent, customer: { name: 'Ana', document: sent } });
  }
  t.false('expected_payer_tax_id' in (await create(url, key, VALID)).body);
});

test('400 a payer lock that cannot hold, whatever is wrong with it: nothing is called', async (t) => {
  const { url, keys, charge } = t.context;
  const key = keys.state.issue();
  const customer = { name: 'Ana' };
  const CPF = '52998224725';
  // biome-ignore format: one row per rule, read as a table
  const rows: [string, object, string, string][] = [
    ['wrong check digits of a CPF',             { customer, expected_payer_tax_id: '52998224726' },                                       'invalid_document', 'expected_payer_tax_id'],
    ['11 equal digits',                         { customer, expected_payer_tax_id: '11111111111' },                                       'invalid_document', 'expected_payer_tax_id'],
    ['10 digits',                               { customer, expected_payer_tax_id: '5299822472' },                                        'invalid_document', 'expected_payer_tax_id'],
    ['wrong check digits of a CNPJ',            { customer, expected_payer_tax_id: '11222333000180' },                                    'invalid_document', 'expected_payer_tax_id'],
    ['14 equal digits',                         { customer, expected_payer_tax_id: '00000000000000' },                                    'invalid_document', 'expected_payer_tax_id'],
    ['wrong check digits of a CNPJ of letters', { customer, expected_payer_tax_id: '12ABC34501DE00' },                                    'invalid_document', 'expected_payer_tax_id'],
    ['letters as check digits',                 { customer, expected_payer_tax_id: '12ABC34501DEAB' },                                    'invalid_document', 'expected_payer_tax_id'],
    ['a number',                                { customer, expected_payer_tax_id: 52_998_224_725 },                                      'invalid_document', 'expected_payer_tax_id'],
    ['nothing',                                 { customer, expected_payer_tax_id: '' },                                                  'invalid_document', 'expected_payer_tax_id'],
    ['no customer',                             { expected_payer_tax_id: CPF },                                                           'invalid_request',  'customer.name'],
    ['a customer without a name',               { customer: { document: CPF }, expected_payer_tax_id: CPF },                              'invalid_request',  'customer.name'],
    ['a name of blanks',                        { customer: { name: ' ' }, expected_payer_tax_id: CPF },                                  'invalid_request',  'customer.name'],
    ['another document',                        { customer: { ...customer, document: '11144477735' }, expected_payer_tax_id: CPF },       'invalid_request',  'expected_payer_tax_id'],
    ['a CNPJ beside a CPF',                     { customer: { ...customer, document: '11222333000181' }, expected_payer_tax_id: CPF },    'invalid_request',  'expected_payer_tax_id'],
  ];
  for (const [rule, body, code, param] of rows) {
    const idempotencyKey = uniqueName('lock');
    const refused = await create(url, key, { ...VALID, ...body }, idempotencyKey);
    t.is(refusedWith(t, refused, 400, code)['param'], param, rule);
    t.false(
      charge.state.requests.some((request) => request.idempotencyKey === idempotencyKey),
      rule,
    );
  }
  const equal = { customer: { ...customer, document: '12.ABC.345/01DE-35' }, expected_payer_tax_id: '12abc34501de35' };
  t.is((await create(url, key, { ...VALID, ...equal })).status, 201, 'equal once both are normalised');
});

test('403 the velocity guard, for a customer and for the account, is a permission_error', async (t) => {
  const { url, keys, charge } = await startEdge(t);
  for (const code of ['fraud.customer_velocity_exceeded', 'fraud.account_velocity_exceeded'] as const) {
    charge.state.beforeCreate = () => Promise.reject(new Refusal(code, 'Too many live charges in a short window.'));
    const error = refusedWith(t, await create(url, keys.state.issue(), VALID), 403, code);
    t.deepEqual(Object.keys(error), ['type', 'code', 'message']);
    t.is(error['type'], 'permission_error');
  }
});

test('400 list: page, offset, limits, cursors, times and documents', async (t) => {
  const { url, keys } = t.context;
  const key = keys.state.issue();
  const cases: [string, string, string][] = [
    ['page=1', 'invalid_request', 'page'],
    ['status%5B%24ne%5D=1', 'invalid_request', 'status[$ne]'],
    ['customer=1', 'invalid_request', 'customer'],
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
    ['created_after=2026-01-01T10:00', 'invalid_request', 'created_after'],
    ['customer_id=', 'invalid_document', 'customer_id'],
    ['customer_id=.-/', 'invalid_document', 'customer_id'],
    [`customer_id=${'1'.repeat(65)}`, 'invalid_document', 'customer_id'],
  ];
  for (const [query, code, param] of cases) {
    t.is(refusedWith(t, await ask(`${url}/v1/charges?${query}`, { key }), 400, code)['param'], param, query);
  }
  const fine =
    '__proto__%5Bx%5D=1&_=1&limit=100&status=paid&created_after=2026-01-01&created_before=2026-01-31T10:00:00-03:00';
  t.is((await ask(`${url}/v1/charges?${fine}`, { key })).status, 200);
  const short = 'created_after=2026-01-01T10:00Z&created_before=2026-01-31T10:00:00+0000&customer_id=123';
  const listed = await ask(`${url}/v1/charges?${short}`, { key });
  t.deepEqual([listed.status, listed.body['data']], [200, []]);
});

test('404 the list when CHARGES_LIST is off; creating goes on', async (t) => {
  const { url, keys } = await startEdge(t, { CHARGES_LIST: 'off' });
  const key = keys.state.issue();
  refusedWith(t, await ask(`${url}/v1/charges`, { key }), 404, 'not_found');
  t.is((await create(url, key, VALID)).status, 201);
});

test('404 what is not there reads like what is foreign', async (t) => {
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
  for (const act of ['simulate_payment', 'simulate_outcome', 'simulate_bank_return'])
    for (const raw of ['{', '[]', '{"times":21}'])
      for (const path of [`${at}/${act}`, `${url}/v1/test_helpers/charges/x/${act}?a=1&a=2`]) {
        const headers = { 'content-type': 'application/json' };
        refusedWith(t, await ask(path, { key: live, raw, headers }), 404, 'not_found');
      }
});

test('the books show each Pix that arrived and each devolution of it, nulls where the bank gave no reason', async (t) => {
  const { url, keys, charge } = await startEdge(t);
  const key = keys.state.issue();
  const id = String((await create(url, key, VALID)).body['id']);
  const devolution = { id: 'D1', amount: 400, status: 'DEVOLVIDO' };
  const failed = { id: 'D2', amount: 600, status: 'NAO_REALIZADO', reason: 'AM04' };
  const endToEndId = `E${'0'.repeat(31)}`;
  charge.state.arrived = [
    { endToEndId, amount: 1_000, receivedAtMs: 0, devolutions: [devolution, failed], infractions: [] },
  ];
  t.deepEqual((await ask(`${url}/v1/test_helpers/charges/${id}/bank`, { key })).body, {
    txid: 'a'.repeat(32),
    status: 'ATIVA',
    pix: [
      {
        end_to_end_id: endToEndId,
        amount: 1_000,
        received_at: '1970-01-01T00:00:00.000Z',
        devolutions: [{ ...devolution, reason: null }, failed],
      },
    ],
  });
});

test('QR_CODE_BASE64 off leaves the image to its address', async (t) => {
  const { url, keys } = await startEdge(t, { QR_CODE_BASE64: 'off' });
  const { pix } = (await create(url, keys.state.issue(), VALID)).body as { pix: object };
  t.deepEqual(Object.keys(pix), ['br_code', 'qr_code_url', 'expires_at']);
});
