import type { Refusal } from '@gx/core';
import { uniqueName, until } from '@gx/testkit';
import test from 'ava';
import { decodeJwt } from 'jose';
import { call, fileScope, type KeysClient, merchant, refusalOf, testKeys, userWithRole } from './harness.ts';

const file = fileScope();
const shared = testKeys(file);
test.after.always(file.close);

const NOBODY = '01939b6e-7f4b-7000-8000-000000000000';
const OPERATOR = { operator: 'Rui Canario' };
const address = (): string => `${uniqueName('user')}@example.com`;

const disable = (client: KeysClient, userId: string) => client.disableUser(call, { userId, ...OPERATOR });

test('an added user logs in with the password of the answer, which is kept as a hash alone', async (t) => {
  const { client, database } = await shared;
  const { accountId } = await merchant(client);
  const email = address();
  const { user, password } = await client.addUser(call, { accountId: `acc_${accountId}`, email, role: 'finance' });
  t.like(user, { accountId, email, name: email.split('@')[0], role: 'finance', status: 'active' });
  t.regex(password, /^[A-Za-z0-9_-]{24}$/);
  const { accessToken, account } = await client.login(call, { email: email.toUpperCase(), password });
  t.is(account?.id, accountId);
  t.is(decodeJwt(accessToken)['role'], 'finance');
  const users = database.connection.collection<{ _id: string; passwordHash: string }>('users');
  const stored = await users.findOne({ _id: user?.id ?? '' });
  t.regex(stored?.passwordHash ?? '', /^\$argon2id\$/);
  t.false(JSON.stringify(stored).includes(password));
});

test('a login token says whose it is, with the role of this moment and not of its signing', async (t) => {
  const { client, database } = await shared;
  const { accountId, userId, accessToken } = await merchant(client);
  const owner = await client.readToken(call, { accessToken });
  t.deepEqual({ ...owner }, { accountId, userId, role: 'owner', accountState: 'ACTIVE' });
  const users = database.connection.collection<{ _id: string }>('users');
  await users.updateOne({ _id: userId }, { $set: { role: 'viewer' } });
  t.is((await client.readToken(call, { accessToken })).role, 'viewer');
  t.is((await refusalOf(client.issueKey(call, { accessToken }))).code, 'forbidden');
});

test('a user who was stored before there were roles is an active owner, whom the account keeps', async (t) => {
  const { client, database } = await shared;
  const { userId, accountId, email, password } = await merchant(client);
  const users = database.connection.collection<{ _id: string }>('users');
  await users.updateOne({ _id: userId }, { $unset: { role: 1, status: 1, tokenGeneration: 1, unfiled: 1 } });
  const { accessToken } = await client.login(call, { email, password });
  t.like(await client.readToken(call, { accessToken }), { userId, role: 'owner' });
  t.like((await client.listUsers(call, { accountId })).users, [{ id: userId, role: 'owner', status: 'active' }]);
  t.is((await refusalOf(disable(client, userId))).code, 'unprocessable_entity');
  const second = await userWithRole(client, accountId, 'owner');
  t.is((await disable(client, second.userId)).user?.status, 'disabled');
  t.is((await refusalOf(disable(client, userId))).code, 'unprocessable_entity');
});

/** Decisions, section 11, Rights: what each role may do with a login token. */
const MAY = {
  owner: ['issueKey', 'rotateKey', 'revokeKey', 'listKeys', 'listRequestLogs', 'listAuditEvents'],
  finance: ['listKeys', 'listRequestLogs', 'listAuditEvents'],
  developer: ['issueKey', 'rotateKey', 'revokeKey', 'listKeys', 'listRequestLogs'],
  viewer: ['listKeys'],
} as const;
const RIGHT_OF = { issueKey: 'change_api_keys', rotateKey: 'change_api_keys', revokeKey: 'change_api_keys' } as const;

