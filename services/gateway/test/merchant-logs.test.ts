import { once } from 'node:events';
import { connect } from 'node:net';
import { newId, Refusal, sha256Hex, unavailable } from '@gx/core';
import { localAssertions, uniqueName, until } from '@gx/testkit';
import type { ExecutionContext } from 'ava';
import test from 'ava';
import { ask, refusedWith, startEdge } from './harness/gateway.ts';
import { rawExchange } from './harness/raw-http.ts';

const BEARER = { authorization: 'Bearer header.claims.signature' };
const CPF = '529.982.247-25';

const create = (url: string, key: string, json: object = {}) =>
  ask(`${url}/v1/charges`, {
    key,
    json: { amount: 1_000, payment_method: 'pix', ...json },
    headers: { 'idempotency-key': uniqueName('idem') },
  });

test('each request of a known key is recorded with its template, outcome and fingerprint; refused and limited ones too, a stranger’s not', async (t) => {
  const { url, keys } = await startEdge(t, { RATE_LIMIT_TEST_PER_MINUTE: '4' });
  const accountId = newId('account');
  const key = keys.state.issue('test', accountId);
  const { body } = await create(url, key);
  await ask(`${url}/v1/charges/${body['id']}`, { key });
  await create(url, key, { amount: -1 });
  const unknown = `/v1/charges/ch_${newId('charge')}`;
  await ask(`${url}${unknown}`, { key });
  await ask(`${url}/v1/wallets`, { key });
  await ask(`${url}/v1/wallets`, { key: `gx_test_${'A'.repeat(32)}` });
  await ask(`${url}/v1/wallets`);
  const records = await until('five records', () => keys.state.records.length >= 5 && keys.state.records);
  t.deepEqual(
    records.map(({ method, route, path, status, errorCode, param }) => [method, route, path, status, errorCode, param]),
    [
      ['POST', '/v1/charges', '/v1/charges', 201, undefined, undefined],
      ['GET', '/v1/charges/:id', `/v1/charges/${body['id']}`, 200, undefined, undefined],
      ['POST', '/v1/charges', '/v1/charges', 400, 'invalid_amount', 'amount'],
      ['GET', '/v1/charges/:id', unknown, 404, 'not_found', undefined],
      ['GET', '/v1/wallets', '/v1/wallets', 429, 'rate_limited', undefined],
    ],
  );
  for (const [index, record] of records.entries()) {
    const asserted = await localAssertions().read(keys.state.assertedFor[index] ?? '', new Date(record.atMs));
    t.deepEqual(asserted, { tenant: { accountId, livemode: false }, fingerprint: sha256Hex(key) });
    t.like(record, { accountId, livemode: false, fingerprint: sha256Hex(key) });
    t.true(record.durationMs >= 0 && record.durationMs < 60_000 && Math.abs(record.atMs - Date.now()) < 60_000);
  }
});

test('of requests over the rate limit a key has 60 recorded in a minute, however many it makes; what is let in is recorded all the same', async (t) => {
  const { url, keys } = await startEdge(t, { RATE_LIMIT_TEST_PER_MINUTE: '5' });
  const [flooding, quiet] = [keys.state.issue(), keys.state.issue()];
  const flood = await Promise.all(Array.from({ length: 150 }, () => ask(`${url}/v1/wallets`, { key: flooding })));
  t.is(flood.filter(({ status }) => status === 429).length, 145);
  t.is((await ask(`${url}/v1/wallets`, { key: quiet })).status, 200);
  // Records go in their order: once the last one is here, all are.
  await until('the last record', () => keys.state.records.some(({ fingerprint }) => fingerprint === sha256Hex(quiet)));
  const ofFlood = keys.state.records.filter(({ fingerprint }) => fingerprint === sha256Hex(flooding));
  t.is(ofFlood.filter(({ status }) => status === 429).length, 60);
  t.is(ofFlood.filter(({ status }) => status === 200).length, 5);
});

test('a record holds nothing of a body or a key, and of a path, a query, a param and a request id nothing about a person', async (t) => {
  const { url, keys, port } = await startEdge(t);
  const key = keys.state.issue();
  const { body } = await create(url, key, {
    description: 'canary-description',
    customer: { name: 'canary-name', document: CPF, email: 'canary@example.com' },
    metadata: { canary: 'canary-metadata' },
  });
  const id = String(body['id']);
  await ask(`${url}/v1/charges/${id}`, { key, headers: { 'x-request-id': `order-${CPF}` } });
  await ask(`${url}/v1/charges?limit=5&customer_id=${CPF}`, { key });
  await ask(`${url}/v1/charges/${CPF}`, { key });
  await ask(`${url}/v1/charges?${CPF}=canary&stauts=paid`, { key });
  await ask(`${url}/v1/charges?${key}=1`, { key });
  await rawExchange(
    port,
    `GET http://127.0.0.1/v1/wallets/?_a=canary HTTP/1.1\r\nHost: x\r\napikey: ${key}\r\n\r\n`,
    1,
  );
  const records = await until('seven records', () => keys.state.records.length >= 7 && keys.state.records);
  const text = JSON.stringify(records);
  for (const canary of ['canary', CPF, '52998224725', key, '127.0.0.1']) t.false(text.includes(canary), canary);
  t.is(records[1]?.requestId, 'order-[redacted]');
  t.deepEqual(
    records.map(({ path, query, param }) => [path, query, param]),
    [
      ['/v1/charges', undefined, undefined],
      [`/v1/charges/${id}`, undefined, undefined],
      ['/v1/charges', 'limit=5&customer_id=[redacted]', undefined],
      ['/v1/charges/[redacted]', undefined, undefined],
      ['/v1/charges', '[redacted]=[redacted]&stauts=[redacted]', '[redacted]'],
      ['/v1/charges', '[redacted]=[redacted]', '[redacted]'],
      ['/v1/wallets/', '_a=[redacted]', undefined],
    ],
  );
});

