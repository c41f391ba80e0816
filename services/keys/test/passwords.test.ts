import { randomBytes } from 'node:crypto';
import { until } from '@gx/testkit';
import test from 'ava';
import { call, fileScope, type KeyOwner, type KeysClient, merchant, refusalOf, testKeys } from './harness.ts';

const file = fileScope();
const shared = testKeys(file);
test.after.always(file.close);

const newPassword = (): string => randomBytes(12).toString('base64url');
const change = (client: KeysClient, owner: KeyOwner, more: object = {}) =>
  client.changePassword(call, {
    accessToken: owner.accessToken,
    currentPassword: owner.password,
    newPassword: newPassword(),
    ...more,
  });
const isGood = (client: KeysClient, accessToken: string): Promise<boolean> =>
  client.readToken(call, { accessToken }).then(
    () => true,
    () => false,
  );

test('a changed password is the only one that logs in, and all tokens of before end on every replica; another user’s go on', async (t) => {
  const { client, replica } = await shared;
  const other = await replica();
  const [owner, neighbour] = [await merchant(client), await merchant(client)];
  const second = await other.client.login(call, owner);
  const next = newPassword();
  await change(client, owner, { newPassword: next });
  for (const at of [client, other.client]) {
    for (const { accessToken } of [owner, second])
      t.is((await refusalOf(at.listKeys(call, { accessToken }))).code, 'unauthorized');
    t.is((await refusalOf(at.login(call, owner))).code, 'unauthorized', 'the old password');
    t.true(await isGood(at, neighbour.accessToken));
  }
  const { accessToken } = await other.client.login(call, { email: owner.email, password: next });
  t.true(await isGood(client, accessToken));
});

test('a wrong current password is refused by its name, and changes nothing; a token that is not good comes first', async (t) => {
  const { client } = await shared;
  const owner = await merchant(client);
  t.like(await refusalOf(change(client, owner, { currentPassword: `${owner.password}!` })), {
    code: 'unprocessable_entity',
    more: { param: 'currentPassword' },
  });
  t.true(await isGood(client, owner.accessToken));
  t.truthy((await client.login(call, owner)).accessToken);
  const forged = `${owner.accessToken.slice(0, -4)}AAAA`;
  t.is((await refusalOf(change(client, owner, { accessToken: forged, newPassword: '' }))).code, 'unauthorized');
});

for (const [what, password] of [
  ['seven characters', 'ábcdefg'],
  ['257 characters', 'a'.repeat(257)],
] as const)
  test(`a new password of ${what} is refused by its name, and changes nothing`, async (t) => {
    const { client } = await shared;
    const owner = await merchant(client);
    t.like(await refusalOf(change(client, owner, { newPassword: password })), {
      code: 'invalid_request',
      more: { param: 'newPassword' },
    });
    t.true(await isGood(client, owner.accessToken));
  });

for (const password of ['ação 🎉 x', 'a'.repeat(256)])
  test(`a new password of ${[...password].length} characters of any kind logs in`, async (t) => {
    const { client } = await shared;
    const owner = await merchant(client);
    await change(client, owner, { newPassword: password });
    t.truthy((await client.login(call, { email: owner.email, password })).accessToken);
  });

// Counted in time on the processor, as for logins.
test.serial('a wrong current password costs the work of a right one', async (t) => {
  const { client } = await shared;
  const owner = await merchant(client);
  const workOf = async (act: () => Promise<unknown>): Promise<number> => {
    const before = process.cpuUsage();
    await act();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const work = { right: 0, wrong: 0 };
  let { password, accessToken } = owner;
  for (let round = 0; round < 10; round += 1) {
    const next = newPassword();
    work.wrong += await workOf(() => refusalOf(change(client, owner, { accessToken, currentPassword: 'wrong one' })));
    const currentPassword = password;
    work.right += await workOf(() => change(client, owner, { accessToken, currentPassword, newPassword: next }));
    password = next;
    accessToken = (await client.login(call, { email: owner.email, password })).accessToken;
  }
  const ratio = work.wrong / work.right;
  t.true(ratio > 0.6 && ratio < 1.6, `wrong over right: ${ratio}`);
});

test('of two changes of one password at once, on two replicas, one is made; the other finds its token ended', async (t) => {
  const { client, replica } = await shared;
  const other = await replica();
  const owner = await merchant(client);
  const passwords = [newPassword(), newPassword()];
  const outcomes = await Promise.allSettled([
    change(client, owner, { newPassword: passwords[0] }),
    change(other.client, owner, { newPassword: passwords[1] }),
  ]);
  const made = outcomes.findIndex(({ status }) => status === 'fulfilled');
  t.like(outcomes[1 - made], { status: 'rejected', reason: { code: 'unauthorized' } });
  t.truthy((await client.login(call, { email: owner.email, password: passwords[made] ?? '' })).accessToken);
  const lost = client.login(call, { email: owner.email, password: passwords[1 - made] ?? '' });
  t.is((await refusalOf(lost)).code, 'unauthorized');
});

test('a logout of everything ends all tokens of the user on every replica, and none of the logins that come later', async (t) => {
  const { client, replica } = await shared;
  const other = await replica();
  const owner = await merchant(client);
  const second = await other.client.login(call, owner);
  await client.logoutAll(call, second);
  for (const { accessToken } of [owner, second])
    for (const at of [client, other.client]) t.false(await isGood(at, accessToken));
  t.is((await refusalOf(client.logoutAll(call, owner))).code, 'unauthorized');
  t.true(await isGood(other.client, (await client.login(call, owner)).accessToken));
});

test('both are audit events of the account: by whom, about whom, and without a secret', async (t) => {
  const { client, database } = await shared;
  const owner = await merchant(client);
  const next = newPassword();
  await refusalOf(change(client, owner, { currentPassword: 'wrong one' }));
  await change(client, owner, { newPassword: next });
  const { accessToken } = await client.login(call, { email: owner.email, password: next });
  await client.logoutAll(call, { accessToken });
  const collection = database.connection.collection('audit_events');
  const { accountId, userId } = owner;
  const filed = await until('both are filed', async () => {
    const found = await collection.find({ accountId }).sort({ at: 1, _id: 1 }).toArray();
    return found.length === 2 && found;
  });
  const common = { actorId: userId, userId, livemode: true };
  t.like(filed, {
    0: { ...common, action: 'user.password_changed' },
    1: { ...common, action: 'user.logged_out' },
  });
  for (const secret of [owner.password, next, '@', '$argon2id']) t.false(JSON.stringify(filed).includes(secret));
});