for (const [role, allowed] of Object.entries(MAY)) {
  test(`a ${role} may ${allowed.join(', ')}, and anything else is forbidden, whatever it is about`, async (t) => {
    const { client } = await shared;
    const { accountId } = await merchant(client);
    const { accessToken } = await userWithRole(client, accountId, role);
    // An id of no key is not found where the role is let in.
    const acts = {
      issueKey: client.issueKey(call, { accessToken }),
      rotateKey: client.rotateKey(call, { accessToken, id: NOBODY }),
      revokeKey: client.revokeKey(call, { accessToken, id: NOBODY }),
      listKeys: client.listKeys(call, { accessToken }),
      listRequestLogs: client.listRequestLogs(call, { accessToken, limit: 1 }),
      listAuditEvents: client.listAuditEvents(call, { accessToken, limit: 1 }),
    };
    for (const [act, outcome] of Object.entries(acts)) {
      const refusal = await outcome.then(
        () => undefined,
        (error: unknown) => error as Refusal,
      );
      if ((allowed as readonly string[]).includes(act)) t.not(refusal?.code, 'forbidden', act);
      else t.like(refusal, { code: 'forbidden', more: { reason: 'role_not_allowed' } }, act);
    }
    const mayChange = (allowed as readonly string[]).includes('issueKey');
    const right = client.readToken(call, { accessToken, right: RIGHT_OF.issueKey });
    if (mayChange) t.is((await right).role, role);
    else t.is((await refusalOf(right)).more.reason, 'role_not_allowed');
    const decides = client.readToken(call, { accessToken, right: 'decide_payouts' });
    if (role === 'owner' || role === 'finance') t.is((await decides).role, role);
    else t.is((await refusalOf(decides)).more.reason, 'role_not_allowed');
    t.is((await client.readToken(call, { accessToken })).role, role, 'who it is may be read of any');
    await client.logout(call, { accessToken });
  });
}

test('a token that is not good is unauthorized, whatever it is to be used for; a right that nobody has is invalid', async (t) => {
  const { client } = await shared;
  const { accessToken } = await merchant(client);
  const forged = `${accessToken.slice(0, -4)}AAAA`;
  t.is((await refusalOf(client.readToken(call, { accessToken: forged, right: 'list_api_keys' }))).code, 'unauthorized');
  for (const right of ['', 'owner', 'constructor']) {
    t.like(await refusalOf(client.readToken(call, { accessToken, right })), {
      code: 'invalid_request',
      more: { param: 'right' },
    });
  }
});

test('every problem of a new user is named at once; an account that nobody has is not found', async (t) => {
  const { client } = await shared;
  const { accountId } = await merchant(client);
  const wrong = await refusalOf(client.addUser(call, { accountId, email: 'canary', role: 'admin', name: ' ' }));
  t.deepEqual(
    wrong.more.details?.map(({ param }) => param),
    ['email', 'role', 'name'],
  );
  const known = { email: address(), role: 'viewer' };
  t.is((await refusalOf(client.addUser(call, { ...known, accountId, operator: ' ' }))).more.param, 'operator');
  for (const nobody of [NOBODY, 'acc_1', '']) {
    t.is((await refusalOf(client.addUser(call, { ...known, accountId: nobody }))).code, 'not_found');
    t.is((await refusalOf(client.listUsers(call, { accountId: nobody }))).code, 'not_found');
  }
  for (const nobody of [NOBODY, 'usr_1', '']) t.is((await refusalOf(disable(client, nobody))).code, 'not_found');
});

test('an address is one user: a second one of any account is refused, also of many at once', async (t) => {
  const { client, replica, database } = await shared;
  const other = await replica();
  const [first, second] = [await merchant(client), await merchant(client)];
  const taken = await refusalOf(
    client.addUser(call, { accountId: second.accountId, email: first.email, role: 'viewer' }),
  );
  t.like(taken, { code: 'invalid_request', more: { param: 'email' } });
  t.notRegex(taken.message, /@/);
  const email = address();
  const results = await Promise.allSettled(
    Array.from({ length: 6 }, (_, index) =>
      (index % 2 === 0 ? client : other.client).addUser(call, {
        accountId: (index % 3 === 0 ? first : second).accountId,
        email,
        role: 'viewer',
      }),
    ),
  );
  t.is(results.filter(({ status }) => status === 'fulfilled').length, 1);
  t.is(await database.connection.collection('users').countDocuments({ emailKey: email.toLowerCase() }), 1);
});

