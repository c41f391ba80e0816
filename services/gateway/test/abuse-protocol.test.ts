import { once } from 'node:events';
import { connect } from 'node:net';
import { until } from '@gx/testkit';
import test from 'ava';
import { CONNECT, GET, LOGIN, POST, startEdge } from './harness/edge.ts';
import { enveloped, MADE, outsideOf } from './harness/enveloped.ts';
import { rawExchange, responsesIn } from './harness/raw-http.ts';

/**
 * What a proxy and this server could read differently: in each there is one request, and the second one is
 * nobody's.
 */
const SMUGGLED: Readonly<Record<string, string>> = {
  'CL and TE': `${POST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${GET}\r\n`,
  'TE and CL': `${POST}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${GET}\r\n`,
  'two lengths': `${POST}Content-Length: 0\r\nContent-Length: 40\r\n\r\n${GET}\r\n`,
  'two lengths in one': `${POST}Content-Length: 0, 40\r\n\r\n${GET}\r\n`,
  'a length with a plus': `${POST}Content-Length: +0\r\n\r\n${GET}\r\n`,
  'a length in hexadecimal': `${POST}Content-Length: 0x0\r\n\r\n${GET}\r\n`,
  'an obscured coding': `${POST}Transfer-Encoding: xchunked\r\nContent-Length: 0\r\n\r\n${GET}\r\n`,
  'a coding behind a tab': `${POST}Transfer-Encoding:\tchunked, identity\r\n\r\n0\r\n\r\n${GET}\r\n`,
  'a space before the colon': `${POST}Transfer-Encoding : chunked\r\nContent-Length: 0\r\n\r\n${GET}\r\n`,
  'a folded coding': `${POST}Transfer-Encoding:\r\n chunked\r\nContent-Length: 0\r\n\r\n${GET}\r\n`,
  'lines that end in LF alone': `${POST.replaceAll('\r\n', '\n')}Content-Length: 0\n\n${GET}\r\n`,
  'CR alone in a header': `${GET}X-A: a\rb\r\n\r\n${GET}\r\n`,
};

test('what two readers could take for different requests is refused, and what hides behind it is never answered', async (t) => {
  const { port } = await startEdge(t);
  let requests = 0;
  for (const [name, bytes] of Object.entries(SMUGGLED)) {
    const answers = await rawExchange(port, bytes);
    requests += 1;
    t.deepEqual(
      answers.map(({ status }) => status),
      [400],
      name,
    );
    t.deepEqual(outsideOf(answers, bytes), [], name);
  }
  t.log(`case 39: ${requests} requests, 0 answers outside the envelope, 0 5xx, 0 smuggled`);
});

test('an id with a line end cannot write a header of ours', async (t) => {
  const { port } = await startEdge(t);
  const split = await rawExchange(port, `${GET}X-Request-Id: a\r\nX-Evil: 1\r\n\r\n`, 1);
  t.is(split[0]?.headers.get('x-request-id'), 'a');
  t.is(split[0]?.headers.get('x-evil'), undefined);
  for (const id of ['a\rX-Evil: 1', 'a\nX-Evil: 1', 'a%0d%0aX-Evil: 1', 'a\u0000b', 'ü', `${'x'.repeat(2_048)}`]) {
    const [answer] = await rawExchange(port, `${GET}X-Request-Id: ${id}\r\n\r\n`, 1);
    t.is(answer?.headers.get('x-evil'), undefined, JSON.stringify(id));
    t.regex(
      answer?.headers.get('x-request-id') ?? '',
      /^([0-9a-f-]{36}|a%0d%0aX-Evil: 1)$|^a$/,
      JSON.stringify(id.slice(0, 20)),
    );
  }
});

