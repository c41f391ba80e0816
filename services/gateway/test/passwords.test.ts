import { newId } from '@gx/core';
import { ask, refusedWith, testOnOneEdge } from './harness/gateway.ts';

const test = testOnOneEdge();
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const GIVEN = { currentPassword: 'right', newPassword: 'a new password' };

test('204 a password is changed by the token’s user; 422 names a wrong current one, 400 what is no password', async (t) => {
  const { url, keys } = t.context;
  const change = (json: object) => ask(`${url}/v1/auth/password`, { json, ...bearer('a.b.change') });
  t.is((await change(GIVEN)).status, 204);
  t.like(
    keys.users.passwordChanges.find(({ accessToken }) => accessToken === 'a.b.change'),
    GIVEN,
  );
  const wrong = refusedWith(t, await change({ ...GIVEN, currentPassword: 'wrong' }), 422, 'unprocessable_entity');
  t.is(wrong['param'], 'currentPassword');
  for (const [json, param] of [
    [{ newPassword: 'a new password' }, 'currentPassword'],
    [{ currentPassword: 'right' }, 'newPassword'],
    [{ ...GIVEN, newPassword: 12_345_678 }, 'newPassword'],
    [{ ...GIVEN, newPassword: 'x'.repeat(257) }, 'newPassword'],
    [{ ...GIVEN, currentPassword: 'x'.repeat(1_025) }, 'currentPassword'],
  ] as const)
    t.is(refusedWith(t, await change(json), 400, 'invalid_request')['param'], param);
  refusedWith(t, await ask(`${url}/v1/auth/password`, { json: GIVEN }), 401, 'unauthorized');
});

test('429 after ten guesses at a password in a minute, by whatever token of the user and gateway; another user’s go on', async (t) => {
  const { url, keys, gateway } = t.context;
  const other = await gateway();
  const userId = newId('user');
  for (const token of ['a.b.first', 'a.b.second']) keys.users.ids.set(token, userId);
  const guess = (base: string, token: string) =>
    ask(`${base}/v1/auth/password`, { json: { ...GIVEN, currentPassword: 'wrong' }, ...bearer(token) });
  const answers = await Promise.all(
    Array.from({ length: 11 }, (_, nth) =>
      guess(nth % 2 === 0 ? url : other.url, nth % 3 === 0 ? 'a.b.first' : 'a.b.second'),
    ),
  );
  t.is(answers.filter(({ status }) => status === 422).length, 10);
  const refused = answers.find(({ status }) => status === 429);
  t.is(refused?.headers.get('x-ratelimit-limit-minute'), '10');
  t.true(Number(refused?.headers.get('retry-after')) >= 1);
  const guesses = keys.users.passwordChanges.filter(({ accessToken }) => keys.users.ids.get(accessToken) === userId);
  t.is(guesses.length, 10, 'what is refused reaches nobody who knows passwords');
  refusedWith(t, await ask(`${url}/v1/auth/password`, { json: GIVEN, ...bearer('a.b.first') }), 429, 'rate_limited');
  keys.users.ids.set('a.b.other', newId('user'));
  t.is((await guess(url, 'a.b.other')).status, 422);
});

test('204 a logout of everything, without a body; 401 without a token', async (t) => {
  const { url, keys } = t.context;
  t.is((await ask(`${url}/v1/auth/logout-all`, { method: 'POST', ...bearer('a.b.all') })).status, 204);
  t.deepEqual(keys.users.loggedOut, ['a.b.all']);
  refusedWith(t, await ask(`${url}/v1/auth/logout-all`, { method: 'POST' }), 401, 'unauthorized');
});

test('no password is in a log line at debug level, whatever became of the request', async (t) => {
  const { url, host } = t.context;
  const canary = 'canary-of-a-password';
  const bodies = [
    { currentPassword: canary, newPassword: canary },
    { currentPassword: canary, newPassword: canary.repeat(20) },
    { currentPassword: canary },
  ];
  for (const json of bodies) await ask(`${url}/v1/auth/password`, { json, ...bearer('a.b.canary') });
  t.true(host.lines.length > 0);
  t.deepEqual(
    host.lines.filter((line) => line.includes(canary)),
    [],
  );
});