test('the users of an account are listed in the order of their creation, and nobody else’s', async (t) => {
  const { client } = await shared;
  const [owner] = [await merchant(client), await merchant(client)];
  const added = await userWithRole(client, owner.accountId, 'viewer');
  await disable(client, added.userId);
  const { users, total } = await client.listUsers(call, { accountId: owner.accountId });
  t.is(total, 2);
  t.like(users, [
    { id: owner.userId, email: owner.email, name: 'Ana', role: 'owner', status: 'active' },
    { id: added.userId, email: added.email, role: 'viewer', status: 'disabled' },
  ]);
  const one = await client.listUsers(call, { accountId: owner.accountId, limit: 1 });
  t.like(one, { total: 2, users: { length: 1, 0: { id: owner.userId } } });
});

test('a disabled user is answered like an unknown one, and all its tokens end on every replica; another’s go on', async (t) => {
  const { client, replica, database } = await shared;
  const other = await replica();
  const owner = await merchant(client);
  const user = await userWithRole(client, owner.accountId, 'developer');
  const second = await other.client.login(call, user);
  const key = await client.issueKey(call, user);
  t.like(await disable(client, user.userId), { wasDisabled: false, user: { id: user.userId, status: 'disabled' } });

  const unknown = await refusalOf(client.login(call, { email: address(), password: user.password }));
  for (const at of [client, other.client]) {
    const refusal = await refusalOf(at.login(call, user));
    t.deepEqual([refusal.code, refusal.message], [unknown.code, unknown.message]);
    for (const { accessToken } of [user, second]) {
      const acts = [at.readToken, at.issueKey, at.listKeys, at.logout].map((act) =>
        refusalOf(act(call, { accessToken })),
      );
      t.deepEqual(
        (await Promise.all(acts)).map(({ code }) => code),
        Array(4).fill('unauthorized'),
      );
    }
    t.is((await at.readToken(call, owner)).userId, owner.userId);
  }
  t.is((await client.resolveKey(call, key)).issuerUserId, user.userId, 'its key stays');
  // So that a replica of the version before, which knows no status, lets nobody in either.
  const users = database.connection.collection<{ _id: string }>('users');
  t.false('passwordHash' in ((await users.findOne({ _id: user.userId })) ?? {}));
  t.like(await disable(other.client, user.userId), { wasDisabled: true, user: { status: 'disabled' } });
});

test.serial('a login of a disabled user costs the work of an unknown one’s', async (t) => {
  const { client } = await shared;
  const owner = await merchant(client);
  const user = await userWithRole(client, owner.accountId, 'viewer');
  await disable(client, user.userId);
  const workOf = async (email: string): Promise<number> => {
    const before = process.cpuUsage();
    t.is((await refusalOf(client.login(call, { email, password: user.password }))).code, 'unauthorized');
    const { user: own, system } = process.cpuUsage(before);
    return own + system;
  };
  const work = { disabled: 0, unknown: 0 };
  await workOf(user.email);
  for (let round = 0; round < 10; round += 1) {
    work.disabled += await workOf(user.email);
    work.unknown += await workOf('nobody@example.com');
  }
  const ratio = work.unknown / work.disabled;
  t.true(ratio > 0.6 && ratio < 1.6, `unknown over disabled: ${ratio}`);
});

test('the last active owner stays: owners who are disabled and users of other roles do not count', async (t) => {
  const { client } = await shared;
  const owner = await merchant(client);
  const [second, finance] = [
    await userWithRole(client, owner.accountId, 'owner'),
    await userWithRole(client, owner.accountId, 'finance'),
  ];
  await disable(client, second.userId);
  const refusal = await refusalOf(disable(client, owner.userId));
  t.like(refusal, { code: 'unprocessable_entity', more: { param: 'user_id' } });
  t.is((await client.readToken(call, owner)).role, 'owner', 'nothing has changed');
  t.is((await disable(client, finance.userId)).user?.status, 'disabled');
});

