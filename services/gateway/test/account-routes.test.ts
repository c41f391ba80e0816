import { ERRORS, newId } from '@gx/core';
import { ask, refusedWith, testOnOneEdge } from './harness/gateway.ts';
import { FOREIGN_ID } from './harness/stand-ins.ts';

const test = testOnOneEdge();

test('404 unknown routes and methods, 401 wallet routes without a key', async (t) => {
  const { url } = t.context;
  const unknown: [string, string][] = [
    ['GET', '/'],
    ['GET', '/v2'],
    ['GET', '/V1/charges'],
    ['PATCH', '/v1/charges'],
    ['OPTIONS', '/v1/charges'],
    ['PUT', '/v1/charges/x'],
    ['PUT', '/v1/payments'],
    ['GET', '/v1/payments/x/cancel'],
    ['GET', '/v1/payments/x/refund'],
    ['POST', '/v1/payments/x/refunds'],
    ['GET', '/healthz'],
  ];
  for (const [method, path] of unknown) refusedWith(t, await ask(`${url}${path}`, { method }), 404, 'not_found');
  for (const path of ['/v1/wallets', '/v1/wallets/balance'])
    refusedWith(t, await ask(`${url}${path}`), 401, 'unauthorized');
});

test('200 wallets: zeros for an account that was never credited, both shapes of the balance', async (t) => {
  const { url, keys, ledger } = t.context;
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
  const { url, keys } = t.context;
  const key = keys.state.issue();
  const at = `${url}/v1/webhooks/endpoints`;
  const registered = await ask(at, { key, json: { url: 'https://example.com/hook', events: ['charge.paid'] } });
  t.is(registered.status, 201);
  t.deepEqual(Object.keys(registered.body).sort(), ['events', 'id', 'secret', 'status', 'url']);
  t.regex(String(registered.body['id']), /^we_/);
  const listed = (await ask(at, { key })).body as { data: object[] };
  t.deepEqual(Object.keys(listed.data[0] ?? {}), ['id', 'url', 'events', 'status', 'createdAt', 'updatedAt']);
  t.deepEqual((await ask(`${at}/${registered.body['id']}`, { key, method: 'DELETE' })).body, { deleted: true });
  const foreign = await ask(`${at}/we_${FOREIGN_ID}`, { key, method: 'DELETE' });
  const nonsense = await ask(`${at}/nonsense`, { key, method: 'DELETE' });
  t.deepEqual(refusedWith(t, nonsense, 404, 'not_found'), refusedWith(t, foreign, 404, 'not_found'));
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

test('PATCH of an endpoint: only what is to change, 400 for nothing or nonsense, 404 for what is not ours; never a secret', async (t) => {
  const { url, keys } = t.context;
  const key = keys.state.issue();
  const id = newId('endpoint');
  const at = `${url}/v1/webhooks/endpoints`;
  const patch = (path: string, json: unknown) => ask(`${at}/${path}`, { key, method: 'PATCH', json });
  const changed = await patch(`we_${id}`, { status: 'INACTIVE' });
  t.is(changed.status, 200);
  t.deepEqual(changed.body as unknown, {
    id: `we_${id}`,
    url: 'https://x',
    events: ['charge.paid'],
    status: 'INACTIVE',
  });
  t.like((await patch(id, { url: 'https://y/z', events: ['charge.failed'] })).body, {
    url: 'https://y/z',
    events: ['charge.failed'],
  });
  const bad: [unknown, string, string?][] = [
    [{}, 'invalid_request'],
    [{ secret: 'mine' }, 'invalid_request'],
    [{ url: 'ftp://x' }, 'invalid_url', 'url'],
    [{ events: [] }, 'invalid_event', 'events'],
    [{ status: 'active' }, 'invalid_request', 'status'],
  ];
  for (const [json, code, param] of bad) t.is(refusedWith(t, await patch(`we_${id}`, json), 400, code)['param'], param);
  const foreign = await patch(`we_${FOREIGN_ID}`, { status: 'ACTIVE' });
  const nonsense = await patch('nonsense', { status: 'ACTIVE' });
  t.deepEqual(refusedWith(t, nonsense, 404, 'not_found'), refusedWith(t, foreign, 404, 'not_found'));
});

test('rotate-secret: 200 with the new secret, the body may name the id of the path and no other (N11)', async (t) => {
  const { url, keys } = t.context;
  const key = keys.state.issue();
  const id = newId('endpoint');
  const rotate = (path: string, json?: unknown) =>
    ask(`${url}/v1/webhooks/endpoints/${path}/rotate-secret`, {
      key,
      method: 'POST',
      ...(json === undefined ? {} : { json }),
    });
  for (const json of [undefined, {}, { id }, { id: `we_${id}` }]) {
    const rotated = await rotate(`we_${id}`, json);
    t.is(rotated.status, 200);
    t.deepEqual(rotated.body as unknown, { id: `we_${id}`, secret: 'b'.repeat(64) });
  }
  t.is(refusedWith(t, await rotate(`we_${id}`, { id: newId('endpoint') }), 400, 'invalid_request')['param'], 'id');
  refusedWith(t, await rotate(`we_${FOREIGN_ID}`), 404, 'not_found');
});

test('stats: how many deliveries stand where, and all of them', async (t) => {
  const { url, keys } = t.context;
  t.deepEqual((await ask(`${url}/v1/webhooks/stats`, { key: keys.state.issue() })).body as unknown, {
    total: 42,
    PENDING: 1,
    PROCESSING: 2,
    DELIVERED: 30,
    FAILED: 4,
    CANCELLED: 5,
  });
});

test('deliveries: the whole query, and 400 for each wrong part of it', async (t) => {
  const { url, keys } = t.context;
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
  const { url, gateway } = t.context;
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
  const { url } = t.context;
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

test('GET /v1/errors is the error table', async (t) => {
  const { url } = t.context;
  const { data } = (await ask(`${url}/v1/errors`)).body as { data: { code: string }[] };
  t.deepEqual(
    data.map(({ code }) => code),
    Object.keys(ERRORS),
  );
});
