import { KEY_LEASE_MS, keyRecordName } from '@gx/contracts';
import { newId, sha256Hex } from '@gx/core';
import { localAssertion, servers } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { createClient } from 'redis';
import { keyRecords } from '../src/admission/key-record.ts';
import { ask, type Edge, refusedWith, startEdge } from './harness/gateway.ts';

const SECRET = 'what the gateways of this test share';
const SHARED = { KEY_RECORDS_SECRET: SECRET };
const { field, encrypt } = keyRecords(SECRET);

const charges = (url: string, key: string) => ask(`${url}/v1/charges`, { key });

async function redisOf(t: ExecutionContext, { redisPrefix }: Edge) {
  const redis = await createClient({ url: servers().redisUrl }).connect();
  t.teardown(() => redis.destroy());
  const nameOf = (key: string): string => keyRecordName(redisPrefix, sha256Hex(key));
  const inAnHour = async (): Promise<number> => Number((await redis.time())[0]) * 1_000 + 3_600_000;
  return { redis, nameOf, inAnHour };
}

/** Again, on a machine that was busy for so long that a lease ended meanwhile. */
async function withinLease<T>(run: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await run();
  return performance.now() - startedAt < KEY_LEASE_MS ? result : withinLease(run);
}

async function caller() {
  const tenant = { accountId: newId('account'), livemode: false };
  const assertion = await localAssertion({ tenant });
  return { ...tenant, issuerUserId: newId('user'), accountState: 'FROZEN', assertion } as const;
}

test.serial('an intruder who writes to Redis makes no key: what no gateway has signed is looked up', async (t) => {
  const edge = await startEdge(t, SHARED);
  const { redis, nameOf, inAnHour } = await redisOf(t, edge);
  const until = await inAnHour();
  const made = `gx_test_${'M'.repeat(32)}`;
  const fingerprint = sha256Hex(made);
  const good = encrypt(fingerprint, await caller(), until);
  const [end, environment, account, issuer, state, assertion, signature = ''] = good.split(' ');
  const another = await localAssertion({ tenant: { accountId: newId('account'), livemode: false } });
  const forged = {
    'signed with another secret': keyRecords('another secret that is long enough').encrypt(
      fingerprint,
      await caller(),
      until,
    ),
    'signed for another key': encrypt(sha256Hex('another key'), await caller(), until),
    'of another account': [end, environment, newId('account'), issuer, state, assertion, signature].join(' '),
    'of the other mode': [end, 'live', account, issuer, state, assertion, signature].join(' '),
    'of another issuer': [end, environment, account, newId('user'), state, assertion, signature].join(' '),
    'of no issuer': [end, environment, account, '-', state, assertion, signature].join(' '),
    'of an account that may do more': [end, environment, account, issuer, 'ACTIVE', assertion, signature].join(' '),
    'longer than it was signed for': [until + 1, environment, account, issuer, state, assertion, signature].join(' '),
    'with half a signature': [end, environment, account, issuer, state, assertion, signature.slice(0, 20)].join(' '),
    'with another assertion': [end, environment, account, issuer, state, another, signature].join(' '),
    'without one': [end, environment, account, issuer, state, assertion].join(' '),
    'as it was before records were signed': `1 test ${account}`,
    'with nothing in it': '',
    'with no time in it': 'live live live live',
  };
  let lookups = 0;
  for (const [which, record] of Object.entries(forged)) {
    // A key that was refused is refused from memory by its gateway.
    const { url } = await edge.gateway();
    await redis.hSet(nameOf(made), field, record);
    refusedWith(t, await charges(url, made), 401, 'unauthorized');
    lookups += 1;
    t.is(edge.keys.state.lookups, lookups, which);
  }
  const { url } = await edge.gateway();
  await redis.hSet(nameOf(made), field, good);
  t.is(
    (await charges(url, made)).status,
    200,
    'and what is signed is believed: these were refused for their signatures',
  );
});

