import { createServer, type Socket } from 'node:net';
import { until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { buildConnector } from 'undici';
import { keptConnections } from './connections.ts';
import { post } from './post.ts';

/** Servers that answer everything, and the connections to all of them. */
async function serving(t: ExecutionContext, { hosts = 1, keptMax = 10, idleMs = 60_000 }) {
  const open = new Set<Socket>();
  let opened = 0;
  const origins = await Promise.all(
    Array.from({ length: hosts }, async () => {
      const server = createServer((socket) => {
        opened += 1;
        open.add(socket);
        socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'));
        socket.on('close', () => open.delete(socket));
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      t.teardown(() => server.close());
      return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    }),
  );
  const kept = keptConnections({ connect: buildConnector({}), keptMax, idleMs });
  t.teardown(kept.close);
  const send = (origin: string) =>
    post(kept, { origin, path: '/', headers: {}, body: Buffer.from('{}') }, new AbortController().signal);
  return { origins, send, open: () => open.size, opened: () => opened };
}

test('more connections than are kept, and those beyond are closed behind their answer', async (t) => {
  const { origins, send, open } = await serving(t, { hosts: 5, keptMax: 2 });
  for (const origin of origins) await send(origin);
  await until('two are left', () => open() === 2);
  t.is(open(), 2);
});

test('a connection that rests for long, and it is closed', async (t) => {
  const { origins, send, open, opened } = await serving(t, { idleMs: 50 });
  await send(origins[0] as string);
  await until('it is closed', () => open() === 0);
  t.is(opened(), 1);
});
