import { randomUUID } from 'node:crypto';
import { uniqueName } from '@gx/testkit';
import { openApiUser } from '../../conformance/rows/api-user.ts';
import { tokenMailed } from '../mails.ts';
import { test } from './one-product.ts';

test('users by themselves: an owner invites by mail, who is invited joins, changes the password, forgets it and gets another; tokens of before are worth nothing', async (t) => {
  const api = await openApiUser(t.context);
  const { mailHook } = t.context;
  const post = async (path: string, body: object, accessToken?: string): Promise<number> => {
    const headers = accessToken === undefined ? {} : { headers: { authorization: `Bearer ${accessToken}` } };
    return (await api.send('POST', path, { ...headers, body })).status;
  };
  const statusesOf = (...tokens: readonly string[]) =>
    Promise.all(
      tokens.map(async (token) => {
        const headers = { authorization: `Bearer ${token}` };
        return (await api.send('GET', '/v1/api-keys', { headers })).status;
      }),
    );
  const email = `${uniqueName('rui')}@example.com`;
  const logIn = async (password: string): Promise<string> => {
    const { status, body } = await api.send('POST', '/v1/auth/login', { body: { email, password } });
    t.is(status, 200);
    return String(body['accessToken']);
  };

  const invited = await api.send('POST', '/v1/users', { headers: api.bearer, body: { email, role: 'viewer' } });
  t.like(invited, { status: 201, body: { email, role: 'viewer', status: 'invited' } });
  const user = `/v1/users/${String(invited.body.id)}`;
  const promoted = await api.send('PATCH', user, { headers: api.bearer, body: { role: 'developer' } });
  t.like(promoted, { status: 200, body: { role: 'developer', status: 'invited' } });

  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
  const joining = { token: await tokenMailed(mailHook, { kind: 'invitation', email }), name: 'Rui', password: first };
  t.is(await post('/v1/auth/invitations/accept', joining), 204);
  t.is(await post('/v1/auth/invitations/accept', joining), 422, 'once');
  const [one, two] = [await logIn(first), await logIn(first)];
  t.is(await post('/v1/api-keys', { test: true }, one), 201, 'a developer');

  t.is(await post('/v1/auth/password', { currentPassword: second, newPassword: second }, one), 422);
  t.is(await post('/v1/auth/password', { currentPassword: first, newPassword: second }, one), 204);
  t.deepEqual(await statusesOf(one, two), [401, 401]);
  const after = await logIn(second);

  t.is(await post('/v1/auth/password-reset', { email }), 202);
  t.is(await post('/v1/auth/password-reset', { email: `${uniqueName('nobody')}@example.com` }), 202);
  const reset = { token: await tokenMailed(mailHook, { kind: 'password_reset', email }), newPassword: third };
  t.is(await post('/v1/auth/password-reset/confirm', reset), 204);
  t.is(await post('/v1/auth/password-reset/confirm', reset), 422, 'once');
  t.deepEqual(await statusesOf(after), [401]);

  const last = await logIn(third);
  const session = await logIn(third);
  t.is(await post('/v1/auth/logout-all', {}, last), 204);
  t.deepEqual(await statusesOf(last, session), [401, 401]);
  const again = await logIn(third);
  t.is((await api.send('DELETE', user, { headers: api.bearer })).status, 204);
  t.deepEqual(await statusesOf(again), [401]);
  const { body } = await api.send('GET', '/v1/users', { headers: api.bearer });
  t.like(
    (body['data'] as { email: string }[]).find((one) => one.email === email),
    { name: 'Rui', role: 'developer', status: 'disabled' },
  );
});