test.serial('an intruder who writes to Redis gives no key another account', async (t) => {
  const edge = await startEdge(t, SHARED);
  const { redis, nameOf, inAnHour } = await redisOf(t, edge);
  const accountId = newId('account');
  const key = edge.keys.state.issue('test', accountId);
  const victim = edge.keys.state.issue();
  const stolen = await withinLease(async () => {
    t.is((await charges(edge.url, victim)).status, 200);
    return (await redis.hGet(nameOf(victim), field)) ?? '';
  });
  t.true(stolen.length > 0);
  for (const record of [stolen, `${await inAnHour()} test ${newId('account')} AAAA`]) {
    await redis.hSet(nameOf(key), field, record);
    t.is((await charges(edge.url, key)).status, 200);
    t.deepEqual(edge.charge.state.lists.at(-1)?.tenant, { accountId, livemode: false });
  }
});

test.serial('a record that is put back after its lease opens nothing, however long Redis is to keep it', async (t) => {
  const edge = await startEdge(t, SHARED);
  const { redis, nameOf } = await redisOf(t, edge);
  const key = edge.keys.state.issue();
  t.is((await charges(edge.url, key)).status, 200);
  const record = (await redis.hGet(nameOf(key), field)) ?? '';
  await edge.keys.state.revoke(key);
  t.is(await redis.exists(nameOf(key)), 0, 'the record ends with its lease');
  await redis.hSet(nameOf(key), field, record);
  refusedWith(t, await charges(edge.url, key), 401, 'unauthorized');
});

test.serial(
  'gateways with one secret look a key up once for all of them, and with secrets of their own each',
  async (t) => {
    const edge = await startEdge(t);
    const lookupsOf = async (env: Readonly<Record<string, string>>): Promise<number> => {
      const gateways = [await edge.gateway(env), await edge.gateway(env), await edge.gateway(env)];
      return withinLease(async () => {
        const key = edge.keys.state.issue();
        const before = edge.keys.state.lookups;
        for (const { url } of [...gateways, ...gateways]) t.is((await charges(url, key)).status, 200);
        return edge.keys.state.lookups - before;
      });
    };
    t.is(await lookupsOf(SHARED), 1);
    t.is(await lookupsOf({}), 3);
  },
);

test.serial('one gateway’s record neither ends another’s early nor keeps it alive', async (t) => {
  const edge = await startEdge(t);
  const { redis, nameOf } = await redisOf(t, edge);
  const other = await edge.gateway();
  const { first, ends, left } = await withinLease(async () => {
    const key = edge.keys.state.issue();
    const endsNow = async () =>
      Object.values(await redis.hGetAll(nameOf(key))).map((record) => Number(record.split(' ')[0]));
    t.is((await charges(edge.url, key)).status, 200);
    const [first = 0] = await endsNow();
    t.is((await charges(other.url, key)).status, 200);
    return { first, ends: await endsNow(), left: await redis.pTTL(nameOf(key)) };
  });
  t.is(ends.length, 2);
  t.true(ends.includes(first));
  t.true(left > 0 && left <= KEY_LEASE_MS, `${left} ms`);
});

test.serial('records of gateways that are gone do not pile up while a key is in use', async (t) => {
  const edge = await startEdge(t);
  const { redis, nameOf, inAnHour } = await redisOf(t, edge);
  const key = edge.keys.state.issue();
  const gone = Object.fromEntries(Array.from({ length: 64 }, (_, i) => [`gone ${i}`, '1 test acc mac']));
  await redis.hSet(nameOf(key), gone);
  await redis.pExpireAt(nameOf(key), await inAnHour());
  t.is((await charges(edge.url, key)).status, 200);
  t.is(await redis.hLen(nameOf(key)), 1);
  t.true((await redis.pTTL(nameOf(key))) <= KEY_LEASE_MS);
});