/** A create of that key whose body breaks off in what is no HTTP, once the edge waits for the rest of it. */
async function broken(edge: Awaited<ReturnType<typeof startEdge>>, key: string): Promise<string> {
  const { port, url } = edge;
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  const head = ['POST /v1/charges HTTP/1.1', 'Host: x', `apikey: ${key}`, 'Idempotency-Key: 12345678'];
  const type = ['Content-Type: application/json', 'X-Request-Id: broken', 'Transfer-Encoding: chunked'];
  socket.write([...head, ...type, '', '1', '{', ''].join('\r\n'));
  await until('the edge knows the key', () => edge.keys.state.lookups > 0);
  // Requests that came behind it are through: so is it.
  for (let i = 0; i < 3; i += 1) await ask(`${url}/v1/wallets`, { key });
  socket.write('zz\r\n');
  await once(socket, 'close');
  return received;
}

test('a request that the HTTP parser refused stands in both logs with the status and code of its answer', async (t) => {
  const edge = await startEdge(t);
  const { state } = edge.keys;
  const key = state.issue();
  t.regex(await broken(edge, key), /^HTTP\/1\.1 400 /);
  const record = await until('its record', () => state.records.find(({ requestId }) => requestId === 'broken'));
  t.like(record, { status: 400, errorCode: 'invalid_request', method: 'POST', route: '/v1/charges' });
  const line = await until('its line', () =>
    edge.host.lines
      .map((one) => JSON.parse(one) as Record<string, unknown>)
      .find(({ request_id, message }) => request_id === 'broken' && String(message).startsWith('request')),
  );
  t.like(line, { status: 400, message: 'request', route: '/v1/charges' });
});

test('what the parser refuses before it is a request has its line too, with the id that was answered', async (t) => {
  const { port, host } = await startEdge(t);
  const [answer] = await rawExchange(port, 'GET / HTTP/9\r\n\r\n');
  const id = answer?.headers.get('x-request-id');
  const line = await until('its line', () =>
    host.lines.map((one) => JSON.parse(one) as Record<string, unknown>).find(({ request_id }) => request_id === id),
  );
  t.like(line, { status: 400, message: 'request refused by the parser', reason: 'HPE_INVALID_VERSION' });
});

test('while nobody takes the records creates go on, and the records arrive afterwards, each once', async (t) => {
  const { url, keys, host } = await startEdge(t);
  const key = keys.state.issue();
  let refusals = 0;
  keys.state.refuseRecords = () => {
    refusals += 1;
    throw unavailable('away');
  };
  for (let i = 0; i < 20; i += 1) t.is((await create(url, key)).status, 201);
  await until('the records were refused', () => refusals > 0);
  t.is(keys.state.records.length, 0);
  keys.state.refuseRecords = undefined;
  await until('the records arrive', () => keys.state.records.length >= 20);
  t.is(new Set(keys.state.records.map(({ id }) => id)).size, 20);
  t.is(keys.state.records.length, 20);
  t.false(host.lines.join('').includes('request_log_dropped'));
});

test('a gateway that stops sends what still waits', async (t) => {
  const { url, keys, host } = await startEdge(t);
  const key = keys.state.issue();
  await ask(`${url}/v1/wallets`, { key });
  await host.stop();
  t.is(keys.state.records.length, 1);
});

const LISTS = ['/v1/request-logs', '/v1/audit-events'] as const;

test('both logs are queried with exactly what their query says, and 400 for each wrong part of it', async (t) => {
  const { url, keys } = await startEdge(t);
  const queryFor = async (query: string) => {
    t.is((await ask(`${url}${query}`, { headers: BEARER })).status, 200, query);
    const last = Object.entries(keys.state.logLists.at(-1) ?? {});
    return Object.fromEntries(last.filter(([name]) => !/^_|^accessToken$|^tenant$/.test(name)));
  };
  const fingerprint = 'a'.repeat(64);
  for (const path of LISTS) {
    t.deepEqual(await queryFor(path), { limit: 25 });
    const query = `limit=100&apiKeyFingerprint=${fingerprint}&from=2026-01-01&to=2026-01-31T10:00:00Z&starting_after=x`;
    t.deepEqual(await queryFor(`${path}?${query}`), {
      limit: 100,
      fingerprint,
      fromMs: Date.parse('2026-01-01T00:00:00.000Z'),
      toMs: Date.parse('2026-01-31T10:00:00.000Z'),
      startingAfter: 'x',
    });
    await wrong(t, `${url}${path}`);
  }
});

