import test from 'ava';
import { ask, refusedWith, startEdge, statuses } from './harness/gateway.ts';

const BEHIND = { TRUSTED_PROXIES: '127.0.0.1/32' };
const from = (address: string) => ({ headers: { 'x-forwarded-for': `8.8.8.8, ${address}` } });
const BEARER = { authorization: 'Bearer header.claims.signature' };

test('routes without credentials share one window for each client address; 429 says when, and keys are not touched', async (t) => {
  const { url, keys } = await startEdge(t, { ...BEHIND, ANONYMOUS_REQUESTS_PER_MINUTE: '5' });
  const open = ['/v1/errors', '/.well-known/jwks.json', '/v1/webhooks/event-catalog', '/docs', '/qr/x.png'];
  for (const path of open) t.not((await ask(`${url}${path}`, from('203.0.113.1'))).status, 429, path);
  for (const path of [...open, '/openapi.json']) {
    const refused = await ask(`${url}${path}`, from('203.0.113.1'));
    refusedWith(t, refused, 429, 'rate_limited');
    t.is(refused.headers.get('x-ratelimit-limit-minute'), '5');
    t.true(Number(refused.headers.get('retry-after')) >= 1);
  }
  t.is((await ask(`${url}/v1/errors`, from('203.0.113.2'))).status, 200, 'the neighbour is not');
  const key = keys.state.issue();
  t.is((await ask(`${url}/v1/wallets`, { key, ...from('203.0.113.1') })).status, 200);
});

test('what is no route counts for its client address, whatever key it carries', async (t) => {
  const { url, keys } = await startEdge(t, { ...BEHIND, ANONYMOUS_REQUESTS_PER_MINUTE: '3' });
  const key = keys.state.issue();
  const nowhere = ['/', '/wp-login.php', '/v1/chargez'];
  for (const path of nowhere) t.is((await ask(`${url}${path}`, { key, ...from('203.0.113.1') })).status, 404, path);
  refusedWith(t, await ask(`${url}/.env`, { key, ...from('203.0.113.1') }), 429, 'rate_limited');
  refusedWith(t, await ask(`${url}/v1/errors`, from('203.0.113.1')), 429, 'rate_limited');
  t.is((await ask(`${url}/v1/wallets`, { key, ...from('203.0.113.1') })).status, 200, 'its key has its own window');
  t.is((await ask(`${url}/nowhere`, from('203.0.113.2'))).status, 404, 'the neighbour is not');
});

test('without a trusted proxy the connection’s own address counts, whatever the client writes', async (t) => {
  const { url } = await startEdge(t, { ANONYMOUS_REQUESTS_PER_MINUTE: '5' });
  const answers = [];
  for (let i = 0; i < 8; i += 1) answers.push(await ask(`${url}/v1/errors`, from(`203.0.113.${i}`)));
  // The harness has read the contract from the same address before.
  t.deepEqual(statuses(answers), { 200: 4, 429: 4 });
});

test('bad login tokens are counted by address before keys is called, good ones are not', async (t) => {
  const { url, keys } = await startEdge(t, BEHIND);
  const list = (address: string, headers: Record<string, string>) =>
    ask(`${url}/v1/api-keys`, { headers: { ...headers, ...from(address).headers } });
  const good = await Promise.all(Array.from({ length: 650 }, () => list('203.0.113.1', BEARER)));
  t.deepEqual(statuses(good), { 200: 650 });
  keys.state.tokensAreGood = false;
  const bad = await Promise.all(Array.from({ length: 650 }, () => list('203.0.113.2', BEARER)));
  t.deepEqual(statuses(bad), { 401: 600, 429: 50 });
  const none = await Promise.all(Array.from({ length: 610 }, () => list('203.0.113.3', {})));
  t.deepEqual(statuses(none), { 401: 600, 429: 10 });
  keys.state.tokensAreGood = true;
  t.is((await list('203.0.113.1', BEARER)).status, 200);
  t.is((await list('203.0.113.2', BEARER)).status, 429, 'and a good one lets nobody there go on guessing');
});

test('a login is counted by the address behind the trusted proxy and the e-mail (N19)', async (t) => {
  const { url } = await startEdge(t, { ...BEHIND, LOGIN_ATTEMPTS_PER_MINUTE: '3' });
  const attempt = (address: string, email: string) =>
    ask(`${url}/v1/auth/login`, { json: { email, password: 'wrong' }, ...from(address) });
  const email = 'ana@example.com';
  for (const expected of [401, 401, 401, 429]) t.is((await attempt('203.0.113.1', email)).status, expected);
  for (const same of ['ANA@example.com', ' ana@example.com', 'ana@example.com\u00a0', '\tAna@Example.com\n'])
    t.is((await attempt('203.0.113.1', same)).status, 429, `one user, one window: ${JSON.stringify(same)}`);
  t.is((await attempt('203.0.113.2', email)).status, 401, 'its owner can still log in from elsewhere');
  t.is((await attempt('203.0.113.1', 'bia@example.com')).status, 401);
});

test('an accent of an e-mail, composed or not, is no window of its own: keys takes both for one user', async (t) => {
  const { url } = await startEdge(t, { LOGIN_ATTEMPTS_PER_MINUTE: '2' });
  const attempt = (email: string) => ask(`${url}/v1/auth/login`, { json: { email, password: 'wrong' } });
  t.is((await attempt('jos\u00e9@example.com')).status, 401);
  t.is((await attempt('jose\u0301@example.com')).status, 401);
  t.is((await attempt('JOSE\u0301@example.com ')).status, 429);
});

test('a client whose proxy writes the port beside its address is one client, whatever connection it comes by', async (t) => {
  const { url } = await startEdge(t, { ...BEHIND, ANONYMOUS_REQUESTS_PER_MINUTE: '3' });
  const ask3 = async (addresses: readonly string[]): Promise<number[]> => {
    const answers = [];
    for (const address of addresses) answers.push((await ask(`${url}/v1/errors`, from(address))).status);
    return answers;
  };
  const v4 = ['203.0.113.7:1001', '203.0.113.7:1002', '203.0.113.7', '203.0.113.7:1003'];
  t.deepEqual(await ask3(v4), [200, 200, 200, 429]);
  const v6 = ['[2001:db8:1:2::3]:1001', '[2001:db8:1:2::4]:1002', '2001:db8:1:2::5', '[2001:db8:1:2::3]'];
  t.deepEqual(await ask3(v6), [200, 200, 200, 429]);
  const behindTwo = ['203.0.113.8:1, 127.0.0.1:4001', '203.0.113.9:1, 127.0.0.1:4002'];
  t.deepEqual(
    await ask3([...behindTwo, ...behindTwo]),
    [200, 200, 200, 200],
    'a trusted proxy with a port is a proxy still',
  );
});
