import { ERRORS, newId } from '@gx/core';
import { uniqueName } from '@gx/testkit';
import { ask, refusedWith, testOnOneEdge } from './harness/gateway.ts';
import { FOREIGN_ID } from './harness/stand-ins.ts';

const test = testOnOneEdge();
const BEARER = { authorization: 'Bearer header.claims.signature' };
const DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

test('login answers the token, whose it is and nothing more (N5)', async (t) => {
  const { url } = t.context;
  const email = `${uniqueName('login')}@example.com`;
  const { status, body } = await ask(`${url}/v1/auth/login`, { json: { email, password: 'right' } });
  t.is(status, 200);
  t.deepEqual(Object.keys(body), ['accessToken', 'tokenType', 'expiresIn', 'user', 'account']);
  t.deepEqual(Object.keys(body['user'] as object), ['id', 'email', 'name']);
  t.deepEqual(Object.keys(body['account'] as object), ['id', 'name']);
});

test('rotate answers like issue, with the new cleartext; an absent body is fine', async (t) => {
  const { url } = t.context;
  const at = `${url}/v1/api-keys/key_${newId('apiKey')}/rotate`;
  const rotated = await ask(at, { method: 'POST', headers: BEARER });
  t.is(rotated.status, 201);
  t.deepEqual(Object.keys(rotated.body), ['id', 'apiKey', 'fingerprint', 'prefix', 'label', 'createdAt']);
  t.regex(String(rotated.body['id']), /^key_/);
  t.regex(String(rotated.body['createdAt']), DATE);
  t.is((await ask(at, { json: { label: 'new' }, headers: BEARER })).body['label'], 'new');
  refusedWith(t, await ask(at, { json: { label: 1 }, headers: BEARER }), 400, 'invalid_request');
});

test('deleting a key answers {revoked: true}; 404 for a key of another account', async (t) => {
  const { url } = t.context;
  const revoke = (id: string) => ask(`${url}/v1/api-keys/key_${id}`, { method: 'DELETE', headers: BEARER });
  const { status, body } = await revoke(newId('apiKey'));
  t.deepEqual([status, body], [200, { revoked: true }]);
  refusedWith(t, await revoke(FOREIGN_ID), 404, 'not_found');
});

test('an API key opens no api-keys route, and a login token no route of a key', async (t) => {
  const { url, keys } = t.context;
  refusedWith(t, await ask(`${url}/v1/api-keys`, { key: keys.state.issue() }), 401, 'unauthorized');
  for (const path of ['/v1/wallets', '/v1/charges', '/v1/webhooks/endpoints', '/v1/webhooks/deliveries']) {
    refusedWith(t, await ask(`${url}${path}`, { headers: BEARER }), 401, 'unauthorized');
  }
});

test('GET /.well-known/jwks.json and the event catalog need no credentials', async (t) => {
  const { url } = t.context;
  t.deepEqual((await ask(`${url}/.well-known/jwks.json`)).body, { keys: [] });
  t.is((await ask(`${url}/v1/webhooks/event-catalog`)).status, 200);
});

test('GET /v1/errors gives each code its type, status and description', async (t) => {
  const { data } = (await ask(`${t.context.url}/v1/errors`)).body as { data: { code: keyof typeof ERRORS }[] };
  for (const row of data) {
    const { type, http, description } = ERRORS[row.code];
    t.deepEqual(row as object, { code: row.code, type, http, description });
  }
});

test.serial('a delivery has every field of the specification; what does not apply is null', async (t) => {
  const { url, keys, webhooks } = t.context;
  const waiting = {
    id: newId('delivery'),
    endpointId: newId('endpoint'),
    eventType: 'charge.paid',
    status: 'PENDING' as const,
    attempts: 0,
    maxAttempts: 15,
    createdAtMs: 1_790_000_000_000,
    updatedAtMs: 1_790_000_000_001,
    payloadJson: '{"id":"evt_1"}',
  };
  const failed = { lastStatusCode: 500, lastError: 'x', lastResponseBody: 'no', nextRetryAtMs: 1_790_000_005_000 };
  webhooks.state.deliveries = [waiting, { ...waiting, attempts: 1, ...failed, deliveredAtMs: 1_790_000_006_000 }];
  t.teardown(() => {
    webhooks.state.deliveries = [];
  });
  const { body } = await ask(`${url}/v1/webhooks/deliveries`, { key: keys.state.issue() });
  const [first, second] = body['data'] as object[];
  t.deepEqual(first, {
    id: `dlv_${waiting.id}`,
    endpointId: `we_${waiting.endpointId}`,
    eventType: 'charge.paid',
    status: 'PENDING',
    attempts: 0,
    maxAttempts: 15,
    lastStatusCode: null,
    lastError: null,
    lastResponseBody: null,
    nextRetryAt: null,
    deliveredAt: null,
    createdAt: '2026-09-21T14:13:20.000Z',
    updatedAt: '2026-09-21T14:13:20.001Z',
    payload: { id: 'evt_1' },
  });
  t.like(second, {
    attempts: 1,
    lastStatusCode: 500,
    lastError: 'x',
    lastResponseBody: 'no',
    nextRetryAt: '2026-09-21T14:13:25.000Z',
    deliveredAt: '2026-09-21T14:13:26.000Z',
  });
});

