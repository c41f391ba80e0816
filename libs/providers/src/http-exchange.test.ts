import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { Pool } from 'undici';
import { type BankRequest, type Exchange, exchange } from './http-exchange.ts';

const PUT: BankRequest = {
  method: 'PUT',
  path: '/cob/1',
  headers: { 'content-type': 'application/json' },
  body: '{"a":1}',
};

const NO_CONTENT = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';

/** A TCP server that does to each connection what the test wants, and counts the bytes that reached it. */
async function bank(t: ExecutionContext, onData: (socket: Socket, text: string) => void) {
  const received = { bytes: 0, connections: 0 };
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    received.connections += 1;
    sockets.add(socket);
    socket.on('error', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      received.bytes += chunk.length;
      onData(socket, chunk.toString());
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 1, pipelining: 1 });
  t.teardown(async () => {
    await pool.destroy();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port,
    received,
    ask: (deadlineMs: number, request = PUT): Promise<Exchange> => exchange(pool, request, deadlineMs),
  };
}
const failure = (result: Exchange) =>
  result.kind === 'failed' ? { sent: result.sent, reason: result.fault.reason } : result;

test('a refused connection sent nothing', async (t) => {
  const pool = new Pool('http://127.0.0.1:1');
  t.deepEqual(failure(await exchange(pool, PUT, 30_000)), { sent: false, reason: 'unreachable' });
  await pool.destroy();
});

test('a name that does not resolve sent nothing', async (t) => {
  const pool = new Pool('http://bank.invalid');
  t.deepEqual(failure(await exchange(pool, PUT, 5_000)), { sent: false, reason: 'unreachable' });
  await pool.destroy();
});

test('TLS that cannot be set up sent nothing', async (t) => {
  const plain = await bank(t, (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const pool = new Pool(`https://127.0.0.1:${plain.port}`);
  t.deepEqual(failure(await exchange(pool, PUT, 30_000)), { sent: false, reason: 'unreachable' });
  await pool.destroy();
});

test('a connection reset after the request arrived may have executed it', async (t) => {
  const there = await bank(t, (socket) => socket.resetAndDestroy());
  t.deepEqual(failure(await there.ask(30_000)), { sent: true, reason: 'connection_lost' });
  t.true(there.received.bytes > 0);
});

test('an answer cut off in its middle may have executed it', async (t) => {
  const there = await bank(t, (socket) => socket.end('HTTP/1.1 201 Created\r\ncontent-length: 99\r\n\r\n{"txid"'));
  t.deepEqual(failure(await there.ask(30_000)), { sent: true, reason: 'connection_lost' });
});

test('a bank that never answers is left at the deadline, and the request counts as sent', async (t) => {
  let requests = 0;
  const there = await bank(t, (socket) => {
    requests += 1;
    if (requests === 1) socket.write(NO_CONTENT);
  });
  // The first request has the connection made, which would eat a short deadline on a busy machine.
  t.is((await there.ask(30_000)).kind, 'answer');
  const startedAt = performance.now();
  t.deepEqual(failure(await there.ask(1_500)), { sent: true, reason: 'deadline' });
  t.true(performance.now() - startedAt < 5_000);
});

test('a request whose deadline passes in the queue is never sent, not even later', async (t) => {
  const requests: string[] = [];
  let first: Socket | undefined;
  const there = await bank(t, (socket, text) => {
    requests.push(/\/cob\/\d/.exec(text)?.[0] ?? '');
    if (requests.length === 1) first = socket;
    else socket.write(NO_CONTENT);
  });
  const answer = there.ask(30_000);
  await until('the first request is under way', () => first !== undefined);
  t.deepEqual(failure(await there.ask(40, { ...PUT, path: '/cob/2' })), { sent: false, reason: 'deadline' });
  first?.write(NO_CONTENT);
  t.is((await answer).kind, 'answer');
  t.is((await there.ask(30_000, { ...PUT, path: '/cob/3' })).kind, 'answer');
  t.deepEqual(requests, ['/cob/1', '/cob/3']);
});

test('no time left means that nothing is tried', async (t) => {
  const there = await bank(t, () => undefined);
  t.deepEqual(failure(await there.ask(0)), { sent: false, reason: 'deadline' });
  t.is(there.received.connections, 0);
});

const PDF_OF_4: BankRequest = {
  method: 'GET',
  path: '/1',
  headers: {},
  file: { type: 'application/pdf', bytesMax: 4 },
};
const answering = (head: string, body: Buffer) => (socket: Socket) =>
  socket.write(Buffer.concat([Buffer.from(`HTTP/1.1 ${head}\r\ncontent-length: ${body.length}\r\n\r\n`), body]));

test('a file comes back byte for byte under its type, whatever bytes they are', async (t) => {
  const bytes = Buffer.from([0x25, 0xff, 0x00, 0xc3]);
  const there = await bank(t, answering('200 OK\r\ncontent-type: application/pdf', bytes));
  t.like(await there.ask(30_000, PDF_OF_4), { status: 200, body: '', file: { type: 'application/pdf', bytes } });
});

test('a file that is larger than it may be is let go of, and the request counts as sent', async (t) => {
  const there = await bank(t, answering('200 OK', Buffer.alloc(5)));
  t.deepEqual(failure(await there.ask(30_000, PDF_OF_4)), { sent: true, reason: 'unreadable_answer' });
});

test('a refusal is text also where a file was requested', async (t) => {
  const there = await bank(t, answering('404 Gone', Buffer.from('{}')));
  t.deepEqual(await there.ask(30_000, PDF_OF_4), { kind: 'answer', status: 404, retryAfter: undefined, body: '{}' });
});

test('an answer comes back with status, Retry-After and body', async (t) => {
  const there = await bank(t, (socket) =>
    socket.write('HTTP/1.1 429 Slow\r\nretry-after: 7\r\ncontent-length: 2\r\n\r\n{}'),
  );
  t.deepEqual(await there.ask(30_000), { kind: 'answer', status: 429, retryAfter: '7', body: '{}' });
});
