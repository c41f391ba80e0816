import { Refusal, unavailable } from '@gx/core';
import { servers, uniqueName, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { createClient } from 'redis';
import { ask, type GatewayResponse, refusedWith, startEdge, statuses } from './harness/gateway.ts';
import { moveWindow } from './harness/move-window.ts';
import { redisProxy } from './harness/redis-proxy.ts';

const BEHIND = { TRUSTED_PROXIES: '127.0.0.1/32' };
const HOUR_S = 3_600;
const address = (nth: number): string => `203.0.${113 + (nth >> 8)}.${nth & 255}`;
const newEmail = (): string => `${uniqueName('limit')}@example.com`;

type Attempt = { readonly from: string; readonly email: string; readonly password?: string };
const logIn = (url: string, { from, email, password = 'wrong' }: Attempt): Promise<GatewayResponse> =>
  ask(`${url}/v1/auth/login`, { json: { email, password }, headers: { 'x-forwarded-for': from } });

/** Fails so often with one e-mail, from as many addresses. */
async function fail(urls: readonly string[], email: string, times: number): Promise<GatewayResponse[]> {
  const answers = [];
  for (let nth = 0; nth < times; nth += 1)
    answers.push(await logIn(urls[nth % urls.length] ?? '', { from: address(nth), email }));
  return answers;
}

/** A 429 that says how long, between the given bounds. */
function limited(t: ExecutionContext, answer: GatewayResponse, least: number, most: number): void {
  refusedWith(t, answer, 429, 'rate_limited');
  const wait = Number(answer.headers.get('retry-after'));
  t.true(wait >= least && wait <= most, `${wait} s`);
}

test('429 after ten logins of an address with one e-mail in a minute, on two gateways together; other e-mails and addresses pass', async (t) => {
  const { url, gateway } = await startEdge(t, BEHIND);
  const other = await gateway();
  const [email, from] = [newEmail(), address(1)];
  for (let nth = 0; nth < 10; nth += 1)
    t.is((await logIn(nth % 2 === 0 ? url : other.url, { from, email })).status, 401);
  for (const base of [url, other.url]) limited(t, await logIn(base, { from, email, password: 'right' }), 1, 61);
  t.is((await logIn(url, { from, email: newEmail() })).status, 401);
  t.is((await logIn(url, { from: address(2), email, password: 'right' })).status, 200);
});

test('429 after thirty logins of an address in a minute, with whatever e-mails, on two gateways together; other addresses pass', async (t) => {
  const { url, gateway } = await startEdge(t, BEHIND);
  const other = await gateway();
  const from = address(1);
  for (let nth = 0; nth < 30; nth += 1) {
    const password = nth % 3 === 0 ? 'right' : 'wrong';
    const { status } = await logIn(nth % 2 === 0 ? url : other.url, { from, email: newEmail(), password });
    t.is(status, password === 'right' ? 200 : 401);
  }
  const refused = await logIn(other.url, { from, email: newEmail(), password: 'right' });
  limited(t, refused, 1, 61);
  t.is(refused.headers.get('x-ratelimit-limit-minute'), '30');
  t.is((await logIn(url, { from: address(2), email: newEmail() })).status, 401);
});

test('a client that is refused for one e-mail uses up no more of its address', async (t) => {
  const { url } = await startEdge(t, BEHIND);
  const [email, from] = [newEmail(), address(1)];
  for (let nth = 0; nth < 40; nth += 1) await logIn(url, { from, email });
  t.is((await logIn(url, { from, email: newEmail(), password: 'right' })).status, 200);
});

test('after twenty failures of an e-mail in an hour, over all addresses and gateways, only an address that logged in before gets in', async (t) => {
  const { url, gateway, keys } = await startEdge(t, BEHIND);
  const urls = [url, (await gateway()).url];
  const email = newEmail();
  const known = '198.51.100.7';
  t.is((await logIn(url, { from: known, email, password: 'right' })).status, 200);
  t.deepEqual(statuses(await fail(urls, email, 20)), { 401: 20 });
  for (const base of urls) {
    const stranger = await logIn(base, { from: '198.51.100.8', email: email.toUpperCase(), password: 'right' });
    limited(t, stranger, HOUR_S - 60, HOUR_S + 60);
    t.is(stranger.headers.get('x-ratelimit-limit-minute'), null, 'it is no window of a minute');
    t.is((await logIn(base, { from: known, email, password: 'right' })).status, 200);
    t.is((await logIn(base, { from: known, email })).status, 401);
  }
  t.is((await logIn(url, { from: '198.51.100.8', email: newEmail(), password: 'right' })).status, 200);
  t.deepEqual(
    [...new Set(keys.users.logins.map(({ clientAddress }) => clientAddress))].slice(0, 2),
    [known, address(0)],
    'keys is given the address of the client',
  );
});

test('an address that logged in before has its own ten attempts a minute, however often strangers fail', async (t) => {
  const { url } = await startEdge(t, BEHIND);
  const [email, known] = [newEmail(), '198.51.100.7'];
  await logIn(url, { from: known, email, password: 'right' });
  await fail([url], email, 20);
  for (let nth = 1; nth < 10; nth += 1) t.is((await logIn(url, { from: known, email })).status, 401);
  limited(t, await logIn(url, { from: known, email, password: 'right' }), 1, 61);
});

test('of many logins at once, from as many addresses, twenty may fail', async (t) => {
  const { url, gateway } = await startEdge(t, BEHIND);
  const urls = [url, (await gateway()).url];
  const email = newEmail();
  const attempts = Array.from({ length: 60 }, (_, nth) => logIn(urls[nth % 2] ?? '', { from: address(nth), email }));
  t.deepEqual(statuses(await Promise.all(attempts)), { 401: 20, 429: 40 });
});

test('a login that succeeds, or that nobody could judge, is no failure and leaves nothing behind', async (t) => {
  const { url, keys, redisPrefix } = await startEdge(t, BEHIND);
  const redis = await createClient({ url: servers().redisUrl }).connect();
  t.teardown(() => redis.destroy());
  const email = newEmail();
  const windows = () => redis.keys(`${redisPrefix}failed-logins:*`);
  for (let nth = 0; nth < 25; nth += 1)
    t.is((await logIn(url, { from: address(nth), email, password: 'right' })).status, 200);
  t.deepEqual(await windows(), []);
  keys.users.beforeLogin = () => {
    throw unavailable('The database did not answer in time.');
  };
  for (let nth = 0; nth < 25; nth += 1) t.is((await logIn(url, { from: address(nth), email })).status, 503);
  t.deepEqual(await windows(), []);
  keys.users.beforeLogin = undefined;
  t.deepEqual(statuses(await fail([url], email, 20)), { 401: 20 });
  limited(t, await logIn(url, { from: '198.51.100.8', email }), HOUR_S - 60, HOUR_S + 60);
  const [name = ''] = await windows();
  const ttl = await redis.ttl(name);
  t.true(ttl > HOUR_S && ttl <= HOUR_S + 120, `${ttl} s`);
  t.false(`${name} ${JSON.stringify(await redis.hGetAll(name))}`.includes(email.slice(0, email.indexOf('@'))));
});

test('the hour slides: each failure is over an hour later, and not before', async (t) => {
  const { url, redisPrefix } = await startEdge(t, BEHIND);
  const redis = await createClient({ url: servers().redisUrl }).connect();
  t.teardown(() => redis.destroy());
  const email = newEmail();
  const pass = (minutes: number) => moveWindow(redis, `${redisPrefix}failed-logins:*`, minutes);
  const stranger = { from: '198.51.100.8', email };
  t.deepEqual(statuses(await fail([url], email, 15)), { 401: 15 });
  await pass(30);
  t.deepEqual(statuses(await fail([url], email, 6)), { 401: 5, 429: 1 });
  await pass(29);
  limited(t, await logIn(url, stranger), 1, 121);
  await pass(3);
  t.deepEqual(statuses(await fail([url], email, 16)), { 401: 15, 429: 1 }, 'the later five are still of this hour');
});

test('the reset link stays open for an e-mail that has failed too often, and keys is given the address', async (t) => {
  const { url, keys } = await startEdge(t, BEHIND);
  const email = newEmail();
  await fail([url], email, 20);
  const [from, headers] = ['198.51.100.8', { 'x-forwarded-for': '198.51.100.8' }];
  limited(t, await logIn(url, { from, email, password: 'right' }), HOUR_S - 60, HOUR_S + 60);
  t.is((await ask(`${url}/v1/auth/password-reset`, { json: { email }, headers })).status, 202);
  const confirm = { token: 'good', newPassword: 'a new password' };
  t.is((await ask(`${url}/v1/auth/password-reset/confirm`, { json: confirm, headers })).status, 204);
  const accept = { token: 'good', name: 'Rui', password: 'a new password' };
  t.is((await ask(`${url}/v1/auth/invitations/accept`, { json: accept, headers })).status, 204);
  t.deepEqual(keys.users.linkAddresses, [from, from]);
});

for (const mode of ['refuse', 'hang'] as const)
  test(`Redis away (${mode}): each process keeps the three limits by itself, and a known address gets in`, async (t) => {
    const proxy = await redisProxy(servers().redisUrl);
    t.teardown(proxy.stop);
    const { url, redisPrefix } = await startEdge(t, { ...BEHIND, REDIS_URL: proxy.url });
    const redis = await createClient({ url: servers().redisUrl }).connect();
    t.teardown(() => redis.destroy());
    const [email, known] = [newEmail(), '198.51.100.7'];
    t.is((await logIn(url, { from: known, email, password: 'right' })).status, 200);
    proxy.set(mode);
    t.deepEqual(statuses(await fail([url], email, 20)), { 401: 20 });
    limited(t, await logIn(url, { from: '198.51.100.8', email, password: 'right' }), HOUR_S - 60, HOUR_S + 60);
    t.is((await logIn(url, { from: known, email, password: 'right' })).status, 200);
    const one = { from: '198.51.100.9', email: newEmail() };
    for (let nth = 0; nth < 10; nth += 1) t.is((await logIn(url, one)).status, 401);
    limited(t, await logIn(url, one), 1, 61);
    for (let nth = 10; nth < 30; nth += 1)
      t.is((await logIn(url, { ...one, email: newEmail(), password: 'right' })).status, 200);
    limited(t, await logIn(url, { ...one, email: newEmail() }), 1, 61);
    proxy.set('refuse');
    proxy.set('pass');
    const windows = async () => (await redis.keys(`${redisPrefix}failed-logins:*`)).length;
    t.is(await windows(), 0);
    const counted = async () => {
      await logIn(url, { from: address(99), email: newEmail() });
      return (await windows()) > 0;
    };
    await until('the windows of Redis count again', counted, { everyMs: 1_050 });
  });

test('a login that lacks a code of the second factor had the right password: it is no failure of the e-mail', async (t) => {
  const { url, keys } = await startEdge(t, BEHIND);
  const email = newEmail();
  keys.users.beforeLogin = () => {
    throw new Refusal('unauthorized', 'A code is required.', { reason: 'totp_required' });
  };
  for (let nth = 0; nth < 25; nth += 1) {
    const answer = await logIn(url, { from: address(nth), email, password: 'right' });
    refusedWith(t, answer, 401, 'unauthorized');
  }
  keys.users.beforeLogin = undefined;
  t.is((await logIn(url, { from: address(30), email, password: 'right' })).status, 200);
});