test('an API key is answered with what its own environment was sent, a login token beside it with the account’s; each filter goes with the query', async (t) => {
  const { url, keys } = await startEdge(t);
  const accountId = newId('account');
  const at = `${url}/v1/request-logs`;
  const queried = async (query: string, by: { key?: string; headers?: Record<string, string> }) => {
    t.is((await ask(`${at}${query}`, by)).status, 200, query);
    return keys.state.logLists.at(-1);
  };
  for (const environment of ['live', 'test'] as const) {
    const key = keys.state.issue(environment, accountId);
    t.like(await queried('', { key }), { accessToken: '', tenant: { accountId, livemode: environment === 'live' } });
    t.like(await queried('', { key, headers: BEARER }), { accessToken: 'header.claims.signature', tenant: null });
  }
  const path = `/v1/charges/ch_${newId('charge')}`;
  const query = `?status=404&path=${path}&requestId=order-${CPF}&limit=3`;
  // Of a request id its records have what is kept of it.
  const filters = { status: 404, path, requestId: 'order-[redacted]', limit: 3 };
  t.like(await queried(query, { key: keys.state.issue('test', accountId) }), filters);
  const bad: [string, string, RegExp][] = [
    ['status=99', 'status', /from 100 to 599/],
    ['status=ok', 'status', /from 100 to 599/],
    ['path=v1/charges', 'path', /from its first \/ and without a query/],
    ['path=/v1/charges%3Flimit=1', 'path', /without a query/],
    [`path=/${'x'.repeat(512)}`, 'path', /at most 512 characters/],
    ['requestId=', 'requestId', /must not be empty/],
    [`requestId=${'x'.repeat(256)}`, 'requestId', /at most 255 characters/],
  ];
  for (const [part, param, message] of bad) {
    const refused = refusedWith(t, await ask(`${at}?${part}`, { key: keys.state.issue() }), 400, 'invalid_request');
    t.is(refused['param'], param, part);
    t.regex(String(refused['message']), message, part);
  }
  const audit = await ask(`${url}/v1/audit-events`, { key: keys.state.issue() });
  t.is(refusedWith(t, audit, 401, 'unauthorized')['param'], 'Authorization');
});

async function wrong(t: ExecutionContext, at: string): Promise<void> {
  const bad: [string, string, string?][] = [
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['apiKeyFingerprint=abc', 'apiKeyFingerprint'],
    ['from=yesterday', 'from'],
    ['to=2026-13-01', 'to'],
    [`starting_after=${'x'.repeat(65)}`, 'starting_after', 'invalid_cursor'],
  ];
  for (const [query, param, code = 'invalid_request'] of bad) {
    const refused = refusedWith(t, await ask(`${at}?${query}`, { headers: BEARER }), 400, code);
    t.is(refused['param'], param);
  }
  refusedWith(t, await ask(at), 401, 'unauthorized');
}

test('a page of either log has its envelope: what it shows, whether there is more, and where the next one begins', async (t) => {
  const { url, keys } = await startEdge(t);
  const key = keys.state.issue();
  for (let i = 0; i < 3; i += 1) await ask(`${url}/v1/wallets`, { key });
  await until('three records', () => keys.state.records.length === 3);
  const event = {
    livemode: true,
    action: 'api_key.issued',
    actorId: newId('user'),
    fingerprint: 'b'.repeat(64),
    changes: [],
    atMs: 1,
  };
  const rotation = { successorKeyId: newId('apiKey'), successorFingerprint: 'c'.repeat(64) };
  keys.state.audit.push(
    { ...event, id: newId('audit'), keyId: newId('apiKey') },
    { ...event, ...rotation, id: newId('audit'), keyId: newId('apiKey'), action: 'api_key.rotated' },
  );
  for (const [path, count] of [
    ['/v1/request-logs', 3],
    ['/v1/audit-events', 2],
  ] as const) {
    const { body } = await ask(`${url}${path}?limit=1`, { headers: BEARER });
    const page = body as { data: { id: string }[]; has_more: boolean; next_cursor: string | null };
    t.deepEqual([page.data.length, page.has_more, page.next_cursor], [1, true, page.data[0]?.id ?? '']);
    if (count === 3) t.like(page.data[0], { path: '/v1/wallets', route: '/v1/wallets', query: null, param: null });
    const { body: whole } = await ask(`${url}${path}`, { headers: BEARER });
    t.like(whole, { object: 'list', has_more: false, next_cursor: null });
    t.is((whole['data'] as unknown[]).length, count);
  }
});

test('a cursor that keys does not know is 400 invalid_cursor', async (t) => {
  const { url, keys } = await startEdge(t);
  keys.state.refuseLists = () => new Refusal('invalid_cursor', 'No.', { param: 'starting_after' });
  for (const path of LISTS) {
    const answer = await ask(`${url}${path}?starting_after=log_${newId('requestLog')}`, { headers: BEARER });
    refusedWith(t, answer, 400, 'invalid_cursor');
  }
});
