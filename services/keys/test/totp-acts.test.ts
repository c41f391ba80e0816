import { randomUUID } from 'node:crypto';
import test from 'ava';
import {
  call,
  fileScope,
  type KeyOwner,
  type KeysClient,
  merchant,
  refusalOf,
  testKeys,
  userWithRole,
} from './harness.ts';
import { AT_LOGIN, REFUSED, startUser, withTotp } from './totp-user.ts';

const file = fileScope();
const shared = testKeys(file);
test.after.always(file.close);
const start = async () => startUser(await shared);

/** Makes a live key, a test key or a user for the act to be on, and answers the act. */
type MakeAct = (client: KeysClient, owner: KeyOwner) => Promise<(totp?: string) => Promise<unknown>>;
const GUARDED: Readonly<Record<string, MakeAct>> = {
  'an issue of a live key':
    async (client, { accessToken }) =>
    (totp) =>
      client.issueKey(call, { accessToken, ...given(totp) }),
  'a rotation of a live key': async (client, { accessToken }) => {
    const { id } = await client.issueKey(call, { accessToken });
    return (totp) => client.rotateKey(call, { accessToken, id, ...given(totp) });
  },
  'a revocation of a live key': async (client, { accessToken }) => {
    const { id } = await client.issueKey(call, { accessToken });
    return (totp) => client.revokeKey(call, { accessToken, id, ...given(totp) });
  },
  'a decision about a payout':
    async (client, { accessToken }) =>
    (totp) =>
      client.readToken(call, { accessToken, right: 'decide_payouts', guarded: true, ...given(totp) }),
  'an invitation':
    async (client, { accessToken }) =>
    (totp) =>
      client.inviteUser(call, { accessToken, email: `${randomUUID()}@example.com`, role: 'viewer', ...given(totp) }),
  'a change of a role': async (client, { accessToken, accountId }) => {
    const { userId } = await userWithRole(client, accountId, 'viewer');
    return (totp) => client.changeUserRole(call, { accessToken, userId, role: 'finance', ...given(totp) });
  },
  'a removal of a user': async (client, { accessToken, accountId }) => {
    const { userId } = await userWithRole(client, accountId, 'viewer');
    return (totp) => client.removeUser(call, { accessToken, userId, ...given(totp) });
  },
  'the removal of the factor':
    async (client, { accessToken }) =>
    (totp) =>
      client.removeTotp(call, { accessToken, ...given(totp) }),
};
const given = (totp: string | undefined) => (totp === undefined ? {} : { totp });

for (const [what, make] of Object.entries(GUARDED)) {
  test(`${what} takes a right code, which counts nowhere else afterwards`, async (t) => {
    const { client, clock, owner } = await start();
    const act = await make(client, owner);
    const app = await withTotp(client, clock, owner);
    clock.pass(1);
    const code = app.code(clock.now());
    for (const totp of [undefined, app.wrongCode(clock.now()), app.code(clock.now(), -1), app.code(clock.now(), -2)])
      t.like(await refusalOf(act(totp)), REFUSED, String(totp));
    await t.notThrowsAsync(act(code));
    if (what === 'the removal of the factor') return;
    t.like(await refusalOf(client.issueKey(call, { ...owner, totp: code })), REFUSED);
    t.like(await refusalOf(client.login(call, { ...owner, totp: code })), AT_LOGIN);
    await t.notThrowsAsync(client.issueKey(call, { ...owner, totp: app.code(clock.now(), 1) }));
  });
  test(`${what} takes no code of a user without a factor`, async (t) => {
    const { client, owner } = await start();
    const [bare, coded] = [await make(client, owner), await make(client, owner)];
    await t.notThrowsAsync(bare());
    await t.notThrowsAsync(coded('123456'));
  });
}

test('reads, test keys, a change of the password, logouts and another user take no code', async (t) => {
  const { client, clock, owner } = await start();
  const colleague = await userWithRole(client, owner.accountId, 'developer');
  await withTotp(client, clock, owner);
  const { accessToken, password } = owner;
  t.like(await client.readToken(call, { accessToken, right: 'manage_users' }), { userId: owner.userId });
  t.is((await client.listOwnUsers(call, { accessToken })).users.length, 2);
  t.truthy((await client.listKeys(call, { accessToken })).keys);
  const { id } = await client.issueKey(call, { accessToken, test: true });
  const rotated = await client.rotateKey(call, { accessToken, id });
  await client.revokeKey(call, { accessToken, id: rotated.id });
  t.truthy((await client.issueKey(call, colleague)).apiKey);
  await client.changePassword(call, { accessToken, currentPassword: password, newPassword: `${password}!` });
  t.like(await refusalOf(client.login(call, { ...owner, password: `${password}!` })), AT_LOGIN, 'it is in force still');
});

test('a key that is nobody’s, and a role without the right, are answered as of a user without a factor, and use no code up', async (t) => {
  const { client, clock, owner } = await start();
  const [stranger, viewer] = [await merchant(client), await userWithRole(client, owner.accountId, 'viewer')];
  const foreign = await client.issueKey(call, stranger);
  const apps = [await withTotp(client, clock, owner), await withTotp(client, clock, viewer)] as const;
  clock.pass(1);
  const [code, viewers] = apps.map((app) => app.code(clock.now()));
  for (const id of [foreign.id, 'nonsense', owner.userId])
    for (const act of [client.rotateKey, client.revokeKey])
      t.is((await refusalOf(act(call, { ...owner, id, totp: code ?? '' }))).code, 'not_found');
  t.like(await refusalOf(client.issueKey(call, { ...viewer, totp: viewers ?? '' })), {
    more: { reason: 'role_not_allowed' },
  });
  for (const user of [owner, viewer])
    t.truthy((await client.login(call, { ...user, totp: (user === owner ? code : viewers) ?? '' })).accessToken);
});
