import { ask, refusedWith, startEdge, testOnOneEdge } from './harness/gateway.ts';

const test = testOnOneEdge();
const ACCEPT = { token: 'good', name: 'Rui Costa', password: 'a new password' };
const CONFIRM = { token: 'good', newPassword: 'a new password' };

test('204 an invitation accepted and a password reset by a link; 422 names a token that opens nothing, 400 what is wrong of the rest; 429 after ten in a minute from one address', async (t) => {
  const { url } = t.context;
  const accept = (json: object) => ask(`${url}/v1/auth/invitations/accept`, { json });
  const confirm = (json: object) => ask(`${url}/v1/auth/password-reset/confirm`, { json });
  for (const [json, param] of [
    [{ ...ACCEPT, token: '' }, 'token'],
    [{ ...ACCEPT, token: 'x'.repeat(129) }, 'token'],
    [{ ...ACCEPT, name: '' }, 'name'],
    [{ ...ACCEPT, password: 'x'.repeat(257) }, 'password'],
    [{ token: 'good', name: 'Rui' }, 'password'],
  ] as const)
    t.is(refusedWith(t, await accept(json), 400, 'invalid_request')['param'], param);
  t.is(refusedWith(t, await confirm({ token: 'good' }), 400, 'invalid_request')['param'], 'newPassword');

  t.is((await accept(ACCEPT)).status, 204);
  t.is((await confirm(CONFIRM)).status, 204);
  const [accepted, confirmed] = [
    await accept({ ...ACCEPT, token: 'bad' }),
    await confirm({ ...CONFIRM, token: 'bad' }),
  ];
  t.is(refusedWith(t, accepted, 422, 'unprocessable_entity')['param'], 'token');
  t.is(refusedWith(t, confirmed, 422, 'unprocessable_entity')['param'], 'token');
  for (let nth = 5; nth <= 10; nth += 1) await confirm({ ...CONFIRM, token: 'bad' });
  refusedWith(t, await accept(ACCEPT), 429, 'rate_limited');
  refusedWith(t, await confirm(CONFIRM), 429, 'rate_limited');
});

test('202 a reset for whatever e-mail, with one answer; 429 after ten in a minute for one e-mail, whatever its logins came to', async (t) => {
  const { url, keys, gateway } = t.context;
  const other = await gateway();
  const request = (base: string, email: unknown) => ask(`${base}/v1/auth/password-reset`, { json: { email } });
  const login = () => ask(`${url}/v1/auth/login`, { json: { email: 'ana@example.com', password: 'wrong' } });
  for (let nth = 0; nth < 10; nth += 1) await login();
  refusedWith(t, await login(), 429, 'rate_limited');
  for (let nth = 0; nth < 10; nth += 1) {
    const answer = await request(
      nth % 2 === 0 ? url : other.url,
      nth % 3 === 0 ? 'ANA@example.com' : 'ana@example.com',
    );
    t.deepEqual([answer.status, answer.headers.get('content-length'), answer.body], [202, '0', {}]);
  }
  refusedWith(t, await request(other.url, 'ana@example.com'), 429, 'rate_limited');
  t.is((await request(url, 'bia@example.com')).status, 202, 'another e-mail goes on');
  const ana = keys.users.resets.filter((email) => email.toLowerCase() === 'ana@example.com');
  t.is(ana.length, 10);
  for (const email of [undefined, 7, '', 'x'.repeat(255)])
    t.is(refusedWith(t, await request(url, email), 400, 'invalid_request')['param'], 'email');
});

test('no token and no password of a link is in a log line at debug level', async (t) => {
  // Of its own: these are counted by address.
  const { url, host } = await startEdge(t);
  const canary = 'canary-of-a-link';
  await ask(`${url}/v1/auth/invitations/accept`, { json: { token: canary, name: canary, password: canary } });
  await ask(`${url}/v1/auth/password-reset/confirm`, { json: { token: canary, newPassword: canary } });
  await ask(`${url}/v1/auth/password-reset`, { json: { email: `${canary}@example.com` } });
  t.true(host.lines.length > 0);
  t.deepEqual(
    host.lines.filter((line) => line.includes(canary)),
    [],
  );
});
