import { HTTP_LIMITS } from '@gx/runtime';
import { testHost, until } from '@gx/testkit';
import { edgeApp } from '../src/edge/app.ts';
import { listen } from '../src/edge/http-server.ts';
import type { RouteDeps } from '../src/edge/route.ts';
import { AT } from './harness/edge.ts';
import { enveloped, MADE } from './harness/enveloped.ts';
import { ask, refusedWith, startEdge, testOnOneEdge } from './harness/gateway.ts';
import { rawExchange } from './harness/raw-http.ts';

const test = testOnOneEdge();
const HEAD = 'GET /v1/none HTTP/1.1\r\nHost: x\r\n';
const POST = 'POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

/** What the parser itself refuses; each one closes the connection. */
const MALFORMED: Record<string, string> = {
  'a folded header': `${HEAD}X-A: a\r\n b\r\n\r\n`,
  'Content-Length and Transfer-Encoding': `${POST}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'two Content-Lengths': `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  'a negative Content-Length': `${POST}Content-Length: -1\r\n\r\n`,
  'an unknown transfer coding': `${POST}Transfer-Encoding: chunked, gzip\r\n\r\n`,
  'a control character in a header': `${HEAD}X-A: a\u0001b\r\n\r\n`,
  'NUL in a header': `${HEAD}X-A: a\u0000b\r\n\r\n`,
  'a space in a header name': `${HEAD}X A: b\r\n\r\n`,
  'a header of 17 kB': `${HEAD}X-A: ${'a'.repeat(17_000)}\r\n\r\n`,
  'an address of 17 kB': `GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'an unknown method': 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n',
  'an unknown version': 'GET / HTTP/3.7\r\nHost: x\r\n\r\n',
  'no HTTP at all': 'hello\r\n\r\n',
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a TLS hello': '\u0016\u0003\u0001\u0000\u00a5\u0001',
  'a broken chunk size': `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
  'a chunk longer than its size': `${POST}Transfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n`,
};

test('400 with envelope and id for everything the parser refuses', async (t) => {
  const { port } = t.context;
  let answered = 0;
  for (const [what, bytes] of Object.entries(MALFORMED)) {
    const answers = await rawExchange(port, bytes);
    enveloped(t, answers[0], 400, what);
    t.is(answers.length, 1, what);
    t.is(answers[0]?.headers.get('connection'), 'close', what);
    answered++;
  }
  t.log(`${answered} of ${Object.keys(MALFORMED).length} malformed requests were answered with the envelope`);
});

test('the id of a malformed request is echoed when it is usable', async (t) => {
  const { port } = t.context;
  const ids: [string, string][] = [
    [`${HEAD}X-Request-Id: my-id-1\r\nX-A: a\r\n b\r\n\r\n`, 'my-id-1'],
    [`${HEAD}X-Request-Id: my id  3\r\nX-A: a\r\n b\r\n\r\n`, 'my id  3'],
    [`${HEAD}X-Request-Id: ${'x'.repeat(255)} \r\nX-A: a\r\n b\r\n\r\n`, 'x'.repeat(255)],
    [`${POST}X-Request-Id: my-id-2\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`, 'my-id-2'],
  ];
  for (const [bytes, id] of ids) t.is((await rawExchange(port, bytes))[0]?.headers.get('x-request-id'), id);
  const unusable = await rawExchange(port, `${HEAD}X-Request-Id: a\tb\r\nX-A: a\r\n b\r\n\r\n`);
  t.regex(unusable[0]?.headers.get('x-request-id') ?? '', MADE);
});

test('a malformed pipelined request is answered after the one before it, each with its own id', async (t) => {
  const { port, keys } = await startEdge(t);
  const key = keys.state.issue();
  keys.state.slowBy(150);
  const good = `GET /v1/wallets HTTP/1.1\r\nHost: x\r\napikey: ${key}\r\nX-Request-Id: first\r\n\r\n`;
  const answers = await rawExchange(port, `${good}GET / HTTP/9\r\nX-Request-Id: second\r\n\r\n`);
  t.deepEqual(
    answers.map(({ status, headers }) => [status, headers.get('x-request-id')]),
    [
      [200, 'first'],
      [400, 'second'],
    ],
  );
});

