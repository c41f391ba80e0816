import type { ResolvedKey } from '@gx/contracts/keys';
import { newId, notFound, sha256Hex } from '@gx/core';
import { LocalWindows } from '@gx/runtime';
import { type RedisAddress, redisAddress } from '@gx/runtime/redis';
import { servers, testHost, uniqueName } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { keyAdmission } from '../src/admission/admit-key.ts';
import { keyLookup } from '../src/admission/key-lookup.ts';
import { keyRecords } from '../src/admission/key-record.ts';
import { redisWindows } from '../src/admission/redis-windows.ts';
import { admitRequest } from '../src/edge/admit-request.ts';
import { ok } from '../src/edge/answer.ts';
import { edgeApp } from '../src/edge/app.ts';
import { listen } from '../src/edge/http-server.ts';
import type { RequestContext, Route, RouteDeps } from '../src/edge/route.ts';
import { AT } from './harness/edge.ts';

const KEY = `gx_live_${'K'.repeat(32)}`;

/** Answers what a route knows of its caller. */
const whoCalls: Route = {
  method: 'GET',
  path: '/who-calls',
  auth: 'key',
  handle: async (_deps, { tenant, caller }: RequestContext<'key'>) => ok({ tenant, caller }),
};

/** Answers what goes with two calls that it would make, before and after `meanwhile`. */
const assertionsOf = (meanwhile: () => void): Route => ({
  method: 'GET',
  path: '/assertions',
  auth: 'key',
  handle: async (_deps, { call }: RequestContext<'key'>) => {
    const before = await call.asserted?.();
    meanwhile();
    return ok({ before, after: await call.asserted?.() });
  },
});

/** The admission of the gateway before one route; `lookups` counts how often keys was asked for the key. */
async function startAdmission(t: ExecutionContext, resolved: ResolvedKey) {
  const host = testHost('gateway');
  t.teardown(host.stop);
  const state = { lookups: 0, resolved: resolved as ResolvedKey | undefined, skippedMs: 0, meanwhile: () => {} };
  const clockMs = (): number => performance.now() + state.skippedMs;
  const records = keyRecords();
  const address = redisAddress(servers().redisUrl) as RedisAddress;
  const redis = redisWindows(host, { address, prefix: uniqueName('caller'), field: records.field });
  await redis.start();
  const resolveKey = async (_call: unknown, { fingerprint }: { fingerprint: string }): Promise<ResolvedKey> => {
    state.lookups += 1;
    if (fingerprint !== sha256Hex(KEY) || state.resolved === undefined) throw notFound('API key');
    return state.resolved;
  };
  const decide = keyAdmission({
    redis,
    records,
    local: new LocalWindows(() => clockMs() / 1_000),
    lookup: keyLookup(resolveKey, clockMs),
    limits: { live: 1_000, test: 1_000, accountTimes: 4 },
    clockMs,
  });
  const admit = admitRequest(decide);
  const app = edgeApp(host, {
    routes: [whoCalls, assertionsOf(() => state.meanwhile())],
    deps: {} as RouteDeps,
    admit,
    trustedProxies: [],
  });
  const { port } = await listen(host, app, AT);
  const ask = async (path = '/who-calls') =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { apikey: KEY } })).json();
  return { ask, state };
}

test('a route knows the user who issued the key, from keys and from the record in Redis alike', async (t) => {
  const tenant = { accountId: newId('account'), livemode: true };
  const issuerUserId = newId('user');
  const { ask, state } = await startAdmission(t, { ...tenant, keyId: newId('apiKey'), issuerUserId, accountState: '' });
  for (let request = 0; request < 3; request += 1) t.deepEqual(await ask(), { tenant, caller: { issuerUserId } });
  t.true(state.lookups < 3, 'the record answered');
});

test('of a key that no user issued a route knows no issuer', async (t) => {
  const tenant = { accountId: newId('account'), livemode: true };
  const { ask } = await startAdmission(t, { ...tenant, keyId: newId('apiKey'), accountState: '' });
  for (let request = 0; request < 3; request += 1) t.deepEqual(await ask(), { tenant, caller: {} });
});

const ofKey = (more: Partial<ResolvedKey> = {}): ResolvedKey => ({
  accountId: newId('account'),
  livemode: true,
  keyId: newId('apiKey'),
  accountState: '',
  ...more,
});

test('the word of keys goes with every call, from keys and from the record in Redis alike', async (t) => {
  const { ask, state } = await startAdmission(t, ofKey({ assertion: 'first' }));
  for (let request = 0; request < 3; request += 1)
    t.deepEqual(await ask('/assertions'), { before: 'first', after: 'first' });
  t.true(state.lookups < 3, 'the record answered');
});

test('a call long after its admission carries a new word; of a key that was revoked meanwhile there is none, and the request ends', async (t) => {
  const { ask, state } = await startAdmission(t, ofKey({ assertion: 'first' }));
  state.meanwhile = () => {
    state.skippedMs += 29_000;
    state.resolved = ofKey({ assertion: 'second' });
  };
  t.deepEqual(await ask('/assertions'), { before: 'first', after: 'first' });
  state.resolved = ofKey({ assertion: 'first' });
  state.meanwhile = () => {
    state.skippedMs += 30_001;
    state.resolved = ofKey({ assertion: 'second' });
  };
  const { after } = (await ask('/assertions')) as { readonly after: string };
  t.is(after, 'second');
  state.meanwhile = () => {
    state.skippedMs += 30_001;
    state.resolved = undefined;
  };
  t.like(await ask('/assertions'), { error: { code: 'unauthorized', param: 'apikey' } });
});

test('where RPCs are in plaintext there is no word, and nobody is queried for one', async (t) => {
  const { ask, state } = await startAdmission(t, ofKey());
  state.meanwhile = () => {
    state.skippedMs += 60_000;
  };
  t.deepEqual(await ask('/assertions'), {});
  t.is(state.lookups, 1);
});
