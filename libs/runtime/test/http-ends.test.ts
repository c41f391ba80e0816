import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { connect as connectByTls } from 'node:tls';
import { type Identity, selfSigned, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { drainOf, sendLast } from '../src/http/http-ends.ts';

/** A server, and how it is drained. */
async function serving(t: ExecutionContext, answer: RequestListener, tls?: Identity) {
  const limits = { keepAliveTimeout: 60_000 };
  const server = tls === undefined ? createServer(limits, answer) : createTlsServer({ ...limits, ...tls }, answer);
  const drain = drainOf(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const connections = new Promise<number>((resolve) => server.on('connection', () => resolve(1)));
  return { server, drain, port, connections };
}

/** A client that sends what it is told, when it is told. */
async function client(t: ExecutionContext, port: number): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  let text = '';
  socket.on('data', (bytes) => {
    text += String(bytes);
  });
  await once(socket, 'connect');
  return { socket, received: () => text };
}
const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

test('a connection that never asks for anything does not keep a server from ending', async (t) => {
  const { drain, port, connections } = await serving(t, (_, response) => response.end('answer'));
  const { socket } = await client(t, port);
  await connections;
  const closed = once(socket, 'close');
  await drain();
  await closed;
  t.pass();
});

test('no more does one that has shaken hands by TLS and then says nothing', async (t) => {
  const identity = selfSigned('Servidor');
  const { server, drain, port } = await serving(t, (_, response) => response.end('answer'), identity);
  const shaken = once(server, 'secureConnection');
  const socket = connectByTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
  t.teardown(() => socket.destroy());
  await Promise.all([shaken, once(socket, 'secureConnect')]);
  const closed = once(socket.resume(), 'close');
  await drain();
  await closed;
  t.pass();
});

test.serial('what has arrived while the process was busy with something else is answered', async (t) => {
  const { drain, port, connections } = await serving(t, (_, response) => response.end('answer'));
  const { socket, received } = await client(t, port);
  await connections;
  const drained = drain();
  socket.write(REQUEST);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
  await drained;
  await until('the answer', () => received().endsWith('answer'));
  t.regex(received(), /^HTTP\/1\.1 200 /);
});

test('what was connected before the end and asks at once is answered', async (t) => {
  const { drain, port, connections } = await serving(t, (_, response) => response.end('answer'));
  const { socket, received } = await client(t, port);
  await connections;
  const drained = drain();
  socket.write(REQUEST);
  await drained;
  await until('the answer', () => received().endsWith('answer'));
  t.regex(received(), /^HTTP\/1\.1 200 /);
});

test('what is being answered is answered to its end, and then its connection is closed', async (t) => {
  const requested = Promise.withResolvers<() => void>();
  const { drain, port } = await serving(t, (_, response) => {
    response.write('begun ');
    requested.resolve(() => response.end('ended'));
  });
  const [{ socket, received }, silent] = [await client(t, port), await client(t, port)];
  socket.write(REQUEST);
  const answer = await requested.promise;
  let isDrained = false;
  const drained = drain().then(() => {
    isDrained = true;
  });
  // Silent ones are gone by now; who waits for an answer is not.
  await once(silent.socket, 'close');
  t.false(isDrained);
  const closed = once(socket, 'close');
  answer();
  await Promise.all([drained, closed]);
  t.true(received().includes('ended'));
});

test('a connection that rests between two requests is closed at once', async (t) => {
  const { drain, port } = await serving(t, (_, response) => response.end('answer'));
  const { socket, received } = await client(t, port);
  socket.write(REQUEST);
  await until('the answer', () => received().endsWith('answer'));
  const closed = once(socket, 'close');
  await drain();
  await closed;
  t.pass();
});

test('an answered tunnel whose client resets it ends alone, not the process', async (t) => {
  const { server, port } = await serving(t, (_, response) => response.end('answer'));
  t.teardown(() => server.close());
  const closed = new Promise<void>((resolve) => {
    server.on('connect', (_, connection) => {
      connection.once('close', resolve);
      sendLast(connection, 'last');
    });
  });
  // It keeps its side open, so that it has something to reset.
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  t.teardown(() => socket.destroy());
  socket.write('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  socket.resetAndDestroy();
  // An error that nobody takes ends the process, and with it this test.
  await closed;
  t.pass();
});
