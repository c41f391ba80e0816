import { createServer } from 'node:net';
import test from 'ava';
import { freePort } from '../src/free-port.ts';

test('a taken port moves to a free one', async (t) => {
  const taken = await freePort();
  const server = createServer().listen(taken, '127.0.0.1');
  t.teardown(() => void server.close());
  t.not(await freePort(taken), taken);
});

test('a port that was handed out is not handed out again, though nobody listens yet', async (t) => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()));
  t.is(new Set(ports).size, 50);
  t.not(await freePort(ports[0]), ports[0]);
});
