import { type AuthenticatorApp, authenticatorApp, uniqueName, until } from '@gx/testkit';
import type { ExecutionContext } from 'ava';
import { type Colleague, logIn, openColleague, setApproval, type UserRole } from '../colleagues.ts';
import { type Merchant, type MerchantResponse, merchant } from '../merchant.ts';
import { operator } from '../operator.ts';
import { payOut, sell, toKey, untilPayout } from '../payout.ts';
import { openShop } from '../shop.ts';
import { type Context, test } from './one-product.ts';

type Guarded = Colleague & { readonly email: string; readonly password: string; readonly app: AuthenticatorApp };
type Act = { readonly method: Parameters<Merchant['send']>[0]; readonly path: string; readonly body?: object };

/**
 * An account of users with a second factor, each of whose apps has shown the code of the present step. One
 * more is left to each: that of the next step, which counts now and then.
 */
async function openGuardedShop(t: ExecutionContext<Context>) {
  const { stack, sink } = t.context;
  const shop = await openShop(stack, sink);
  const client = merchant(stack.gateway, '');
  const act = ({ accessToken }: Colleague, { method, path, body }: Act, totp?: string): Promise<MerchantResponse> =>
    client.send(method, path, {
      headers: { authorization: `Bearer ${accessToken}`, ...(totp === undefined ? {} : { 'x-totp': totp }) },
      ...(body === undefined ? {} : { body }),
    });
  const guarded = async (role: UserRole): Promise<Guarded> => {
    const user = await openColleague(stack, shop.login.accountId, role);
    const { body } = await act(user, { method: 'POST', path: '/v1/auth/totp' });
    const app = authenticatorApp(String(body['secret']));
    const code = app.code(new Date());
    const confirmed = await act(user, { method: 'POST', path: '/v1/auth/totp/confirm', body: { code } });
    t.is(confirmed.status, 204);
    t.is(
      (await act(user, ISSUE, code)).body.error.reason,
      MAY_ISSUE.includes(role) ? 'totp_required' : 'role_not_allowed',
    );
    return { ...user, app };
  };
  const login = ({ email, password }: Guarded, totp?: string): Promise<MerchantResponse> =>
    client.send('POST', '/v1/auth/login', { body: { email, password, ...(totp === undefined ? {} : { totp }) } });
  return { stack, shop, act, guarded, login };
}
const MAY_ISSUE: readonly UserRole[] = ['owner', 'developer'];
const ISSUE: Act = { method: 'POST', path: '/v1/api-keys', body: { test: false } };
const soon = ({ app }: Guarded): string => app.code(new Date(), 1);

function isRefused(t: ExecutionContext, { status, body }: MerchantResponse, expected: 401 | 403): void {
  const code = expected === 401 ? 'unauthorized' : 'forbidden';
  t.deepEqual([status, body.error?.code, body.error?.reason], [expected, code, 'totp_required']);
}

test.serial(
  'a login takes a code once that was confirmed, says so by the right password alone, and takes each once',
  async (t) => {
    const { guarded, login, act, stack, shop } = await openGuardedShop(t);
    const user = await guarded('viewer');
    isRefused(t, await login(user), 401);
    isRefused(t, await login(user, user.app.wrongCode(new Date())), 401);
    t.is((await login(user, '12345')).body.error.param, 'totp');
    const stranger = await login({ ...user, password: 'a wrong one' }, soon(user));
    t.deepEqual([stranger.status, stranger.body.error.reason], [401, undefined]);
    const code = soon(user);
    const opened = await login(user, code);
    t.is(opened.status, 200);
    isRefused(t, await login(user, code), 401);
    for (const { accessToken } of [user, { accessToken: String(opened.body['accessToken']) }])
      t.is((await act({ userId: '', accessToken }, { method: 'GET', path: '/v1/api-keys' })).status, 200);
    t.truthy((await logIn(stack, shop.login)).accessToken, 'another user of the account needs none');
  },
);

