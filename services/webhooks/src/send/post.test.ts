import { subscribe } from 'node:diagnostics_channel';
import type { AddressInfo } from 'node:net';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { buildConnector } from 'undici';
import { keptConnections } from './connections.ts';
import { type EndpointResponse, post } from './post.ts';

/** A server that treats each connection as it is told; how many there were. */
async function serving(t: ExecutionContext, treat: (socket: Socket, nth: number) => void) {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    treat(socket, connections);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const kept = keptConnections({ connect: buildConnector({}), keptMax: 10, idleMs: 60_000 });
  t.teardown(() => {
    kept.close();
    server.close();
  });
  const send = async (signal = new AbortController().signal): Promise<EndpointResponse> => {
    const response = await post(kept, { origin, path: '/', headers: {}, body: Buffer.from('{}') }, signal);
    // Its connection is lent again two turns of the loop later.
    for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return response;
  };
  return { send, connections: () => connections };
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const each = (socket: Socket, act: () => void): void =>
  void socket.on('data', (bytes) => {
    if (bytes.toString().endsWith('{}')) act();
  });

test('a connection is used again', async (t) => {
  const { send, connections } = await serving(t, (socket) => each(socket, () => socket.write(OK)));
  for (let n = 0; n < 20; n += 1) t.like(await send(), { statusCode: 200 });
  t.is(connections(), 1);
});

test('a used connection that its server closes behind an answer, or instead of the next, costs no request', async (t) => {
  const { send, connections } = await serving(t, (socket, nth) => {
    let answered = 0;
    each(socket, () => {
      answered += 1;
      if (nth === 1 && answered === 2) socket.resetAndDestroy();
      else if (nth === 2) socket.end(OK);
      else socket.write(OK);
    });
  });
  for (let n = 0; n < 6; n += 1) t.like(await send(), { statusCode: 200 });
  t.true(connections() >= 3);
});

test('a new connection that is closed without an answer is an error, and is not tried again', async (t) => {
  const { send, connections } = await serving(t, (socket) => each(socket, () => socket.resetAndDestroy()));
  await t.throwsAsync(send(), { code: 'ECONNRESET' });
  t.is(connections(), 1);
});

test('a used connection that ends behind a 1xx has brought a byte of its answer: an error, and not tried again', async (t) => {
  const { send, connections } = await serving(t, (socket) => {
    let answered = 0;
    each(socket, () => {
      answered += 1;
      if (answered === 1) socket.write(OK);
      else socket.end('HTTP/1.1 100 Continue\r\n\r\n');
    });
  });
  t.like(await send(), { statusCode: 200 });
  await t.throwsAsync(send(), { code: 'ECONNRESET' });
  t.is(connections(), 1);
});

test('what a server sent beyond its answer is no answer to the next request', async (t) => {
  const { send } = await serving(t, (socket, nth) =>
    each(socket, () => socket.write(nth === 1 ? `${OK} and more` : OK)),
  );
  t.like(await send(), { statusCode: 200 });
  t.like(await send(), { statusCode: 200 });
});

test('a request that is given up, with its answer or without, ends with its connection', async (t) => {
  const given = [new AbortController(), new AbortController()] as const;
  const { send, connections } = await serving(t, (socket, nth) =>
    each(socket, () => {
      if (nth === 1) return given[0].abort();
      subscribe('http.client.response.finish', () => setImmediate(() => given[1].abort()));
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf');
    }),
  );
  await t.throwsAsync(send(given[0].signal), { name: 'AbortError' });
  const { statusCode, brokenOffBy } = await send(given[1].signal);
  t.is(statusCode, 200);
  t.truthy(brokenOffBy);
  t.is(connections(), 2);
});

test('a request that is sent once more goes to the same port, also where its URL names none', async (t) => {
  const server = createServer((socket) => {
    let requests = 0;
    socket.on('error', () => undefined);
    each(socket, () => {
      requests += 1;
      if (requests === 2) socket.resetAndDestroy();
      else socket.write(OK);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const ports: string[] = [];
  const kept = keptConnections({
    connect: (options, done) => {
      ports.push(options.port);
      const socket = connectTo(port, '127.0.0.1', () => done(null, socket));
    },
    keptMax: 10,
    idleMs: 60_000,
  });
  t.teardown(() => {
    kept.close();
    server.close();
  });
  const request = { origin: 'https://shop.example', path: '/', headers: {}, body: Buffer.from('{}') };
  for (let n = 0; n < 2; n += 1) {
    t.like(await post(kept, request, new AbortController().signal), { statusCode: 200 });
    for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  t.deepEqual(ports, ['443', '443']);
});
