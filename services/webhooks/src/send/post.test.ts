import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { buildConnector, type Dispatcher } from 'undici';
import { OriginClient } from './origin-client.ts';

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
  const client = new OriginClient(origin, { connect: buildConnector({}), connections: 1, maxHeaderSize: 16_384 });
  t.teardown(async () => {
    await client.destroy();
    server.close();
  });
  return { client, connections: () => connections };
}

const posted = (client: OriginClient): Promise<number> =>
  new Promise((resolve, reject) => {
    let status = 0;
    const handler: Dispatcher.DispatchHandler = {
      onResponseStart: (_, code) => {
        status = code;
      },
      onResponseEnd: () => resolve(status),
      onResponseError: (_, error) => reject(error),
    };
    client.dispatch({ method: 'POST', path: '/', body: '{}' }, handler);
  });

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const each = (socket: Socket, act: () => void): void =>
  void socket.on('data', (bytes) => {
    if (bytes.toString().endsWith('{}')) act();
  });

test('a connection is used again', async (t) => {
  const { client, connections } = await serving(t, (socket) => each(socket, () => socket.write(OK)));
  for (let n = 0; n < 20; n += 1) t.is(await posted(client), 200);
  t.is(connections(), 1);
});

test('a used connection that its server closes behind an answer, or instead of the next, costs no request', async (t) => {
  const { client, connections } = await serving(t, (socket, nth) => {
    let answered = 0;
    each(socket, () => {
      answered += 1;
      if (nth === 1 && answered === 2) socket.resetAndDestroy();
      else if (nth === 2) socket.end(OK);
      else socket.write(OK);
    });
  });
  for (let n = 0; n < 6; n += 1) t.is(await posted(client), 200);
  t.true(connections() >= 3);
});

test('a new connection that is closed without an answer is an error, and is not tried again', async (t) => {
  const { client, connections } = await serving(t, (socket) => each(socket, () => socket.resetAndDestroy()));
  await t.throwsAsync(posted(client), { code: 'ECONNRESET' });
  t.is(connections(), 1);
});

test('a used connection that ends behind a 1xx has brought a byte of its answer: an error, and not tried again', async (t) => {
  const { client, connections } = await serving(t, (socket) => {
    let answered = 0;
    each(socket, () => {
      answered += 1;
      if (answered === 1) socket.write(OK);
      else socket.end('HTTP/1.1 100 Continue\r\n\r\n');
    });
  });
  t.is(await posted(client), 200);
  await t.throwsAsync(posted(client), { code: 'ECONNRESET' });
  t.is(connections(), 1);
});

test('what a server said beyond its answer is no answer to the next request', async (t) => {
  const { client } = await serving(t, (socket, nth) =>
    each(socket, () => socket.write(nth === 1 ? `${OK} and more` : OK)),
  );
  t.is(await posted(client), 200);
  t.is(await posted(client), 200);
});
