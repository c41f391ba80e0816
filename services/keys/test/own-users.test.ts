import type { Refusal } from '@gx/core';
import { uniqueName, until } from '@gx/testkit';
import test from 'ava';
import { call, fileScope, merchant, refusalOf, testKeys, userWithRole } from './harness.ts';

const file = fileScope();
const shared = testKeys(file);
test.after.always(file.close);

const NOBODY = '01939b6e-7f4b-7000-8000-000000000000';
const address = (): string => `${uniqueName('own')}@example.com`;

test('an invited user is listed at once, is nobody who logs in, and takes other roles', async (t) => {
  const { client } = await shared;
  const { accessToken, accountId, userId } = await merchant(client);
  const email = address();
  const invited = await client.inviteUser(call, { accessToken, email, role: 'finance' });
  t.like(invited, { accountId, email, name: email.split('@')[0], role: 'finance', status: 'invited' });
  t.is((await refusalOf(client.login(call, { email, password: '' }))).code, 'unauthorized');
  const changed = await client.changeUserRole(call, { accessToken, userId: invited.id, role: 'viewer' });
  t.like(changed, { id: invited.id, role: 'viewer', status: 'invited' });
  t.like((await client.listOwnUsers(call, { accessToken })).users, [
    { id: userId, role: 'owner', status: 'active' },
    { id: invited.id, email, role: 'viewer', status: 'invited', createdAtMs: invited.createdAtMs },
  ]);
});

for (const role of ['finance', 'developer', 'viewer'])
  test(`a ${role} may neither list nor change users, of any account`, async (t) => {
    const { client } = await shared;
    const { accountId, userId } = await merchant(client);
    const { accessToken } = await userWithRole(client, accountId, role);
    const acts = [
      client.listOwnUsers(call, { accessToken }),
      client.inviteUser(call, { accessToken, email: '', role: '' }),
      client.changeUserRole(call, { accessToken, userId: NOBODY, role: 'viewer' }),
      client.changeUserRole(call, { accessToken, userId, role: 'viewer' }),
      client.removeUser(call, { accessToken, userId: NOBODY }),
      client.removeUser(call, { accessToken, userId }),
      client.readToken(call, { accessToken, right: 'manage_users' }),
    ];
    for (const act of acts) t.like(await refusalOf(act), { code: 'forbidden', more: { reason: 'role_not_allowed' } });
  });

test('an e-mail that is a user already, of whatever account and state, is refused by its name; a disabled one comes back', async (t) => {
  const { client } = await shared;
  const [owner, stranger] = [await merchant(client), await merchant(client)];
  const { accessToken, accountId } = owner;
  const invited = await client.inviteUser(call, { accessToken, email: address(), role: 'viewer' });
  const gone = await userWithRole(client, accountId, 'finance');
  await client.removeUser(call, { accessToken, userId: gone.userId });
  const invite = (email: string, by = accessToken) =>
    client.inviteUser(call, { accessToken: by, email, role: 'viewer' });
  for (const refused of [
    invite(owner.email.toUpperCase()),
    invite(stranger.email),
    invite(invited.email),
    invite(invited.email, stranger.accessToken),
    invite(gone.email, stranger.accessToken),
  ]) {
    const refusal = await refusalOf(refused);
    t.like(refusal, { code: 'unprocessable_entity', more: { param: 'email' } });
    t.notRegex(refusal.message, /@/);
  }
  const wrong = await refusalOf(client.inviteUser(call, { accessToken, email: 'canary', role: 'admin', name: ' ' }));
  t.deepEqual(
    wrong.more.details?.map(({ param }) => param),
    ['email', 'role', 'name'],
  );
  t.like(await invite(gone.email), { id: gone.userId, role: 'viewer', status: 'invited' });
  t.is((await refusalOf(client.readToken(call, gone))).code, 'unauthorized', 'the old token');
});

