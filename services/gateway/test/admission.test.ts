import { keyRecordName } from '@gx/contracts';
import { sha256Hex, unavailable } from '@gx/core';
import { servers, until } from '@gx/testkit';
import test from 'ava';
import { createClient } from 'redis';
import { logFigures } from './harness/counted.ts';
import { ask, type GatewayResponse, refusedWith, startEdge, statuses, wallets } from './harness/gateway.ts';
import { heldBurst } from './harness/held-burst.ts';
import { redisProxy } from './harness/redis-proxy.ts';

const LIMIT = 20;
const LIMITED = { RATE_LIMIT_TEST_PER_MINUTE: String(LIMIT) };

test.serial('exactly limit+1 in parallel on three gateways: exactly one 429, with its headers', async (t) => {
  const { url, keys, gateway } = await startEdge(t, LIMITED);
  const urls = [url, (await gateway()).url, (await gateway()).url] as const;
  const key = keys.state.issue();
  const answers = await Promise.all(
    Array.from({ length: LIMIT + 1 }, (_, i) => wallets(urls[(i % 3) as 0 | 1 | 2], key)),
  );
  t.deepEqual(statuses(answers), { 200: LIMIT, 429: 1 });
  logFigures(t, 40, answers);
  const remaining = answers
    .filter(({ status }) => status === 200)
    .map(({ headers }) => Number(headers.get('x-ratelimit-remaining-minute')));
  t.deepEqual(
    remaining.sort((a, b) => a - b),
    Array.from({ length: LIMIT }, (_, i) => i),
  );
  const refused = answers.find(({ status }) => status === 429) as GatewayResponse;
  t.is(refusedWith(t, refused, 429, 'rate_limited')['type'], 'rate_limit_error');
  t.is(refused.headers.get('x-ratelimit-limit-minute'), String(LIMIT));
  t.is(refused.headers.get('x-ratelimit-remaining-minute'), '0');
  t.is(refused.headers.get('ratelimit-policy'), `"default";q=${LIMIT};w=60`);
  const retryAfter = Number(refused.headers.get('retry-after'));
  t.true(retryAfter >= 55 && retryAfter <= 61, `${retryAfter}`);
  t.is((await wallets(url, keys.state.issue())).status, 200);
});

test.serial('a live key has its own limit', async (t) => {
  const { url, keys } = await startEdge(t, { RATE_LIMIT_LIVE_PER_MINUTE: '7' });
  const { headers } = await wallets(url, keys.state.issue('live'));
  t.is(headers.get('x-ratelimit-limit-minute'), '7');
});

test.serial(
  'a key is resolved once per lease, by one flight however many wait, and its record holds no cleartext',
  async (t) => {
    const proxy = await redisProxy(servers().redisUrl);
    t.teardown(proxy.stop);
    const { url, keys, redisPrefix } = await startEdge(t, { REDIS_URL: proxy.url });
    const redis = await createClient({ url: servers().redisUrl }).connect();
    t.teardown(() => redis.destroy());
    await wallets(url, keys.state.issue());
    const before = keys.state.lookups;
    const key = keys.state.issue();
    const name = keyRecordName(redisPrefix, sha256Hex(key));
    proxy.sent(name);
    const burst = await heldBurst({ url, keys }, key, { size: 30, requests: () => proxy.sent(name) });
    burst.release();
    t.deepEqual(statuses(await burst.answers), { 200: 30 });
    const lookups = keys.state.lookups - before - 1;
    t.true(lookups >= 1 && lookups <= burst.leases, `${lookups} lookups in ${burst.leases} leases`);
    await until('the record is gone with its lease', async () => (await redis.exists(name)) === 0, {
      timeoutMs: 2_000,
    });
    await wallets(url, key);
    const lease = await redis.pTTL(name);
    t.true(lease > 0 && lease <= 1_000, `${lease} ms`);
    for await (const names of redis.scanIterator({ MATCH: `${redisPrefix}*` })) {
      for (const found of names) t.false(`${found} ${await redis.dump(found)}`.includes(key));
    }
  },
);

