import { newId } from '@gx/core';
import { servers } from '@gx/testkit';
import test from 'ava';
import { logFigures } from './harness/counted.ts';
import { type GatewayResponse, refusedWith, startEdge, statuses, wallets } from './harness/gateway.ts';
import { redisProxy } from './harness/redis-proxy.ts';

const OF_KEY = 20;
const OF_ACCOUNT = 2 * OF_KEY;
const LIMITED = { RATE_LIMIT_TEST_PER_MINUTE: String(OF_KEY), RATE_LIMIT_ACCOUNT_TIMES: '2' };
const FULL = `"default";q=${OF_ACCOUNT};w=60`;

const times = (count: number, url: string, key: string): Promise<GatewayResponse[]> =>
  Promise.all(Array.from({ length: count }, () => wallets(url, key)));

test('an account with many keys, over two gateways: no more than so many times the limit of one key', async (t) => {
  const { url, keys, gateway } = await startEdge(t, LIMITED);
  const urls = [url, (await gateway()).url];
  const accountId = newId('account');
  const theirs = Array.from({ length: 5 }, () => keys.state.issue('test', accountId));
  const all = theirs.flatMap((key) => urls.map((base) => times(OF_KEY / 2, base, key)));
  const answers = (await Promise.all(all)).flat();
  t.deepEqual(statuses(answers), { 200: OF_ACCOUNT, 429: 5 * OF_KEY - OF_ACCOUNT });
  logFigures(t, 40, answers);
  const refused = answers.find(({ status }) => status === 429) as GatewayResponse;
  refusedWith(t, refused, 429, 'rate_limited');
  t.is(refused.headers.get('ratelimit-policy'), FULL);
  t.is(refused.headers.get('x-ratelimit-remaining-minute'), '0');
  const retryAfter = Number(refused.headers.get('retry-after'));
  t.true(retryAfter >= 55 && retryAfter <= 61, `${retryAfter}`);
  t.is((await wallets(url, keys.state.issue('test', accountId))).status, 429, 'a new key opens no new window');
  t.is((await wallets(url, keys.state.issue('live', accountId))).status, 200, 'live mode has its own');
  t.is((await wallets(url, keys.state.issue())).status, 200, 'nor is another account in the way');
});

test('a key that is refused again and again takes nothing from the other keys of its account', async (t) => {
  const { url, keys } = await startEdge(t, LIMITED);
  const accountId = newId('account');
  const [wild, calm] = [keys.state.issue('test', accountId), keys.state.issue('test', accountId)];
  t.deepEqual(statuses(await times(4 * OF_KEY, url, wild)), { 200: OF_KEY, 429: 3 * OF_KEY });
  t.deepEqual(statuses(await times(OF_KEY, url, calm)), { 200: OF_KEY });
});

test('a key whose account has less left than it has itself: the headers say what the account has', async (t) => {
  const { url, keys } = await startEdge(t, LIMITED);
  const accountId = newId('account');
  const [one, other, third] = [0, 1, 2].map(() => keys.state.issue('test', accountId)) as [string, string, string];
  await times(OF_KEY, url, one);
  await times(OF_KEY - 3, url, other);
  const { headers } = await wallets(url, third);
  t.is(headers.get('ratelimit-policy'), FULL);
  t.is(headers.get('x-ratelimit-limit-minute'), String(OF_ACCOUNT));
  t.is(headers.get('x-ratelimit-remaining-minute'), '2');
});

test('Redis is gone: each gateway holds an account to its limit by itself', async (t) => {
  const proxy = await redisProxy(servers().redisUrl);
  t.teardown(proxy.stop);
  const { url, keys } = await startEdge(t, { REDIS_URL: proxy.url, ...LIMITED });
  proxy.set('refuse');
  const accountId = newId('account');
  const theirs = Array.from({ length: 3 }, () => keys.state.issue('test', accountId));
  const answers = (await Promise.all(theirs.map((key) => times(OF_KEY, url, key)))).flat();
  t.deepEqual(statuses(answers), { 200: OF_ACCOUNT, 429: 3 * OF_KEY - OF_ACCOUNT });
});