test('of invitations of one address at once, by two accounts on two replicas, one is made', async (t) => {
  const { client, replica, database } = await shared;
  const other = await replica();
  const [one, two] = [await merchant(client), await merchant(client)];
  const email = address();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, (_, nth) =>
      (nth % 2 === 0 ? client : other.client).inviteUser(call, {
        accessToken: (nth % 3 === 0 ? one : two).accessToken,
        email,
        role: 'viewer',
      }),
    ),
  );
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Refusal).code] : []));
  t.deepEqual(refused, Array(5).fill('unprocessable_entity'));
  t.is(await database.connection.collection('users').countDocuments({ emailKey: email }), 1);
});

test('an invitation that is taken away is gone, and the address is free for any account', async (t) => {
  const { client, database } = await shared;
  const [owner, stranger] = [await merchant(client), await merchant(client)];
  const email = address();
  const invited = await client.inviteUser(call, { ...owner, email, role: 'owner', name: 'Canary Name' });
  const target = { accessToken: owner.accessToken, userId: invited.id };
  await client.removeUser(call, target);
  t.is((await refusalOf(client.removeUser(call, target))).code, 'not_found');
  t.is((await refusalOf(client.changeUserRole(call, { ...target, role: 'viewer' }))).code, 'not_found');
  t.is((await client.listOwnUsers(call, owner)).users.length, 1);
  t.is((await client.listUsers(call, { accountId: owner.accountId })).total, 1);
  const users = database.connection.collection<{ _id: string }>('users');
  t.notRegex(JSON.stringify(await users.findOne({ _id: invited.id })), /Canary|@/);
  const elsewhere = await client.inviteUser(call, { accessToken: stranger.accessToken, email, role: 'viewer' });
  t.not(elsewhere.id, invited.id);
});

test('an active user who is removed is disabled, and its tokens end on every replica; again it changes nothing', async (t) => {
  const { client, replica } = await shared;
  const other = await replica();
  const owner = await merchant(client);
  const user = await userWithRole(client, owner.accountId, 'developer');
  const target = { accessToken: owner.accessToken, userId: user.userId };
  await client.removeUser(call, target);
  for (const at of [client, other.client]) {
    t.is((await refusalOf(at.readToken(call, user))).code, 'unauthorized');
    t.is((await refusalOf(at.login(call, user))).code, 'unauthorized');
  }
  await client.removeUser(call, target);
  t.like((await client.listOwnUsers(call, owner)).users, [
    { id: owner.userId, status: 'active' },
    { id: user.userId, status: 'disabled' },
  ]);
  const change = client.changeUserRole(call, { ...target, role: 'viewer' });
  t.is((await refusalOf(change)).code, 'unprocessable_entity');
});

test('another role counts from the next call on, for tokens of before too', async (t) => {
  const { client, replica } = await shared;
  const other = await replica();
  const owner = await merchant(client);
  const user = await userWithRole(client, owner.accountId, 'viewer');
  const { accessToken } = owner;
  t.is((await client.changeUserRole(call, { accessToken, userId: user.userId, role: 'developer' })).role, 'developer');
  t.truthy((await other.client.issueKey(call, user)).apiKey);
  await client.changeUserRole(call, { accessToken, userId: user.userId, role: 'viewer' });
  t.is((await refusalOf(other.client.issueKey(call, user))).more.reason, 'role_not_allowed');
});

