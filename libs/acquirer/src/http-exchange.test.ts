import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import test from 'ava';
import { Pool } from 'undici';
import { type BankRequest, type Exchange, exchange } from './http-exchange.ts';

const PUT: BankRequest = {
  method: 'PUT',
  path: '/cob/1',
  headers: { 'content-type': 'application/json' },
  body: '{"a":1}',
};

/** A TCP server that does to each connection what the test wants, and counts the bytes that reached it. */
async function bank(onData: (socket: Socket) => void) {
  const received = { bytes: 0, connections: 0 };
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    received.connections += 1;
    sockets.add(socket);
    socket.on('error', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      received.bytes += chunk.length;
      onData(socket);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 1, pipelining: 1 });
  return {
    port,
    received,
    ask: (deadlineMs: number, request = PUT): Promise<Exchange> => exchange(pool, request, deadlineMs),
    async close(): Promise<void> {
      await pool.destroy();
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
const failure = (result: Exchange) =>
  result.kind === 'failed' ? { sent: result.sent, reason: result.fault.reason } : result;

test('a refused connection sent nothing', async (t) => {
  const pool = new Pool('http://127.0.0.1:1');
  t.deepEqual(failure(await exchange(pool, PUT, 1_000)), { sent: false, reason: 'unreachable' });
  await pool.destroy();
});

test('a name that does not resolve sent nothing', async (t) => {
  const pool = new Pool('http://bank.invalid');
  t.deepEqual(failure(await exchange(pool, PUT, 5_000)), { sent: false, reason: 'unreachable' });
  await pool.destroy();
});

test('TLS that cannot be set up sent nothing', async (t) => {
  const plain = await bank((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const pool = new Pool(`https://127.0.0.1:${plain.port}`);
  t.deepEqual(failure(await exchange(pool, PUT, 1_000)), { sent: false, reason: 'unreachable' });
  await pool.destroy();
  await plain.close();
});

test('a connection reset after the request arrived may have executed it', async (t) => {
  const there = await bank((socket) => socket.resetAndDestroy());
  t.deepEqual(failure(await there.ask(1_000)), { sent: true, reason: 'connection_lost' });
  t.true(there.received.bytes > 0);
  await there.close();
});

test('an answer cut off in its middle may have executed it', async (t) => {
  const there = await bank((socket) => socket.end('HTTP/1.1 201 Created\r\ncontent-length: 99\r\n\r\n{"txid"'));
  t.deepEqual(failure(await there.ask(1_000)), { sent: true, reason: 'connection_lost' });
  await there.close();
});

test('a bank that never answers is left at the deadline, and the request counts as sent', async (t) => {
  const there = await bank(() => undefined);
  const startedAt = performance.now();
  t.deepEqual(failure(await there.ask(60)), { sent: true, reason: 'deadline' });
  t.true(performance.now() - startedAt < 1_000);
  await there.close();
});

test('a request whose deadline passes in the queue is never sent, not even later', async (t) => {
  const there = await bank(() => undefined);
  const first = there.ask(150);
  const second = await there.ask(40, { ...PUT, path: '/cob/2' });
  t.deepEqual(failure(second), { sent: false, reason: 'deadline' });
  const before = there.received.bytes;
  await first;
  await there.ask(50, { ...PUT, path: '/cob/3' });
  // Only the third request came after the first: twice the bytes of one, so the second was dropped.
  t.is(there.received.bytes, 2 * before);
  await there.close();
});

test('no time left means that nothing is tried', async (t) => {
  const there = await bank(() => undefined);
  t.deepEqual(failure(await there.ask(0)), { sent: false, reason: 'deadline' });
  t.is(there.received.connections, 0);
  await there.close();
});

test('an answer comes back with status, Retry-After and body', async (t) => {
  const there = await bank((socket) =>
    socket.write('HTTP/1.1 429 Slow\r\nretry-after: 7\r\ncontent-length: 2\r\n\r\n{}'),
  );
  t.deepEqual(await there.ask(1_000), { kind: 'answer', status: 429, retryAfter: '7', body: '{}' });
  await there.close();
});
