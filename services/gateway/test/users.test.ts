import { newId } from '@gx/core';
import { ask, refusedWith, testOnOneEdge } from './harness/gateway.ts';
import { FOREIGN_ID } from './harness/stand-ins.ts';

const test = testOnOneEdge();
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
let made = 0;
const address = (): string => {
  made += 1;
  return `colleague-${made}@example.com`;
};

test('201 an invitation is the user, 200 in the list, 200 of another role, 204 removed; 422 for a known e-mail', async (t) => {
  const { url, keys } = t.context;
  keys.state.owners.set('a.b.owner', newId('account'));
  const as = bearer('a.b.owner');
  const email = address();
  const invited = await ask(`${url}/v1/users`, { json: { email, role: 'finance', name: null }, ...as });
  t.is(invited.status, 201);
  const { id } = invited.body;
  t.deepEqual(invited.body, {
    id,
    email,
    name: email.split('@')[0],
    role: 'finance',
    status: 'invited',
    createdAt: '2026-09-21T14:13:20.000Z',
  });
  t.regex(String(id), /^usr_/);
  const known = await ask(`${url}/v1/users`, { json: { email, role: 'viewer' }, ...as });
  t.is(refusedWith(t, known, 422, 'unprocessable_entity')['param'], 'email');
  const list = await ask(`${url}/v1/users`, as);
  t.is(list.status, 200);
  t.deepEqual(
    (list.body['data'] as { id: string }[]).find((user) => user.id === id),
    invited.body as never,
  );
  const changed = await ask(`${url}/v1/users/${id}`, { method: 'PATCH', json: { role: 'viewer' }, ...as });
  t.deepEqual([changed.status, changed.body], [200, { ...invited.body, role: 'viewer' }]);
  const raw = String(id).slice('usr_'.length);
  t.is((await ask(`${url}/v1/users/${raw}`, { method: 'DELETE', ...as })).status, 204);
});

test('400 names what is wrong of a user, 404 for a user who is nobody’s and for what is no id, 401 without a token', async (t) => {
  const { url, keys } = t.context;
  // Two accounts: together they ask for more changes than one may make in a minute.
  for (const token of ['a.b.wrong', 'a.b.nobody']) keys.state.owners.set(token, newId('account'));
  const [as, other] = [bearer('a.b.wrong'), bearer('a.b.nobody')];
  const fits = { email: 'someone@example.com', role: 'viewer' };
  for (const [json, param] of [
    [{ role: 'viewer' }, 'email'],
    [{ ...fits, email: 'x'.repeat(255) }, 'email'],
    [{ email: fits.email }, 'role'],
    [{ ...fits, role: 'admin' }, 'role'],
    [{ ...fits, name: 7 }, 'name'],
    [{ ...fits, name: 'x'.repeat(121) }, 'name'],
  ] as const)
    t.is(refusedWith(t, await ask(`${url}/v1/users`, { json, ...as }), 400, 'invalid_request')['param'], param);
  for (const id of [`usr_${FOREIGN_ID}`, FOREIGN_ID, 'nonsense', `key_${FOREIGN_ID}`]) {
    const at = `${url}/v1/users/${id}`;
    refusedWith(t, await ask(at, { method: 'PATCH', json: { role: 'viewer' }, ...other }), 404, 'not_found');
    refusedWith(t, await ask(at, { method: 'DELETE', ...other }), 404, 'not_found');
  }
  const wrong = await ask(`${url}/v1/users/${FOREIGN_ID}`, { method: 'PATCH', json: { role: 'root' }, ...as });
  t.is(refusedWith(t, wrong, 400, 'invalid_request')['param'], 'role');
  refusedWith(t, await ask(`${url}/v1/users`), 401, 'unauthorized');
});

test('429 after ten invitations and changes of a role in a minute, by whichever owner of the account; who may not invite takes no place, and nobody has to wait who removes a user', async (t) => {
  const { url, keys } = t.context;
  const accountId = newId('account');
  for (const token of ['a.b.one', 'a.b.two', 'a.b.viewer']) keys.state.owners.set(token, accountId);
  keys.state.withoutRights.add('a.b.viewer');
  const invite = (token: string) =>
    ask(`${url}/v1/users`, { json: { email: address(), role: 'viewer' }, ...bearer(token) });
  t.is(refusedWith(t, await invite('a.b.viewer'), 403, 'forbidden')['reason'], 'role_not_allowed');
  const answers = await Promise.all(Array.from({ length: 9 }, (_, nth) => invite(nth % 2 ? 'a.b.one' : 'a.b.two')));
  t.true(answers.every(({ status }) => status === 201));
  const at = `${url}/v1/users/${answers[0]?.body['id']}`;
  const change = () => ask(at, { method: 'PATCH', json: { role: 'developer' }, ...bearer('a.b.one') });
  t.is((await change()).headers.get('x-ratelimit-remaining-minute'), '0');
  refusedWith(t, await change(), 429, 'rate_limited');
  refusedWith(t, await invite('a.b.one'), 429, 'rate_limited');
  t.is((await ask(at, { method: 'DELETE', ...bearer('a.b.two') })).status, 204);
  const list = await ask(`${url}/v1/users`, bearer('a.b.one'));
  t.is(list.status, 200, 'reads go on');
});