test('pipelined requests are answered in order', async (t) => {
  const { port } = t.context;
  const bytes = Array.from({ length: 20 }, (_, i) => `${HEAD}X-Request-Id: r${i}\r\n\r\n`).join('');
  const answers = await rawExchange(port, bytes, 20);
  t.deepEqual(
    answers.map(({ headers }) => headers.get('x-request-id')),
    Array.from({ length: 20 }, (_, i) => `r${i}`),
  );
});

test('Node answers nothing on its own: CONNECT, Expect, Upgrade, a missing Host', async (t) => {
  const { port } = t.context;
  enveloped(t, (await rawExchange(port, 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'))[0], 404, 'CONNECT');
  enveloped(t, (await rawExchange(port, `${HEAD}Expect: something\r\n\r\n`, 1))[0], 404, 'Expect');
  enveloped(
    t,
    (await rawExchange(port, `${HEAD}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`, 1))[0],
    404,
    'Upgrade',
  );
  enveloped(t, (await rawExchange(port, 'GET /v1/none HTTP/1.1\r\n\r\n', 1))[0], 404, 'no Host');
  enveloped(t, (await rawExchange(port, 'GET /v1/none HTTP/1.0\r\n\r\n', 1))[0], 404, 'HTTP/1.0');
});

test('400 with envelope and id for a target in whose address there is no host, on both listeners; a good one is answered', async (t) => {
  const { port, bankUrl, host } = t.context;
  const bankPort = Number(new URL(bankUrl).port);
  const targets = ['http://[::1/v1', 'http://[/v1', 'http://[::1]x/v1', 'http://xn--\u00e9/v1/charges'];
  for (const at of [port, bankPort]) {
    for (const target of targets) {
      const [answer] = await rawExchange(at, `GET ${target} HTTP/1.1\r\nHost: x\r\nX-Request-Id: odd\r\n\r\n`, 1);
      enveloped(t, answer, 400, `${at === port ? 'merchants' : 'banks'}: ${target}`, 'odd');
    }
  }
  const line = await until('its line', () => host.lines.find((one) => one.includes('"request_id":"odd"')));
  t.like(JSON.parse(line), { status: 400, message: 'request' });
  for (const good of ['http://x/v1/errors', 'http://xn--/v1/errors'])
    t.is((await rawExchange(port, `GET ${good} HTTP/1.1\r\nHost: x\r\n\r\n`, 1))[0]?.status, 200, good);
});

test('X-Request-Id: legal ones are echoed unchanged on successes and refusals, others replaced', async (t) => {
  const { url, port } = t.context;
  for (const id of ['a', '!~', 'a b', 'a, b  c', 'x'.repeat(255), `x${' '.repeat(253)}x`, '{"<script>']) {
    for (const path of ['/v1/errors', '/v1/none']) {
      t.is((await ask(`${url}${path}`, { headers: { 'x-request-id': id } })).headers.get('x-request-id'), id);
    }
  }
  for (const id of ['', 'x'.repeat(256), 'é', 'a\tb', 'x'.repeat(2_000)]) {
    const answer = (await rawExchange(port, `${HEAD}X-Request-Id: ${id}\r\n\r\n`, 1))[0];
    t.regex(answer?.headers.get('x-request-id') ?? '', MADE, id);
  }
  const twice = (await rawExchange(port, `${HEAD}X-Request-Id: a\r\nX-Request-Id: b\r\n\r\n`, 1))[0];
  t.regex(twice?.headers.get('x-request-id') ?? '', MADE);
});

test('headers that must come once: 401 for a second apikey, 400 for the others', async (t) => {
  const { port, keys, charge } = await startEdge(t);
  const key = keys.state.issue();
  const body = '{"amount":1,"payment_method":"pix"}';
  const create = (...headers: string[]) =>
    rawExchange(
      port,
      `POST /v1/charges HTTP/1.1\r\nHost: x\r\n${headers.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      1,
    );
  const [apikey, idem, type] = [`apikey: ${key}`, 'Idempotency-Key: 12345678', 'Content-Type: application/json'];
  enveloped(t, (await create(apikey, apikey, idem, type))[0], 401, 'apikey twice');
  enveloped(t, (await create(apikey, `APIKEY: ${key}`, idem, type))[0], 401, 'apikey twice, other case');
  enveloped(t, (await create(apikey, idem, idem, type))[0], 400, 'Idempotency-Key twice');
  enveloped(t, (await create(apikey, idem, type, 'Content-Type: text/plain'))[0], 400, 'Content-Type twice');
  const bearer = 'Authorization: Bearer header.claims.signature';
  const listed = await rawExchange(port, `GET /v1/api-keys HTTP/1.1\r\nHost: x\r\n${bearer}\r\n${bearer}\r\n\r\n`, 1);
  enveloped(t, listed[0], 401, 'Authorization twice');
  t.is(charge.state.requests.length, 0);
  t.is(
    (await create(`apikey:   ${key}  `, idem, type))[0]?.status,
    201,
    'whitespace around a header is no part of it (A39)',
  );
});

test('400 for bodies: wrong type, charset, encoding, JSON, shape, size and depth; never 500', async (t) => {
  const { url, keys, charge } = await startEdge(t);
  const key = keys.state.issue();
  const good = '{"amount":1,"payment_method":"pix"}';
  const send = (raw: string, type: string | undefined, more: Record<string, string> = {}) =>
    ask(`${url}/v1/charges`, {
      key,
      raw,
      headers: { 'idempotency-key': '12345678', ...(type === undefined ? {} : { 'content-type': type }), ...more },
    });
  const deep = (levels: number, field = 'x'): string =>
    `{"amount":1,"payment_method":"pix","${field}":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  const json = 'application/json';
  const bad: [string, string | undefined, Record<string, string>?][] = [
    [good, undefined],
    [good, 'text/plain'],
    [good, 'application/x-www-form-urlencoded'],
    [good, 'application/json; charset=latin1'],
    [good, 'application/jsonx'],
    [good, json, { 'content-encoding': 'gzip' }],
    ['', json],
    ['{', json],
    ['nul', json],
    ['null', json],
    ['[]', json],
    ['"a"', json],
    ['1', json],
    ['{"amount":1,}', json],
    [`\ufeff\ufeff${good}`, json],
    [`{"amount":1,"payment_method":"pix","x":"${'a'.repeat(65_536)}"}`, json],
    [deep(32), json],
    [deep(30_000), json],
    [deep(9, 'metadata'), json],
    ['{"amount":1e400,"payment_method":"pix"}', json],
    ['{"amount":1,"payment_method":"pix","metadata":{"a":1e400}}', json],
    ['{"amount":9007199254740993,"payment_method":"pix"}', json],
    ['{"amount":1,"payment_method":"pix","metadata":{"a":"\\ud800"}}', json],
    ['{"amount":1,"payment_method":"pix","metadata":{"\\u0000":1}}', json],
    ['{"amount":1,"payment_method":"pix","description":"\\u0000"}', json],
  ];
  for (const [raw, type, more] of bad) {
    const error = refusedWith(
      t,
      await send(raw, type, more),
      400,
      raw.includes('"amount":9007') ? 'invalid_amount' : raw === '' ? 'invalid_amount' : 'invalid_request',
    );
    t.is(error['type'], 'invalid_request_error', raw.slice(0, 60));
    t.true(Array.isArray(error['details']), raw.slice(0, 60));
    t.false(String(error['message']).includes('pix"'), 'the message does not quote the body');
  }
  t.is(charge.state.requests.length, 0);
  const fine: [string, string?][] = [
    [good],
    [good, 'application/json; charset=utf-8'],
    [good, 'Application/JSON;charset="UTF-8"'],
    [deep(31)],
    ['{"amount":2,"amount":1,"payment_method":"pix"}'],
    ['{"amount":1.0,"payment_method":"pix"}'],
    [`\ufeff${good}`],
    [`\ufeff \n${good}`],
  ];
  for (const [raw, type = json] of fine) t.is((await send(raw, type)).status, 201, raw.slice(0, 60));
  t.log(`${bad.length} bad bodies refused, ${fine.length} odd but valid ones accepted`);
});

test('a body of no bytes is none, however it is announced: what may be left out is, what may not is named', async (t) => {
  const { port, keys } = t.context;
  const token = 'Authorization: Bearer header.claims.signature';
  const charge = `apikey: ${keys.state.issue()}\r\nIdempotency-Key: 12345678`;
  const chunked = 'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
  for (const body of [chunked, `Content-Type: application/json\r\n${chunked}`, 'Content-Length: 0\r\n\r\n']) {
    const post = (path: string, header: string) =>
      rawExchange(port, `POST ${path} HTTP/1.1\r\nHost: x\r\n${header}\r\n${body}`, 1);
    t.is((await post('/v1/api-keys', token))[0]?.status, 201, body);
    const [refused] = await post('/v1/charges', charge);
    t.like(JSON.parse(refused?.body ?? ''), { error: { code: 'invalid_amount', param: 'amount' } }, body);
  }
});

test('400 for a chunked body of another type as soon as there is a byte of it, without waiting for its end', async (t) => {
  const { port } = t.context;
  const head = POST.replace('application/json', 'text/plain');
  const [answer] = await rawExchange(port, `${head}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`, 1);
  enveloped(t, answer, 400, 'chunked');
  t.like(JSON.parse(answer?.body ?? ''), { error: { param: 'Content-Type' } });
});

test('400 for a body that is larger than announced sizes allow, without waiting for its end', async (t) => {
  const { port } = t.context;
  const announced = await rawExchange(port, `${POST}Content-Length: 9999999\r\n\r\n{`, 1);
  enveloped(t, announced[0], 400, 'announced');
  const chunk = `8000\r\n${' '.repeat(0x8000)}\r\n`;
  const chunked = await rawExchange(port, [`${POST}Transfer-Encoding: chunked\r\n\r\n`, chunk, chunk, chunk], 1);
  enveloped(t, chunked[0], 400, 'chunked');
});

test('a slow client is cut off with an answer: headers that never end, a body that never comes', async (t) => {
  const host = testHost('edge');
  t.teardown(host.stop);
  const admit = () => Promise.reject(new Error('no route here takes a key'));
  const app = edgeApp(host, { routes: [], deps: {} as RouteDeps, admit, trustedProxies: [] });
  // Long enough for a busy machine to have read the headers of the second.
  const limits = { ...HTTP_LIMITS, headersTimeout: 1_000, requestTimeout: 1_500, connectionsCheckingInterval: 20 };
  const { port } = await listen(
    host,
    (request, response) => void request.on('end', () => app(request, response)).resume(),
    { ...AT, limits },
  );
  enveloped(t, (await rawExchange(port, 'GET / HTTP/1.1\r\nX-A: '))[0], 400, 'headers');
  enveloped(
    t,
    (await rawExchange(port, `${POST}X-Request-Id: slow\r\nContent-Length: 5\r\n\r\n{`))[0],
    400,
    'body',
    'slow',
  );
});

test('the limits of the server are those that were decided', (t) => {
  t.snapshot(HTTP_LIMITS);
});

test('draining: what is in flight finishes, every answer says close, and idle connections do not hold it up', async (t) => {
  const { url, keys, host } = await startEdge(t);
  const key = keys.state.issue();
  await ask(`${url}/v1/errors`);
  keys.state.slowBy(200);
  const inFlight = ask(`${url}/v1/wallets`, { key });
  host.health.drain();
  t.is((await ask(`${url}/v1/errors`)).headers.get('connection'), 'close');
  const startedAt = performance.now();
  const stopped = host.stop();
  const answer = await inFlight;
  t.deepEqual([answer.status, answer.headers.get('connection')], [200, 'close']);
  await stopped;
  t.true(performance.now() - startedAt < 2_000);
});
