import { newId } from '@gx/core';
import { ROUTES } from '../src/routes/table.ts';
import { ask, refusedWith, testOnOneEdge } from './harness/gateway.ts';

const test = testOnOneEdge();
const bearer = (token: string, more: Record<string, string> = {}) => ({
  headers: { authorization: `Bearer ${token}`, ...more },
});

test('a login passes its code on; 400 names one that is not six digits, which reaches nobody', async (t) => {
  const { url, keys } = t.context;
  const login = (more: object) =>
    ask(`${url}/v1/auth/login`, { json: { email: 'totp@example.com', password: 'right', ...more } });
  t.is((await login({ totp: '012345' })).status, 200);
  t.is((await login({ totp: null })).status, 200);
  t.deepEqual(keys.codesOf('totp@example.com'), ['012345', undefined]);
  for (const totp of ['12345', '1234567', '12345a', '', ' 12345', 123_456])
    t.is(refusedWith(t, await login({ totp }), 400, 'invalid_request')['param'], 'totp');
  t.is(keys.codesOf('totp@example.com').length, 2);
});

test('200 a secret, 204 its confirmation and its removal; 400 names what is no code, 401 without a token', async (t) => {
  const { url, keys } = t.context;
  const at = `${url}/v1/auth/totp`;
  keys.users.ids.set('a.b.totp', newId('user'));
  const set = await ask(at, { method: 'POST', ...bearer('a.b.totp') });
  t.deepEqual([set.status, Object.keys(set.body)], [200, ['secret', 'otpauthUrl']]);
  t.is(set.headers.get('cache-control'), 'no-store');
  for (const json of [{}, { code: 123_456 }, { code: '12345' }])
    t.is(
      refusedWith(t, await ask(`${at}/confirm`, { json, ...bearer('a.b.totp') }), 400, 'invalid_request')['param'],
      'code',
    );
  t.is((await ask(`${at}/confirm`, { json: { code: '123456' }, ...bearer('a.b.totp') })).status, 204);
  t.is((await ask(at, { method: 'DELETE', ...bearer('a.b.totp', { 'X-TOTP': '654321' }) })).status, 204);
  t.deepEqual(keys.codesOf('a.b.totp').slice(-2), ['123456', '654321']);
  for (const [path, method] of [
    ['', 'POST'],
    ['/confirm', 'POST'],
    ['', 'DELETE'],
  ] as const)
    refusedWith(t, await ask(`${at}${path}`, { method }), 401, 'unauthorized');
});

test('429 after ten secrets for one user in a minute, by whatever token', async (t) => {
  const { url, keys } = t.context;
  const userId = newId('user');
  for (const token of ['a.b.eager', 'a.b.keen']) keys.users.ids.set(token, userId);
  const set = (nth: number) =>
    ask(`${url}/v1/auth/totp`, { method: 'POST', ...bearer(nth % 2 === 0 ? 'a.b.eager' : 'a.b.keen') });
  for (let nth = 0; nth < 10; nth += 1) t.is((await set(nth)).status, 200);
  refusedWith(t, await set(10), 429, 'rate_limited');
});

const ID = newId('user');
/** Every act of which a user with a second factor is asked for a code, as a request. */
const GUARDED: Readonly<Record<string, readonly [method: string, path: string, json?: object]>> = {
  issueKey: ['POST', '/v1/api-keys', { test: false }],
  rotateKey: ['POST', `/v1/api-keys/key_${newId('apiKey')}/rotate`, {}],
  revokeKey: ['DELETE', `/v1/api-keys/key_${newId('apiKey')}`],
  approvePayout: ['POST', `/v1/payouts/po_${ID}/approve`],
  rejectPayout: ['POST', `/v1/payouts/po_${ID}/reject`],
  inviteUser: ['POST', '/v1/users', { email: 'code@example.com', role: 'viewer' }],
  changeUserRole: ['PATCH', '/v1/users/{user}', { role: 'finance' }],
  removeUser: ['DELETE', '/v1/users/{user}'],
  removeTotp: ['DELETE', '/v1/auth/totp'],
};

test('these acts take a code, and no others', (t) => {
  const guarded = ROUTES.filter((one) => one.guarded).map(({ operation }) => operation);
  t.deepEqual(guarded.toSorted(), Object.keys(GUARDED).toSorted());
});

for (const [operation, [method, path, json]] of Object.entries(GUARDED))
  test(`${operation} passes the code of X-TOTP on, and nothing that is none`, async (t) => {
    const { url, keys, payout } = t.context;
    const token = `a.b.${operation}`;
    keys.state.owners.set(token, newId('account'));
    const codes = () => [
      ...keys.codesOf(token),
      ...payout.state.decisions.filter(({ accessToken }) => accessToken === token).map(({ totp }) => totp),
    ];
    for (const [sent, passed] of [
      [{ 'X-TOTP': '123456' }, '123456'],
      [{}, undefined],
      [{ 'X-TOTP': '12345' }, undefined],
      [{ 'X-TOTP': '123456, 654321' }, undefined],
      [{ 'X-TOTP': '' }, undefined],
    ] as const) {
      const before = codes().length;
      const target = `${url}${path.replace('{user}', `usr_${keys.users.add()}`)}`;
      await ask(target, { method, ...(json === undefined ? {} : { json }), ...bearer(token, sent) });
      t.deepEqual(codes().slice(before), [passed], JSON.stringify(sent));
    }
  });

test('no code is in a log line at debug level', async (t) => {
  const { url, host } = t.context;
  const canary = '837261';
  await ask(`${url}/v1/auth/login`, { json: { email: 'canary@example.com', password: 'wrong', totp: canary } });
  await ask(`${url}/v1/auth/totp/confirm`, { json: { code: canary }, ...bearer('a.b.canary') });
  for (const [, [method, path, json]] of Object.entries(GUARDED))
    await ask(`${url}${path}`, {
      method,
      ...(json === undefined ? {} : { json }),
      ...bearer('a.b.canary', { 'X-TOTP': canary }),
    });
  t.true(host.lines.length > 10);
  t.deepEqual(
    host.lines.filter((line) => line.includes(canary)),
    [],
  );
});