test.serial(
  'one delivery has its log, oldest first, nulls where an attempt has nothing to show; its retry answers the delivery',
  async (t) => {
    const { url, keys, webhooks } = t.context;
    const key = keys.state.issue();
    const id = newId('delivery');
    webhooks.state.deliveries = [
      {
        id,
        endpointId: newId('endpoint'),
        eventType: 'charge.paid',
        status: 'FAILED',
        attempts: 2,
        maxAttempts: 15,
        createdAtMs: 1_790_000_000_000,
        updatedAtMs: 1_790_000_000_001,
        payloadJson: '{}',
      },
    ];
    t.teardown(() => {
      webhooks.state.deliveries = [];
    });
    const { body } = await ask(`${url}/v1/webhooks/deliveries/dlv_${id}`, { key });
    const requestHeaders = { 'X-Service-Event-Type': 'charge.paid' };
    const startedAt = '2026-09-21T14:13:20.500Z';
    t.deepEqual(body['attemptLog'], [
      { attempt: 1, startedAt, durationMs: null, statusCode: null, error: null, requestHeaders, responseBody: null },
      { attempt: 2, startedAt, durationMs: 30, statusCode: 200, error: null, requestHeaders, responseBody: 'ok' },
    ]);
    const retried = await ask(`${url}/v1/webhooks/deliveries/${id}/retry`, { key, method: 'POST' });
    t.is(retried.status, 200);
    const { attemptLog: _, ...delivery } = body;
    t.deepEqual(retried.body, delivery);
    for (const path of [`dlv_${FOREIGN_ID}`, 'nonsense', `we_${id}`]) {
      t.is((await ask(`${url}/v1/webhooks/deliveries/${path}`, { key })).status, 404);
      t.is((await ask(`${url}/v1/webhooks/deliveries/${path}/retry`, { key, method: 'POST' })).status, 404);
    }
  },
);

test('every kind of answer echoes X-Request-Id: 200, 201, 204, an image, HEAD, and each refusal', async (t) => {
  const { url, keys } = t.context;
  const key = keys.state.issue();
  const valid = { amount: 1_000, payment_method: 'pix' };
  const created = await ask(`${url}/v1/charges`, {
    key,
    json: valid,
    headers: { 'idempotency-key': uniqueName('id') },
  });
  t.truthy(created.headers.get('x-request-id'));
  const image = `/qr/${String(created.body['id']).slice(3)}.png`;
  const rows: [number, string, string, Record<string, string>][] = [
    [200, 'GET', '/v1/wallets', { apikey: key }],
    [201, 'POST', '/v1/api-keys', BEARER],
    [204, 'POST', '/v1/auth/logout', BEARER],
    [200, 'GET', image, {}],
    [200, 'HEAD', image, {}],
    [400, 'POST', '/v1/charges', { apikey: key }],
    [400, 'GET', '/v1/charges/%zz', { apikey: key }],
    [401, 'GET', '/v1/wallets', {}],
    [404, 'PUT', '/v1/wallets', {}],
  ];
  for (const [status, method, path, headers] of rows) {
    const id = uniqueName('req');
    const answer = await ask(`${url}${path}`, { method, headers: { ...headers, 'x-request-id': id } });
    t.deepEqual([answer.status, answer.headers.get('x-request-id')], [status, id], `${method} ${path}`);
  }
});

test('HEAD answers like GET without a body; a slash at the end changes nothing', async (t) => {
  const { url, keys } = t.context;
  const key = keys.state.issue();
  const head = await ask(`${url}/v1/wallets`, { method: 'HEAD', key });
  t.is(head.status, 200);
  t.truthy(head.headers.get('x-request-id'));
  t.is((await ask(`${url}/v1/none`, { method: 'HEAD', key })).status, 404);
  t.is((await ask(`${url}/v1/wallets/`, { key })).status, 200);
});
