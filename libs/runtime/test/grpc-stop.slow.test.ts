import { once } from 'node:events';
import { connect } from 'node:net';
import { SERVICES } from '@gx/contracts';
import test from 'ava';
import { plaintext, served } from './rpc-parties.ts';

/** How HTTP/2 begins, with settings that say nothing. */
const PREFACE = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
]);

test('a server that stops while a peer has frozen: it waits for its grace, and no longer', async (t) => {
  t.timeout(60_000);
  const { port, stop } = await served(t, SERVICES.keys, { identity: plaintext('keys') });
  const peer = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  t.teardown(() => peer.destroy());
  peer.on('error', () => undefined).write(PREFACE);
  await once(peer, 'data');
  const startedAt = performance.now();
  await stop();
  t.true(performance.now() - startedAt < 24_000);
});
