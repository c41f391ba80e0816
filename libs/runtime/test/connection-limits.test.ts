import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { HTTP_LIMITS, listenOn } from '@gx/runtime';
import { testHost, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

/** A server with so many places, and how clients come to it: by an address of this machine. */
async function serverWith(
  t: ExecutionContext,
  { max = 1_000, perAddress = 3, trustedProxies = [] as readonly string[] } = {},
) {
  const host = testHost('edge');
  t.teardown(host.stop);
  host.health.ready();
  const onRequest = (_request: unknown, response: { end: (text: string) => void }) => response.end('served');
  const server = createServer(HTTP_LIMITS, onRequest);
  const connections = { max, perAddress, trustedProxies };
  const { port } = await listenOn(host, server, { port: 0, name: 'tests', connections, onRequest });
  const opened: Socket[] = [];
  t.teardown(() => {
    for (const socket of opened) socket.destroy();
  });
  const open = async (localAddress: string, isStubborn = false): Promise<Socket & { text: string }> => {
    const options = { port, host: '127.0.0.1', localAddress, allowHalfOpen: isStubborn };
    const socket = Object.assign(connect(options), { text: '' });
    opened.push(socket);
    socket
      .on('error', () => undefined)
      .on('data', (bytes) => {
        socket.text += String(bytes);
      });
    await once(socket, 'connect');
    return socket;
  };
  /** What a client gets who asks for a page. */
  const served = async (localAddress: string): Promise<string> => {
    const socket = await open(localAddress);
    socket.write(GET);
    await until('an answer or none', () => socket.text.includes('\r\n\r\n') || socket.destroyed);
    return socket.text;
  };
  return { host, open, served };
}

test('more connections than one address may hold: 429 in the envelope, and others are served', async (t) => {
  const { served } = await serverWith(t);
  for (let nth = 0; nth < 3; nth += 1) t.regex(await served('127.0.0.1'), /^HTTP\/1\.1 200 .*served$/s);
  const refused = await served('127.0.0.1');
  t.regex(refused, /^HTTP\/1\.1 429 Too Many Requests\r\n/);
  t.regex(refused, /\r\nRetry-After: 5\r\n/);
  t.regex(refused, /\r\nConnection: close\r\n/);
  const { error, request_id: requestId } = JSON.parse(refused.split('\r\n\r\n')[1] ?? '');
  t.is(error.code, 'rate_limited');
  t.true(refused.includes(`X-Request-Id: ${requestId}\r\n`));
  t.regex(await served('127.0.0.2'), /^HTTP\/1\.1 200 /);
});

test('a flood of connections from one address: fifty are answered, the rest is closed, and others are served', async (t) => {
  const { open, served } = await serverWith(t);
  const flood = await Promise.all(Array.from({ length: 300 }, () => open('127.0.0.1', true)));
  const isOpen = ({ destroyed, readableEnded }: Socket): boolean => !destroyed && !readableEnded;
  await until('all beyond are closed', () => flood.filter(isOpen).length <= 3);
  const answered = flood.filter(({ text }) => text.startsWith('HTTP/1.1 429 ')).length;
  t.log(`${answered} of 300 were answered`);
  t.is(answered, 50);
  t.is(flood.filter((socket) => !isOpen(socket) && socket.text === '').length, 247);
  t.regex(await served('127.0.0.2'), /^HTTP\/1\.1 200 /);
});

test('a connection that ends gives its place back', async (t) => {
  const { open, served } = await serverWith(t);
  const held = await Promise.all(['127.0.0.1', '127.0.0.1', '127.0.0.1'].map((address) => open(address)));
  t.regex(await served('127.0.0.1'), /^HTTP\/1\.1 429 /);
  held[0]?.destroy();
  await until('there is a place', async () => (await served('127.0.0.1')).startsWith('HTTP/1.1 200 '));
});

test('a proxy of ours holds any number', async (t) => {
  const { served } = await serverWith(t, { trustedProxies: ['127.0.0.3/32'] });
  for (let nth = 0; nth < 8; nth += 1) t.regex(await served('127.0.0.3'), /^HTTP\/1\.1 200 /);
});

test('all connections in use: the process is not ready until one is free', async (t) => {
  const { host, open } = await serverWith(t, { max: 4, perAddress: 10 });
  t.deepEqual(await host.health.problems(), []);
  const held = await Promise.all(Array.from({ length: 4 }, () => open('127.0.0.1')));
  await until('it is full', async () => (await host.health.problems()).join() === 'connections of tests');
  held[0]?.destroy();
  await until('it is ready again', async () => (await host.health.problems()).length === 0);
});
