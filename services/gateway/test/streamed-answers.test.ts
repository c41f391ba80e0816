import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Refusal } from '@gx/core';
import { HTTP_LIMITS } from '@gx/runtime';
import { testHost, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { edgeApp } from '../src/edge/app.ts';
import { listen } from '../src/edge/http-server.ts';
import type { Route, RouteDeps } from '../src/edge/route.ts';
import { AT } from './harness/edge.ts';

const PIECE = 'x'.repeat(64 * 1024);
/** Far more than the buffers between two sockets hold. */
const MANY = 2_000;

/** An edge whose one route streams what a test makes, and what became of the making. */
async function streaming(t: ExecutionContext, make: (made: () => void) => AsyncGenerator<string>) {
  const host = testHost('edge');
  t.teardown(host.stop);
  const state = { made: 0, ended: 0 };
  async function* chunks(): AsyncGenerator<string> {
    try {
      yield* make(() => {
        state.made += 1;
      });
    } finally {
      state.ended += 1;
    }
  }
  const headers = { 'Content-Type': 'text/csv' };
  const handle = async () => ({ status: 200, headers, chunks: chunks() });
  const routes: readonly Route[] = [{ method: 'GET', path: '/stream', auth: 'none', handle }];
  const app = edgeApp(host, {
    routes,
    deps: {} as RouteDeps,
    admit: () => Promise.reject(new Refusal('unauthorized', 'No key is good here.')),
    trustedProxies: [],
  });
  const { port } = await listen(host, app, { ...AT, limits: HTTP_LIMITS });
  return { host, port, state, url: `http://127.0.0.1:${port}/stream` };
}

async function* many(made: () => void): AsyncGenerator<string> {
  for (let nth = 0; nth < MANY; nth += 1) {
    made();
    yield PIECE;
  }
}
async function* broken(made: () => void): AsyncGenerator<string> {
  made();
  yield 'a,b\r\n';
  throw new Error('a piece is broken');
}

async function opened(t: ExecutionContext, port: number, version = '1.1'): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');
  socket.write(`GET /stream HTTP/${version}\r\nHost: x\r\n\r\n`);
  return socket;
}

test('a streamed answer arrives whole, and the connection goes on', async (t) => {
  const { url, state } = await streaming(t, async function* (made) {
    for (const piece of ['a', 'b', 'c']) {
      made();
      yield piece;
    }
  });
  for (const nth of [1, 2]) {
    const response = await fetch(url);
    t.is(response.headers.get('content-type'), 'text/csv');
    t.regex(response.headers.get('x-request-id') ?? '', /./);
    t.is(await response.text(), 'abc');
    t.deepEqual(state, { made: 3 * nth, ended: nth });
  }
});

test('no more is made than a client takes', async (t) => {
  const { port, state } = await streaming(t, many);
  const socket = await opened(t, port);
  socket.pause();
  await until('something is made', () => state.made > 0);
  let before = -1;
  await until('the making stands still', async () => {
    const stands = before === state.made;
    before = state.made;
    await new Promise((resolve) => setImmediate(resolve));
    return stands && state.made > 1;
  });
  t.true(state.made < MANY / 4, `${state.made} of ${MANY} pieces`);
  let received = 0;
  socket.on('data', (bytes: Buffer) => {
    received += bytes.length;
  });
  socket.resume();
  await until('all of it was taken', () => received > MANY * PIECE.length, { timeoutMs: 60_000 });
  await until('the making is over', () => state.ended === 1);
});

test('a client that leaves ends the making, and is no error of ours', async (t) => {
  const { port, state, host } = await streaming(t, many);
  const socket = await opened(t, port);
  await once(socket, 'data');
  socket.destroy();
  await until('the making is over', () => state.ended === 1);
  t.true(state.made < MANY / 4, `${state.made} of ${MANY} pieces`);
  await until('it is logged', () => host.lines.some((line) => line.includes('request aborted')));
  t.false(host.lines.some((line) => line.includes('"level":"error"') || line.includes('broken off')));
});

test('a client that left before the first piece was there is answered nothing', async (t) => {
  const gate = Promise.withResolvers<void>();
  const { port, state, host } = await streaming(t, async function* (made) {
    made();
    await gate.promise;
    yield 'late';
  });
  const socket = await opened(t, port);
  await until('it is being made', () => state.made === 1);
  socket.destroy();
  await until('it is logged', () => host.lines.some((line) => line.includes('request aborted')));
  gate.resolve();
  await until('the making is over', () => state.ended === 1);
  t.false(host.lines.some((line) => line.includes('"level":"error"')));
});

for (const version of ['1.1', '1.0'])
  test(`a piece that fails resets the connection of HTTP/${version}: what came is not taken for the whole`, async (t) => {
    const { port, host } = await streaming(t, broken);
    const socket = await opened(t, port, version);
    const [error] = await Promise.race([
      once(socket, 'error'),
      once(socket.resume(), 'end').then(() => ['a good end']),
    ]).catch((reason: unknown) => [reason]);
    t.is((error as NodeJS.ErrnoException).code, 'ECONNRESET');
    await until('it is logged', () => host.lines.some((line) => line.includes('a piece is broken')));
    t.true(host.lines.some((line) => line.includes('broken off')));
  });

test('a first piece that fails is answered in the envelope', async (t) => {
  const { url } = await streaming(t, async function* () {
    if (Date.now() > 0) throw new Refusal('rate_limited', 'Too many.', { retryAfterSeconds: 1 });
    yield '';
  });
  const response = await fetch(url);
  t.is(response.status, 429);
  t.like(await response.json(), { error: { code: 'rate_limited' } });
});

test('a stop lets a streamed answer finish', async (t) => {
  const gate = Promise.withResolvers<void>();
  const { url, host } = await streaming(t, async function* () {
    yield 'a';
    await gate.promise;
    yield 'b';
  });
  const response = await fetch(url);
  const stopped = host.stop();
  gate.resolve();
  t.is(await response.text(), 'ab');
  await stopped;
});