test.serial(
  'a lookup that keys could not answer is made once more, for all who wait; a second failure is 503',
  async (t) => {
    const proxy = await redisProxy(servers().redisUrl);
    t.teardown(proxy.stop);
    const { url, keys, redisPrefix } = await startEdge(t, { REDIS_URL: proxy.url });
    await wallets(url, keys.state.issue());
    const before = keys.state.lookups;
    const key = keys.state.issue();
    const record = keyRecordName(redisPrefix, sha256Hex(key));
    proxy.sent(record);
    const burst = await heldBurst({ url, keys }, key, { size: 10, requests: () => proxy.sent(record) });
    const away = unavailable('The database did not answer in time.');
    burst.release(Promise.reject(away));
    t.deepEqual(statuses(await burst.answers), { 200: 10 });
    const lookups = keys.state.lookups - before - 1;
    t.true(lookups >= 2 && lookups <= 1 + burst.leases, `${lookups} lookups in ${burst.leases} leases`);
    let failures = 2;
    keys.state.beforeAnswer = async () => {
      failures -= 1;
      if (failures >= 0) throw away;
    };
    refusedWith(t, await wallets(url, keys.state.issue()), 503, 'service_unavailable');
    t.is((await wallets(url, keys.state.issue())).status, 200);
  },
);

test.serial('a lookup that took longer than the lease leaves no record behind', async (t) => {
  const { url, keys, redisPrefix } = await startEdge(t);
  const redis = await createClient({ url: servers().redisUrl }).connect();
  t.teardown(() => redis.destroy());
  const key = keys.state.issue();
  keys.state.slowBy(1_050);
  t.is((await wallets(url, key)).status, 200);
  t.is(await redis.exists(keyRecordName(redisPrefix, sha256Hex(key))), 0);
});

test.serial(
  'a revoked key is accepted by no request that starts after the revocation answered, Redis up or gone',
  async (t) => {
    const proxy = await redisProxy(servers().redisUrl);
    t.teardown(proxy.stop);
    const { url, keys, gateway } = await startEdge(t, { REDIS_URL: proxy.url, RATE_LIMIT_TEST_PER_MINUTE: '1000000' });
    const other = await gateway();
    for (const mode of ['pass', 'refuse'] as const) {
      proxy.set(mode);
      const key = keys.state.issue();
      let answeredAt = Number.POSITIVE_INFINITY;
      let late = 0;
      let before = 0;
      const hammer = async (base: string): Promise<void> => {
        while (performance.now() < answeredAt + 300) {
          const startedAt = performance.now();
          const { status } = await wallets(base, key);
          if (status !== 200) continue;
          if (startedAt > answeredAt) late++;
          else before++;
        }
      };
      const hammers = [url, other.url, url, other.url].map(hammer);
      await until('the key is in use', () => before > 20);
      await keys.state.revoke(key);
      answeredAt = performance.now();
      await Promise.all(hammers);
      t.is(late, 0, `${mode}: ${before} accepted before, ${late} after`);
    }
  },
);

test.serial('who joins a lookup late gets a lease that counts from its start', async (t) => {
  const { url, keys, redisPrefix } = await startEdge(t);
  const redis = await createClient({ url: servers().redisUrl }).connect();
  t.teardown(() => redis.destroy());
  const key = keys.state.issue();
  keys.state.slowBy(800);
  const startedAt = performance.now();
  const first = wallets(url, key);
  await until('the lookup is old', () => performance.now() - startedAt > 600);
  const answers = await Promise.all([first, wallets(url, key)]);
  t.deepEqual(statuses(answers), { 200: 2 });
  t.is(keys.state.lookups, 1);
  const lease = await redis.pTTL(keyRecordName(redisPrefix, sha256Hex(key)));
  t.true(lease <= 200, `${lease} ms left`);
});

test.serial('a flight that began before a revocation is not joined by those who come after its answer', async (t) => {
  const { url, keys } = await startEdge(t);
  const key = keys.state.issue();
  const gate = Promise.withResolvers<void>();
  keys.state.beforeAnswer = () => gate.promise;
  const early = wallets(url, key);
  await until('the flight has read the key', () => keys.state.lookups === 1);
  keys.state.slowBy(0);
  await keys.state.revoke(key);
  refusedWith(t, await wallets(url, key), 401, 'unauthorized');
  gate.resolve();
  t.is((await early).status, 200);
  refusedWith(t, await wallets(url, key), 401, 'unauthorized');
});

test.serial('Redis flushed of keys and scripts: requests go on', async (t) => {
  const { url, keys, redisPrefix } = await startEdge(t);
  const redis = await createClient({ url: servers().redisUrl }).connect();
  t.teardown(() => redis.destroy());
  const key = keys.state.issue();
  t.is((await wallets(url, key)).status, 200);
  for await (const names of redis.scanIterator({ MATCH: `${redisPrefix}*` })) {
    if (names.length > 0) await redis.del(names);
  }
  await redis.scriptFlush();
  const answer = await wallets(url, key);
  t.is(answer.status, 200);
  t.is(answer.headers.get('x-ratelimit-remaining-minute'), '1499');
});

