import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import test from 'ava';
import { endIfLingering, leftOpen } from './left-open.ts';

test('a process that something keeps alive is ended, and each server and connection that does it is named', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const lines = await new Promise<readonly string[]>((end) => endIfLingering(1, end));
  t.true(lines.some((line) => line.startsWith('server ') && line.includes(`"port":${port}`)));
  const socket = connect(port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');
  t.true(leftOpen().includes(`connection ${socket.localPort} to ${port}`));
});
