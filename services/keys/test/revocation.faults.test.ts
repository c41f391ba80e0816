import { createServer, type Server, type Socket } from 'node:net';
import { keyRecordName } from '@gx/contracts';
import test, { type ExecutionContext } from 'ava';
import { type Admission, admits, connectRedis, hammer, lease, type Redis } from './admission.ts';
import { call, merchant, NOWHERE, type TestKeys, testKeys } from './harness.ts';

type Storm = { readonly keys: TestKeys; readonly redis?: Redis };
type Outcome = { readonly late: number; readonly fresh: number };

/**
 * Rotates COUNT keys, some at once, while three gateways are hammered with the old ones; counts acceptances
 * after each answer.
 */
async function storm(t: ExecutionContext, { keys, redis }: Storm): Promise<Outcome> {
  t.timeout(COUNT * MOST_MS_EACH);
  const { client, redisPrefix: prefix } = keys;
  const others = [await keys.replica(), await keys.replica()];
  const gateways = [client, ...others.map((other) => other.client)].map((at) => ({ client: at, redis, prefix }));
  const { accessToken } = await merchant(client);
  const counts = { late: 0, fresh: 0 };
  for (let left = COUNT; left > 0; left -= AT_ONCE) {
    const rotations = await rotateAtOnce(Math.min(left, AT_ONCE), { client, gateways, accessToken });
    counts.late += rotations.filter(({ late }) => late).length;
    counts.fresh += rotations.filter(({ fresh }) => fresh).length;
  }
  t.log(`${COUNT} rotations, ${counts.late} of them with an old key that was accepted after the answer`);
  return counts;
}

type Stage = {
  readonly client: TestKeys['client'];
  readonly gateways: readonly Admission[];
  readonly accessToken: string;
};
const rotateAtOnce = (count: number, { client, gateways, accessToken }: Stage) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const { id, fingerprint } = await client.issueKey(call, { accessToken });
      const hammers = await Promise.all(gateways.map((gateway) => hammer(gateway, fingerprint)));
      const next = await client.rotateKey(call, { accessToken, id });
      const answered = performance.now();
      const afterwards = await Promise.all(gateways.map((gateway) => admits(gateway, fingerprint)));
      const last = await Promise.all(hammers.map((each) => each.lastAccepted()));
      const fresh = await Promise.all(gateways.map((gateway) => admits(gateway, next.fingerprint)));
      return { late: Math.max(...last) >= answered || afterwards.includes(true), fresh: fresh.every(Boolean) };
    }),
  );

/** Does `work` over and over while the test runs. */
function repeat(t: ExecutionContext, work: () => Promise<void>): void {
  let stopped = false;
  const loop = async (): Promise<void> => {
    while (!stopped) await work();
  };
  const running = loop();
  t.teardown(() => {
    stopped = true;
    return running;
  });
}

/** `KEY_ROTATIONS=1000` is a storm of some minutes. */
const COUNT = Number(process.env['KEY_ROTATIONS'] ?? 17);
const AT_ONCE = 17;
const MOST_MS_EACH = 5_000;
const NONE_LATE: Outcome = { late: 0, fresh: COUNT };

test.serial('with Redis up, no gateway accepts a rotated key after the answer', async (t) => {
  const keys = await testKeys(t);
  const redis = await connectRedis();
  t.teardown(() => redis.destroy());
  t.deepEqual(await storm(t, { keys, redis }), NONE_LATE);
});

test.serial('with Redis flushed again and again, no gateway accepts a rotated key after the answer', async (t) => {
  const keys = await testKeys(t);
  const redis = await connectRedis();
  t.teardown(() => redis.destroy());
  const flush = async (): Promise<void> => {
    const records = await redis.keys(`${keys.redisPrefix}*`);
    if (records.length > 0) await redis.del(records);
  };
  repeat(t, flush);
  t.deepEqual(await storm(t, { keys, redis }), NONE_LATE);
});

test.serial('with Redis put back to an older state, no gateway accepts a rotated key after the answer', async (t) => {
  const keys = await testKeys(t);
  const redis = await connectRedis();
  t.teardown(() => redis.destroy());
  const seen = new Map<string, number>();
  const restore = async (): Promise<void> => {
    for (const name of await redis.keys(`${keys.redisPrefix}*`)) seen.set(name, Number(await redis.get(name)));
    for (const [name, end] of seen) if (end > 0) await lease(redis, name, end);
  };
  repeat(t, restore);
  t.deepEqual(await storm(t, { keys, redis }), NONE_LATE);
  t.true(seen.size > 0);
});

test.serial('with Redis down, no gateway accepts a rotated key after the answer', async (t) => {
  const keys = await testKeys(t, { REDIS_URL: NOWHERE });
  t.deepEqual(await storm(t, { keys }), NONE_LATE);
});

test.serial('when keys cannot reach the Redis that gateways use, waiting alone is enough', async (t) => {
  const keys = await testKeys(t, { REDIS_URL: NOWHERE });
  const redis = await connectRedis();
  t.teardown(() => redis.destroy());
  t.deepEqual(await storm(t, { keys, redis }), NONE_LATE);
});

test('a Redis that takes connections and never answers delays nothing', async (t) => {
  const sockets = new Set<Socket>();
  const mute = createServer((socket) => sockets.add(socket));
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  t.teardown(() => stop(mute, sockets));
  const { client } = await testKeys(t, { REDIS_URL: `redis://127.0.0.1:${portOf(mute)}` });
  const { accessToken } = await merchant(client);
  const { id, fingerprint } = await client.issueKey(call, { accessToken });
  const start = performance.now();
  await client.rotateKey(call, { accessToken, id });
  t.true(performance.now() - start < 4_500);
  t.true(sockets.size > 0);
  await t.throwsAsync(client.resolveKey(call, { fingerprint }), { message: 'No such API key.' });
});

test('with Redis up, the record is deleted before the answer', async (t) => {
  const { client, redisPrefix } = await testKeys(t);
  const redis = await connectRedis();
  t.teardown(() => redis.destroy());
  const { accessToken } = await merchant(client);
  const { id, fingerprint } = await client.issueKey(call, { accessToken });
  const name = keyRecordName(redisPrefix, fingerprint);
  await redis.set(name, 'a record', { expiration: { type: 'PX', value: 60_000 } });
  await client.revokeKey(call, { accessToken, id });
  t.is(await redis.get(name), null);
});

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return address.port;
}

function stop(server: Server, sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) socket.destroy();
  server.close();
}