test.serial(
  'Redis gone or hanging: keys are checked by gRPC, the limit is kept by each process, and Redis is used again',
  async (t) => {
    const proxy = await redisProxy(servers().redisUrl);
    t.teardown(proxy.stop);
    const { url, keys } = await startEdge(t, { REDIS_URL: proxy.url, ...LIMITED });
    t.is((await wallets(url, keys.state.issue())).status, 200);
    for (const mode of ['refuse', 'hang'] as const) {
      proxy.set(mode);
      const key = keys.state.issue();
      const startedAt = performance.now();
      const answers = await Promise.all(Array.from({ length: LIMIT + 1 }, () => wallets(url, key)));
      t.deepEqual(statuses(answers), { 200: LIMIT, 429: 1 }, mode);
      logFigures(t, 40, answers);
      t.true(performance.now() - startedAt < 2_000);
      refusedWith(t, await wallets(url, `gx_test_${'A'.repeat(32)}`), 401, 'unauthorized');
      proxy.set('refuse');
      proxy.set('pass');
      const fresh = keys.state.issue();
      await until(
        'the lease is in Redis again',
        async () => {
          const before = keys.state.lookups;
          await wallets(url, fresh);
          await wallets(url, fresh);
          return keys.state.lookups - before === 1;
        },
        { everyMs: 1_050 },
      );
    }
  },
);

test.serial('401 for every wrong form of a key; no database is queried for most of them', async (t) => {
  const { url, keys, host } = await startEdge(t);
  const key = keys.state.issue();
  const last = key.at(-1) === 'A' ? 'B' : 'A';
  const wrong = [
    '',
    key.slice(0, 12),
    `${key.slice(0, -1)}${last}`,
    `${key}A`,
    key.toUpperCase(),
    `\u00a0${key}`,
    `${key.slice(0, 20)} ${key.slice(20)}`,
    `${key}, ${key}`,
    key.replace('test', 'live'),
    'gx_prod_x',
  ];
  const answers = [];
  for (const bad of [...wrong, undefined]) answers.push(await wallets(url, bad));
  for (const answer of answers) refusedWith(t, answer, 401, 'unauthorized');
  logFigures(t, 37, answers);
  t.is(keys.state.lookups, 2);
  t.is((await wallets(url, key)).status, 200);
  t.false(host.lines.join('').includes(key.slice(8)));
});

test.serial(
  'bad keys are limited per client address before a database is queried, and good keys beside them are not',
  async (t) => {
    const { url, keys } = await startEdge(t, { TRUSTED_PROXIES: '127.0.0.1/32' });
    const from = (address: string, key: string) =>
      ask(`${url}/v1/wallets`, { key, headers: { 'x-forwarded-for': `8.8.8.8, ${address}` } });
    const known = keys.state.issue();
    t.is((await from('203.0.113.1', known)).status, 200);
    const hammered = `gx_test_${'B'.repeat(32)}`;
    const same = await Promise.all(Array.from({ length: 650 }, () => from('203.0.113.1', hammered)));
    t.deepEqual(statuses(same), { 401: 600, 429: 50 });
    t.true(keys.state.lookups < 10, `${keys.state.lookups} lookups for one bad key`);
    t.is((await from('203.0.113.1', keys.state.issue())).status, 200);

    const random = (i: number): string => `gx_test_${String(i).padStart(32, 'x')}`;
    const before = keys.state.lookups;
    const many = await Promise.all(Array.from({ length: 700 }, (_, i) => from('203.0.113.2', random(i))));
    t.deepEqual(statuses(many), { 401: 600, 429: 100 });
    logFigures(t, 37, [...same, ...many]);
    t.is(keys.state.lookups - before, 600);
    t.is((await from('203.0.113.3', keys.state.issue())).status, 200);
    const limited = many.find(({ status }) => status === 429) as GatewayResponse;
    t.deepEqual(
      ['x-ratelimit-limit-minute', 'x-ratelimit-remaining-minute'].map((name) => limited.headers.get(name)),
      ['600', '0'],
    );
  },
);

test.serial('X-Forwarded-For of a hop that is not trusted does not choose the address', async (t) => {
  const { url } = await startEdge(t);
  const bad = (i: number) => ask(`${url}/v1/wallets`, { headers: { 'x-forwarded-for': `203.0.113.${i % 250}` } });
  const answers = await Promise.all(Array.from({ length: 620 }, (_, i) => bad(i)));
  t.deepEqual(statuses(answers), { 401: 600, 429: 20 });
});