test.serial('a live key is issued, rotated and revoked by a code, a test key without', async (t) => {
  const { guarded, act } = await openGuardedShop(t);
  const made: string[] = [];
  for (const one of [1, 2, 3]) {
    const user = await guarded('developer');
    const acts: readonly Act[] = [
      ISSUE,
      { method: 'POST', path: `/v1/api-keys/${made[0]}/rotate`, body: {} },
      { method: 'DELETE', path: `/v1/api-keys/${made[1]}` },
    ];
    const next = acts[one - 1] as Act;
    isRefused(t, await act(user, next), 403);
    isRefused(t, await act(user, next, user.app.wrongCode(new Date())), 403);
    const done = await act(user, next, soon(user));
    t.true(done.status < 300, JSON.stringify(done.body));
    made.push(String(done.body.id));
    t.is((await act(user, { ...ISSUE, body: { test: true } })).status, 201);
  }
});

test.serial('a payout is approved and rejected by a code of its approver', async (t) => {
  const { shop, stack, guarded, act } = await openGuardedShop(t);
  await sell(shop, 5_000);
  await setApproval(stack, shop.login.accountId, 'required');
  for (const [verdict, status] of [
    ['approve', 'paid'],
    ['reject', 'failed'],
  ] as const) {
    const { body } = await payOut(shop, toKey(`${uniqueName(verdict)}@example.com`));
    const approver = await guarded('finance');
    const decide: Act = { method: 'POST', path: `/v1/payouts/${body.id}/${verdict}` };
    isRefused(t, await act(approver, decide), 403);
    isRefused(t, await act(approver, decide, approver.app.wrongCode(new Date())), 403);
    t.is((await act(approver, decide, soon(approver))).status, 200);
    await untilPayout(shop, body.id, status);
  }
});

test.serial('users are invited, changed and removed by a code, and the factor is removed by one', async (t) => {
  const { shop, stack, guarded, act, login } = await openGuardedShop(t);
  const { userId } = await openColleague(stack, shop.login.accountId, 'viewer');
  const acts: readonly Act[] = [
    { method: 'POST', path: '/v1/users', body: { email: `${uniqueName('rui')}@example.com`, role: 'viewer' } },
    { method: 'PATCH', path: `/v1/users/${userId}`, body: { role: 'developer' } },
    { method: 'DELETE', path: `/v1/users/${userId}` },
    { method: 'DELETE', path: '/v1/auth/totp' },
  ];
  for (const next of acts) {
    const owner = await guarded('owner');
    isRefused(t, await act(owner, next), 403);
    isRefused(t, await act(owner, next, owner.app.wrongCode(new Date())), 403);
    const done = await act(owner, next, soon(owner));
    t.true(done.status < 300, JSON.stringify(done.body));
    if (next.path === '/v1/auth/totp') t.is((await login(owner)).status, 200);
  }
});

test.serial(
  'an operator removes the factor of a user who has lost it, and the account reads who did what',
  async (t) => {
    const { shop, stack, guarded, act, login } = await openGuardedShop(t);
    const user = await guarded('owner');
    const { code, out } = await operator(
      stack,
      'user',
      'remove-totp',
      user.userId,
      '--by',
      'Eva',
      '--reason',
      'lost phone',
    );
    t.is(code, 0, out);
    t.is((await act(user, { method: 'GET', path: '/v1/users' })).status, 401, 'its tokens end');
    const { status, body } = await login(user);
    t.is(status, 200);
    const session = { userId: user.userId, accessToken: String(body['accessToken']) };
    t.is((await act(session, ISSUE)).status, 201);
    const reader = await logIn(stack, shop.login);
    const removal = await until('the removal is filed', async () => {
      const { body: audit } = await act(reader, { method: 'GET', path: '/v1/audit-events?limit=20' });
      return (audit['data'] as { action: string }[]).find(({ action }) => action === 'user.totp_removed');
    });
    t.like(removal, { userId: user.userId, changes: [] } as object);
    for (const kept of ['Eva', 'lost phone']) t.false(JSON.stringify(removal).includes(kept), 'for us alone');
  },
);