test('an account keeps an active owner: the last one is neither removed nor of another role, with another it is both', async (t) => {
  const { client } = await shared;
  const owner = await merchant(client);
  const { accessToken, userId, accountId } = owner;
  // Who was only invited is no owner to count on.
  await client.inviteUser(call, { accessToken, email: address(), role: 'owner' });
  const demote = (by: string, whom: string) =>
    client.changeUserRole(call, { accessToken: by, userId: whom, role: 'finance' });
  t.like(await refusalOf(demote(accessToken, userId)), { code: 'unprocessable_entity', more: { param: 'role' } });
  t.is((await refusalOf(client.removeUser(call, { accessToken, userId }))).code, 'unprocessable_entity');
  t.is((await client.changeUserRole(call, { accessToken, userId, role: 'owner' })).role, 'owner');

  const second = await userWithRole(client, accountId, 'owner');
  t.is((await demote(second.accessToken, userId)).role, 'finance');
  t.is((await refusalOf(demote(second.accessToken, second.userId))).code, 'unprocessable_entity');
  // who was an owner once and is one again counts like the others.
  await client.changeUserRole(call, { accessToken: second.accessToken, userId, role: 'owner' });
  t.is((await demote(second.accessToken, second.userId)).role, 'finance');
  t.is((await refusalOf(demote(accessToken, userId))).code, 'unprocessable_entity');
});

test('users of another account are answered like nobody', async (t) => {
  const { client } = await shared;
  const [owner, stranger] = [await merchant(client), await merchant(client)];
  const { accessToken } = stranger;
  const acts = (userId: string) => [
    client.changeUserRole(call, { accessToken, userId, role: 'viewer' }),
    client.removeUser(call, { accessToken, userId }),
  ];
  const refusals = await Promise.all([owner.userId, NOBODY, 'usr_1', ''].flatMap(acts).map(refusalOf));
  t.deepEqual([...new Set(refusals.map(({ code, message }) => `${code} ${message}`))].length, 1);
  t.is(refusals[0]?.code, 'not_found');
});

test('an operator lets in who was invited, and disables who was invited and is gone then', async (t) => {
  const { client } = await shared;
  const { accessToken, accountId } = await merchant(client);
  const [first, second] = [
    await client.inviteUser(call, { accessToken, email: address(), role: 'viewer' }),
    await client.inviteUser(call, { accessToken, email: address(), role: 'viewer' }),
  ];
  const { user, password } = await client.addUser(call, { accountId, email: first.email, role: 'finance' });
  t.like(user, { id: first.id, role: 'finance', status: 'active' });
  t.truthy((await client.login(call, { email: first.email, password })).accessToken);
  await client.disableUser(call, { userId: second.id, operator: 'Rui' });
  t.is((await refusalOf(client.disableUser(call, { userId: second.id, operator: 'Rui' }))).code, 'not_found');
});

test('every act on users is an audit event by the owner, before and after, and nothing personal', async (t) => {
  const { client, database } = await shared;
  const { accessToken, accountId, userId: actorId } = await merchant(client);
  const invited = await client.inviteUser(call, { accessToken, email: address(), role: 'viewer', name: 'Canary' });
  const target = { accessToken, userId: invited.id };
  await client.changeUserRole(call, { ...target, role: 'finance' });
  await client.removeUser(call, target);
  const collection = database.connection.collection('audit_events');
  const filed = await until('all are filed', async () => {
    const found = await collection.find({ accountId }).sort({ at: 1, _id: 1 }).toArray();
    return found.length === 3 && found;
  });
  const common = { actorId, userId: invited.id };
  t.like(filed, {
    0: { ...common, action: 'user.invited' },
    1: { ...common, action: 'user.role_changed', changes: [{ field: 'role', before: 'viewer', after: 'finance' }] },
    2: { ...common, action: 'user.removed', changes: [{ field: 'status', before: 'invited', after: 'removed' }] },
  });
  t.notRegex(JSON.stringify(filed), /Canary|@/);
});

test('an owner who stops being one again and again leaves one trace in the account', async (t) => {
  const { client, database } = await shared;
  const { accessToken, accountId } = await merchant(client);
  const other = await userWithRole(client, accountId, 'owner');
  for (let nth = 0; nth < 3; nth += 1)
    for (const role of ['developer', 'owner'])
      await client.changeUserRole(call, { accessToken, userId: other.userId, role });
  const account = await database.connection.collection('accounts').findOne({ _id: accountId as never });
  t.deepEqual((account?.['leavingOwners'] as string[] | undefined)?.length, 1);
});