test('a disabled user who is added again is the same one: with a new password and role, and without the tokens of before', async (t) => {
  const { client } = await shared;
  const [owner, stranger] = [await merchant(client), await merchant(client)];
  const { accountId } = owner;
  const user = await userWithRole(client, accountId, 'owner');
  const again = { accountId, email: user.email.toUpperCase(), role: 'finance', name: 'Ana Again' };
  t.is((await refusalOf(client.addUser(call, again))).more.param, 'email', 'not while active');
  await disable(client, user.userId);
  const elsewhere = client.addUser(call, { ...again, accountId: stranger.accountId });
  t.is((await refusalOf(elsewhere)).more.param, 'email', 'nor in another account');
  const [added, ...others] = await Promise.allSettled([1, 2, 3].map(() => client.addUser(call, again))).then((all) =>
    all.toSorted((a, b) => a.status.localeCompare(b.status)),
  );
  t.deepEqual([added?.status, ...others.map(({ status }) => status)], ['fulfilled', 'rejected', 'rejected']);
  if (added?.status !== 'fulfilled') return;
  const { user: back, password } = added.value;
  t.like(back, { id: user.userId, role: 'finance', name: 'Ana Again', status: 'active' });
  t.is((await refusalOf(client.login(call, user))).code, 'unauthorized', 'the old password');
  const { accessToken } = await client.login(call, { email: user.email, password });
  t.like(await client.readToken(call, { accessToken }), { userId: user.userId, role: 'finance' });
  t.is((await refusalOf(client.readToken(call, user))).code, 'unauthorized', 'the old token');
  await disable(client, user.userId);
  t.is((await refusalOf(client.readToken(call, { accessToken }))).code, 'unauthorized');
});

test('every act on a user is an audit event of its account: who, before and after, and nothing personal or secret', async (t) => {
  const { client, database } = await shared;
  const owner = await merchant(client);
  const { accessToken, accountId } = owner;
  const added = await client.addUser(call, { accountId, email: address(), role: 'viewer', ...OPERATOR });
  const userId = added.user?.id ?? '';
  await disable(client, userId);
  await disable(client, userId);
  await refusalOf(disable(client, owner.userId));
  const collection = database.connection.collection('audit_chain');
  const filed = await until('both events are filed', async () => {
    const found = await collection.find({ accountId }).sort({ at: 1, _id: 1 }).toArray();
    return found.length >= 2 && found;
  });
  t.like(filed, { length: 2, 0: { actorId: 'ops', ...OPERATOR }, 1: { actorId: 'ops', ...OPERATOR } });
  for (const secret of [added.password, '@', '$argon2id']) t.false(JSON.stringify(filed).includes(secret), secret);

  const { events } = await client.listAuditEvents(call, { accessToken, limit: 10 });
  const common = { livemode: true, actorProgram: 'ops', userId, keyId: '', fingerprint: '' };
  t.like(events, {
    length: 2,
    0: { ...common, action: 'user.disabled', changes: [{ field: 'status', before: 'active', after: 'disabled' }] },
    1: {
      ...common,
      action: 'user.added',
      changes: [
        { field: 'role', after: 'viewer' },
        { field: 'status', after: 'active' },
      ],
    },
  });
  t.false(JSON.stringify(events).includes('Canario'), 'a merchant does not read which operator it was');
  const users = database.connection.collection<{ _id: string; unfiled: unknown[] }>('users');
  await until('nothing waits', async () => (await users.findOne({ _id: userId }))?.unfiled.length === 0);
  t.is((await client.listAuditEvents(call, { accessToken, limit: 10, fingerprint: 'a'.repeat(64) })).events.length, 0);
});
