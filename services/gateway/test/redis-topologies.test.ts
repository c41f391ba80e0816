import { type RedisAddress, redisAddress } from '@gx/runtime/redis';
import { redisCluster, redisSentinel, testHost, uniqueName, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { redisWindows } from '../src/admission/redis-windows.ts';

/** The rate windows of a gateway's process; `prefix` is what those of one deployment share. */
async function gateway(t: ExecutionContext, url: string, prefix: string) {
  const host = testHost('gateway');
  t.teardown(host.stop);
  const windows = redisWindows(host, { address: redisAddress(url) as RedisAddress, prefix, field: 'a' });
  await windows.start();
  return windows;
}

/** On a busy machine an answer may come too late, and is none. */
const answered = <A>(ask: () => Promise<A | undefined>): Promise<A> => until('an answer of Redis', ask);

const NAMES = Array.from({ length: 20 }, (_, index) => `anonymous:198.51.100.${index}`);
const LIMIT = 5;

test('Redis is a Cluster: a limit holds over two gateways, whatever node its window is on', async (t) => {
  const { url, stop } = await redisCluster();
  t.teardown(stop);
  const prefix = `${uniqueName('cluster')}:`;
  const gateways = [await gateway(t, url, prefix), await gateway(t, url, prefix)] as const;
  for (const name of NAMES) {
    let allowed = 0;
    for (const windows of gateways) {
      while ((await answered(() => windows.consume(name, LIMIT))).allowed) allowed += 1;
    }
    t.true(allowed > 0 && allowed <= LIMIT, `${name}: ${allowed}`);
  }
});

test('Redis is a Cluster: a key’s record and its window are read in one round trip', async (t) => {
  const { url, stop } = await redisCluster();
  t.teardown(stop);
  const windows = await gateway(t, url, `${uniqueName('cluster')}:`);
  t.true('missedAtMs' in (await answered(() => windows.look('fingerprint', 1_000))));
  const untilMs = Date.now() + 60_000;
  const record = `${untilMs}|record`;
  const filled = await answered(() => windows.fill('fingerprint', 1_000, { record, untilMs }));
  t.true(filled.allowed);
  const looked = await answered(() => windows.look('fingerprint', 1_000));
  t.like(looked, { record, rateLimit: { allowed: true } });
  t.true('rateLimit' in looked && looked.rateLimit.remaining < filled.remaining);
});

test('a Cluster that is not there when a gateway starts is used once it is', async (t) => {
  let windows: Awaited<ReturnType<typeof gateway>> | undefined;
  const { stop } = await redisCluster(async (url) => {
    windows = await gateway(t, url, `${uniqueName('cluster')}:`);
    t.is(await windows.consume('anonymous:198.51.100.1', LIMIT), undefined);
  });
  t.teardown(stop);
  const result = await answered(async () => windows?.consume('anonymous:198.51.100.1', LIMIT));
  t.true(result.allowed);
});

test('the master that Sentinels name dies: its replica keeps the limits, without a restart', async (t) => {
  const { url, killMaster, stop } = await redisSentinel();
  t.teardown(stop);
  const windows = await gateway(t, url, `${uniqueName('sentinel')}:`);
  const [name = ''] = NAMES;
  while ((await answered(() => windows.consume(name, LIMIT))).allowed);
  await killMaster();
  t.false((await answered(() => windows.consume(name, LIMIT))).allowed);
});
