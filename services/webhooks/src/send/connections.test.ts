import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@gx/testkit';
import test from 'ava';
import { buildConnector } from 'undici';
import { hostPools } from './host-pools.ts';
import type { OriginClient } from './origin-client.ts';

async function server(t: { teardown: (stop: () => void) => void }) {
  let connections = 0;
  const http = createServer((_request, response) => response.end('ok'));
  http.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  t.teardown(() => http.close());
  return { origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, connections: () => connections };
}
const pools = (limits: { poolsMax?: number; idleMs?: number } = {}) =>
  hostPools({
    connect: buildConnector({}),
    connectionsPerHost: 4,
    poolsMax: 10,
    idleMs: 60_000,
    ...limits,
  });
const get = async (pool: OriginClient): Promise<void> => {
  const { body } = await pool.request({ method: 'GET', path: '/' });
  await body.dump();
};

test('connections are used again', async (t) => {
  const { origin, connections } = await server(t);
  const all = pools();
  t.teardown(all.close);
  for (let i = 0; i < 20; i += 1) await all.using(origin, get);
  t.true(connections() <= 4, String(connections()));
  t.is(all.size(), 1);
});

test('beyond the bound the pool unused for longest goes, never one in use', async (t) => {
  const all = pools({ poolsMax: 2 });
  t.teardown(all.close);
  const { origin } = await server(t);
  let release = (): void => undefined;
  const held = all.using(
    'http://held.example:1',
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
  for (const name of ['a', 'b', 'c']) await all.using(`http://${name}.example:1`, async () => undefined);
  await all.using(origin, get);
  t.is(all.size(), 2);
  release();
  await held;
  t.is(all.size(), 2);
});

test('an idle pool closes by itself', async (t) => {
  const all = pools({ idleMs: 50 });
  t.teardown(all.close);
  await all.using('http://a.example:1', async () => undefined);
  t.is(all.size(), 1);
  await until('it is closed', () => all.size() === 0);
  t.is(all.size(), 0);
});