/** A generator that is the same in every run: a failure can be played again. */
function random(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const BASES = [
  `${GET}X-Request-Id: fuzz\r\nAccept: */*\r\n\r\n`,
  `${POST}apikey: gx_test_${'A'.repeat(32)}\r\nIdempotency-Key: 12345678\r\nContent-Length: 13\r\n\r\n{"amount": 1}`,
  `${POST}Transfer-Encoding: chunked\r\n\r\nd\r\n{"amount": 1}\r\n0\r\n\r\n`,
  'GET /openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  `${CONNECT}\r\n`,
];
const SPICES = [
  '\r\n',
  '\n',
  '\r',
  '\u0000',
  ' ',
  '\t',
  ':',
  '\u00ff',
  '%',
  '\r\n\r\n',
  'Content-Length: 3\r\n',
  'a'.repeat(20_000),
];

/** One to four changes: a piece put in, taken out, doubled, or a byte changed. */
function mutated(base: string, roll: (sides: number) => number): string {
  let bytes = base;
  for (let change = roll(4); change >= 0; change -= 1) {
    const at = roll(bytes.length);
    const to = at + roll(12);
    const kinds = [
      () => bytes.slice(0, at) + SPICES[roll(SPICES.length)] + bytes.slice(at),
      () => bytes.slice(0, at) + bytes.slice(to),
      () => bytes.slice(0, to) + bytes.slice(at),
      () => bytes.slice(0, at) + String.fromCharCode(roll(256)) + bytes.slice(at + 1),
    ];
    bytes = (kinds[roll(kinds.length)] ?? kinds[0])?.() ?? bytes;
  }
  return bytes;
}

const SEED = 20_261_121;
const MUTANTS = 600;
const AT_ONCE = 40;

test('600 requests with random damage: each answer has the envelope, none is 5xx, and every connection ends', async (t) => {
  const { port, host } = await startEdge(t);
  const roll = random(SEED);
  const mutants = Array.from({ length: MUTANTS }, (_, i) => mutated(BASES[i % BASES.length] ?? '', roll));
  const statuses: Record<number, number> = {};
  let silent = 0;
  const player = async (): Promise<void> => {
    for (let bytes = mutants.pop(); bytes !== undefined; bytes = mutants.pop()) {
      const answers = await rawExchange(port, bytes);
      if (answers.length === 0) silent += 1;
      for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
      t.deepEqual(outsideOf(answers, bytes), [], `seed ${SEED}: ${JSON.stringify(bytes.slice(0, 300))}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, player));
  t.is(silent, 0, 'every one got an answer');
  t.true((statuses[400] ?? 0) > 50 && (statuses[200] ?? 0) > 10, JSON.stringify(statuses));
  t.false(host.lines.some((line) => line.includes('"level":"error"')));
  t.log(`case 39: ${MUTANTS} requests, 0 answers outside the envelope, 0 5xx; ${JSON.stringify(statuses)}`);
});

test('who goes on sending after it was cut off reads why, and is gone all the same', async (t) => {
  const { port } = await startEdge(t);
  // It never closes its own side, whatever it is told.
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const read: Buffer[] = [];
  socket.on('data', (bytes) => read.push(bytes)).on('error', () => socket.destroy());
  await once(socket, 'connect');
  socket.write(`${LOGIN}Content-Length: 10000\r\n\r\n{`);
  const drip = setInterval(() => socket.write('a'), 20);
  t.teardown(() => clearInterval(drip));
  await until('it was cut off', () => socket.closed, { timeoutMs: 10_000 });
  const [answer] = responsesIn(Buffer.concat(read).toString('latin1'));
  t.is(answer?.status, 400);
  t.deepEqual(outsideOf(answer === undefined ? [] : [answer], LOGIN), []);
});

test('404 CONNECT is answered under the id that it brings, or one that is made, and has its line in the log', async (t) => {
  const { port, host } = await startEdge(t);
  for (const [header, id] of [
    ['', MADE],
    ['X-Request-Id: mine\r\n', 'mine'],
    ['X-Request-Id: a b\r\n', 'a b'],
    ['X-Request-Id: a\tb\r\n', MADE],
    ['X-Request-Id: undefined\r\n', 'undefined'],
  ] as const) {
    const [answer] = await rawExchange(port, `${CONNECT}${header}\r\n`);
    enveloped(t, answer, 404, `CONNECT ${header}`, id);
    const own = `"request_id":"${answer?.headers.get('x-request-id')}"`;
    const line = await until('its line', () => host.lines.find((one) => one.includes(own)));
    t.like(JSON.parse(line), { method: 'CONNECT', status: 404, message: 'request' });
  }
});

test('CONNECT behind another request waits for its turn', async (t) => {
  const { port } = await startEdge(t);
  const answers = await rawExchange(port, `${GET}X-Request-Id: first\r\n\r\n${CONNECT}X-Request-Id: second\r\n\r\n`);
  t.deepEqual(
    answers.map(({ status, headers }) => [status, headers.get('x-request-id')]),
    [
      [200, 'first'],
      [404, 'second'],
    ],
  );
});

test('who resets the connection of a CONNECT harms nobody', async (t) => {
  const { port } = await startEdge(t);
  const socket = connect(port, '127.0.0.1').on('error', () => socket.destroy());
  socket.write(`${CONNECT}\r\n`);
  await once(socket, 'data');
  socket.resetAndDestroy();
  // An error that nobody takes ends the process, and with it this test.
  const [answer] = await rawExchange(port, `${GET}\r\n`, 1);
  t.is(answer?.status, 200);
});
