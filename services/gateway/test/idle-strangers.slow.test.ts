import { once } from 'node:events';
import { connect } from 'node:net';
import { until } from '@gx/testkit';
import test from 'ava';
import { startEdge } from './harness/gateway.ts';

const asking = (key?: string): string =>
  `GET /v1/wallets HTTP/1.1\r\nHost: x\r\n${key === undefined ? '' : `apikey: ${key}\r\n`}\r\n`;

test('an idle connection ends after 10 s, as its answer says; one on which a good key was seen goes on, also behind a bad one', async (t) => {
  const { port, keys } = await startEdge(t);
  const key = keys.state.issue();
  const open = async () => {
    const socket = Object.assign(connect(port, '127.0.0.1'), { text: '' });
    socket.on('data', (bytes) => {
      socket.text += String(bytes);
    });
    t.teardown(() => socket.destroy());
    await once(socket, 'connect');
    /** What the last answer says of how long the connection stays. */
    const keptAfter = async (request: string): Promise<string | undefined> => {
      socket.text = '';
      socket.write(request);
      await until('an answer', () => socket.text.endsWith('}') || socket.text.endsWith(']'));
      return /\r\nKeep-Alive: (.*)\r\n/i.exec(socket.text)?.[1];
    };
    return { socket, keptAfter };
  };
  const [stranger, known] = [await open(), await open()];
  t.is(await known.keptAfter(asking()), 'timeout=10');
  t.is(await known.keptAfter(asking(key)), 'timeout=75');
  t.is(await known.keptAfter(asking(key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))), 'timeout=75');
  t.is(await stranger.keptAfter(asking()), 'timeout=10');
  const startedAt = performance.now();
  await once(stranger.socket, 'close');
  t.true(performance.now() - startedAt > 9_500, 'not before the time that its answer says');
  t.true(performance.now() - startedAt < 20_000);
  t.is(await known.keptAfter(asking(key)), 'timeout=75');
});

test('behind a proxy of ours no connection is a stranger’s', async (t) => {
  const { url } = await startEdge(t, { TRUSTED_PROXIES: '127.0.0.1/32' });
  const { headers } = await fetch(`${url}/v1/errors`);
  t.is(headers.get('keep-alive'), 'timeout=75');
});
