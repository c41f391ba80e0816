import { connect } from 'node:net';
import { type SendPlan, sendStubbornly, uniqueName, until } from '@gx/testkit';
import { enveloped } from './harness/enveloped.ts';
import { testOnOneEdge } from './harness/gateway.ts';
import { rawExchange, responsesIn } from './harness/raw-http.ts';

/** Answers that are given before the body of their request has ended (decisions A50). */
const test = testOnOneEdge();
const MIB = 1_048_576;
// Few enough that a busy machine has sent them before the connection is given up.
const PIECE = ' '.repeat(262_144);
const piecesOf = (bytes: number, piece = PIECE): string[] => Array.from({ length: bytes / PIECE.length }, () => piece);

const sentTo = async (port: number, sending: SendPlan) => {
  const { received, ...sent } = await sendStubbornly(port, sending);
  return { ...sent, answers: responsesIn(received) };
};

const chunk = `${PIECE.length.toString(16)}\r\n${PIECE}\r\n`;
const FRAMINGS = {
  'Content-Length': { header: `Content-Length: ${2 * MIB}`, pieces: piecesOf(2 * MIB) },
  'Content-Length, to be closed': {
    header: `Content-Length: ${2 * MIB}\r\nConnection: close`,
    pieces: piecesOf(2 * MIB),
  },
  chunked: { header: 'Transfer-Encoding: chunked', pieces: [...piecesOf(2 * MIB, chunk), '0\r\n\r\n'] },
  'chunked, to be closed': {
    header: 'Transfer-Encoding: chunked\r\nConnection: close',
    pieces: [...piecesOf(2 * MIB, chunk), '0\r\n\r\n'],
  },
} as const;

const post = (path: string, ...headers: readonly string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');
const JSON_TYPE = 'Content-Type: application/json';

for (const [framing, { header, pieces }] of Object.entries(FRAMINGS))
  test(`a body of 2 MB that nobody reads (${framing}), then its client can send all of it, reads the answer and is closed`, async (t) => {
    const { port, bankUrl, keys } = t.context;
    const apikey = `apikey: ${keys.state.issue()}`;
    const rows: readonly (readonly [what: string, status: number, head: string, port?: number])[] = [
      ['too large', 400, post('/v1/charges', apikey, 'Idempotency-Key: 12345678', JSON_TYPE, header)],
      ['too large, without a key', 400, post('/v1/auth/login', JSON_TYPE, header)],
      ['no key', 401, post('/v1/charges', JSON_TYPE, header)],
      ['no route', 404, post('/v1/none', JSON_TYPE, header)],
      ['no target', 400, post('http://[::1/v1', JSON_TYPE, header)],
      ['no Idempotency-Key', 400, post('/v1/charges', apikey, JSON_TYPE, header)],
      ['another type', 400, post('/v1/charges', apikey, 'Idempotency-Key: 12345678', 'Content-Type: a/b', header)],
      ['a callback too large', 400, post('/bank/p1/secret/pix', header), Number(new URL(bankUrl).port)],
      ['no route of a bank', 404, post('/none', header), Number(new URL(bankUrl).port)],
    ];
    for (const [what, status, head, at = port] of rows) {
      const { answers, fault, bytes } = await sentTo(at, { head, pieces, everyMs: 1 });
      t.deepEqual([fault, bytes], [undefined, pieces.join('').length], what);
      t.is(answers.length, 1, what);
      enveloped(t, answers[0], status, what);
      t.is(answers[0]?.headers.get('connection'), 'close', what);
    }
  });

test('400 of the parser in the middle of 2 MB, then its client can send the rest and reads the answer', async (t) => {
  const { port } = t.context;
  const bytes = [
    [post('/v1/auth/login', JSON_TYPE, 'Transfer-Encoding: chunked'), ['zz\r\n', ...piecesOf(2 * MIB)]],
    [`GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, piecesOf(2 * MIB)],
  ] as const;
  for (const [head, pieces] of bytes) {
    const sent = await sentTo(port, { head, pieces, everyMs: 1 });
    t.is(sent.fault, undefined);
    enveloped(t, sent.answers[0], 400, head.slice(0, 30));
  }
});

test('more than 8 MiB behind an answer, then the connection is cut before the rest has come', async (t) => {
  const { port } = t.context;
  for (const head of [
    post('/v1/none', `Content-Length: ${64 * MIB}`),
    post('/v1/auth/login', JSON_TYPE, `Content-Length: ${64 * MIB}`),
    'hello\r\n\r\n',
  ]) {
    const { answers, bytes } = await sentTo(port, { head, pieces: piecesOf(64 * MIB) });
    t.is(answers.length, 1, head);
    // What the network itself holds comes on top.
    t.true(bytes >= 8 * MIB && bytes < 40 * MIB, `${head}: ${bytes}`);
  }
});

test('a body that goes on for ever behind an answer, then the connection is cut after 2 s', async (t) => {
  const { port } = t.context;
  const drip = Array.from({ length: 1_000 }, () => ' ');
  for (const head of [post('/v1/none', 'Content-Length: 9999'), 'hello\r\n\r\n']) {
    const { answers, closedAfterMs } = await sentTo(port, { head, pieces: drip, everyMs: 20 });
    t.is(answers.length, 1, head);
    t.true(closedAfterMs > 1_500 && closedAfterMs < 6_000, `${head}: ${closedAfterMs}`);
  }
});

test('a request behind a body that was not read, then it is neither read nor answered', async (t) => {
  const { port, keys, charge } = t.context;
  const apikey = `apikey: ${keys.state.issue()}`;
  const idempotencyKey = uniqueName('idem');
  const body = '{"amount":1000,"payment_method":"pix"}';
  const second = `${post('/v1/charges', apikey, `Idempotency-Key: ${idempotencyKey}`, JSON_TYPE, `Content-Length: ${body.length}`)}${body}`;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  t.teardown(() => socket.destroy());
  const closed = new Promise((resolve) => socket.once('close', resolve));
  // A late client is reset, which is an end like another.
  socket.on('error', () => socket.destroy());
  let received = '';
  socket.setEncoding('latin1').on('data', (text) => {
    received += text;
  });
  socket.write(`${post('/v1/none', 'Content-Length: 9')}{`);
  await until('the first is answered', () => responsesIn(received).length === 1);
  socket.end(`"a": 1 }${second}`);
  await closed;
  t.deepEqual(
    responsesIn(received).map(({ status }) => status),
    [404],
  );
  t.false(charge.state.requests.some((request) => request.idempotencyKey === idempotencyKey));
});

test('a body that came with its headers, then the connection stays open whatever is answered', async (t) => {
  const { port } = t.context;
  const unread = `${post('/v1/none', JSON_TYPE, 'Content-Length: 2')}{}`;
  const answers = await rawExchange(port, [unread, unread, 'GET /v1/errors HTTP/1.1\r\nHost: x\r\n\r\n'], 3);
  t.deepEqual(
    answers.map(({ status, headers }) => [status, headers.get('connection')]),
    [
      [404, 'keep-alive'],
      [404, 'keep-alive'],
      [200, 'keep-alive'],
    ],
  );
});
