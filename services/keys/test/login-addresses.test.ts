import { sha256Hex } from '@gx/core';
import { uniqueName, until } from '@gx/testkit';
import test from 'ava';
import { call, fileScope, type KeyOwner, type KeysClient, merchant, refusalOf, userWithRole } from './harness.ts';
import { linkIn, mailsTo, withHook } from './mails.ts';

const file = fileScope();
const shared = withHook(file);
test.after.always(file.close);

const DAY_MS = 86_400_000;
const WAIT_S = 1_234;
const HOME = '203.0.113.7';

type Login = Pick<KeyOwner, 'email' | 'password'>;
const logInFrom = (client: KeysClient, clientAddress: string, { email, password }: Login) =>
  client.login(call, { email, password, clientAddress });
/** Logs in while strangers have to wait: it succeeds from known addresses alone. */
const logInLocked = (client: KeysClient, clientAddress: string, { email, password }: Login) =>
  client.login(call, { email, password, clientAddress, strangersWaitSeconds: WAIT_S });
const isKnown = (client: KeysClient, clientAddress: string, login: Login): Promise<boolean> =>
  logInLocked(client, clientAddress, login).then(
    () => true,
    ({ code }: { code?: unknown }) => {
      if (code !== 'rate_limited') throw new Error(`not refused for a stranger: ${code}`);
      return false;
    },
  );

test('while strangers wait, an address that logged in before gets in, on every replica; with a wrong password it does not', async (t) => {
  const { client, replica } = await shared;
  const other = await replica();
  const owner = await merchant(client);
  t.false(await isKnown(client, HOME, owner));
  await logInFrom(client, HOME, owner);
  for (const at of [client, other.client]) {
    t.true(await isKnown(at, HOME, owner));
    t.is((await refusalOf(logInLocked(at, HOME, { ...owner, password: 'wrong' }))).code, 'unauthorized');
    t.false(await isKnown(at, '203.0.113.8', owner));
    t.false(await isKnown(at, '', owner), 'no address is no known one');
  }
});

test('a stranger is answered alike for a user, for one who is disabled and for nobody, whatever the password', async (t) => {
  const { client } = await shared;
  const owner = await merchant(client);
  const disabled = await userWithRole(client, owner.accountId, 'viewer');
  for (const user of [owner, disabled]) await logInFrom(client, HOME, user);
  await client.disableUser(call, { userId: disabled.userId, operator: 'Rui' });
  const nobody = { email: `${uniqueName('nobody')}@example.com`, password: 'right or wrong' };
  const stranger = '198.51.100.9';
  const refusals = await Promise.all([
    refusalOf(logInLocked(client, stranger, owner)),
    refusalOf(logInLocked(client, stranger, { ...owner, password: 'wrong' })),
    refusalOf(logInLocked(client, stranger, nobody)),
    refusalOf(logInLocked(client, HOME, nobody)),
    refusalOf(logInLocked(client, HOME, disabled)),
  ]);
  t.deepEqual(
    [...new Set(refusals.map(({ code, message, more }) => JSON.stringify({ code, message, more })))].length,
    1,
  );
  t.like(refusals[0], { code: 'rate_limited', more: { retryAfterSeconds: WAIT_S } });
});

test('an address is made known by nobody but who has the password: neither by a wrong one nor for another user', async (t) => {
  const { client } = await shared;
  const [owner, thief] = [await merchant(client), await merchant(client)];
  const address = '198.51.100.10';
  for (let nth = 0; nth < 3; nth += 1)
    t.is((await refusalOf(logInFrom(client, address, { ...owner, password: 'wrong' }))).code, 'unauthorized');
  await logInFrom(client, address, thief);
  t.false(await isKnown(client, address, owner));
  t.true(await isKnown(client, address, thief));
});

test('an address is known for 90 days after its last login', async (t) => {
  const { client, replica } = await shared;
  const at = async (days: number) => (await replica({}, () => new Date(Date.now() + days * DAY_MS))).client;
  const owner = await merchant(client);
  await logInFrom(client, HOME, owner);
  t.false(await isKnown(await at(90.1), HOME, owner));
  t.true(await isKnown(await at(89), HOME, owner), 'which is a login');
  t.true(await isKnown(await at(178), HOME, owner));
  t.false(await isKnown(await at(270), HOME, owner));
});

test('of a user the newest twenty addresses are known, also when they log in at once', async (t) => {
  const { client, replica } = await shared;
  const other = await replica();
  const owner = await merchant(client);
  const addresses = Array.from({ length: 20 }, (_, nth) => `198.51.100.${100 + nth}`);
  await logInFrom(client, HOME, owner);
  await Promise.all(addresses.map((address, nth) => logInFrom(nth % 2 === 0 ? client : other.client, address, owner)));
  t.false(await isKnown(client, HOME, owner));
  for (const address of addresses) t.true(await isKnown(client, address, owner), address);
});

test('who uses the link of a reset or of an invitation is known from there on', async (t) => {
  const { client, hook } = await shared;
  const owner = await merchant(client);
  await client.requestPasswordReset(call, { email: owner.email });
  const { token } = linkIn(await until('the mail', () => mailsTo(hook, owner.email)[0]));
  const password = 'another password';
  const stolen = client.resetPassword(call, { token: `${token}x`, newPassword: password, clientAddress: '192.0.2.1' });
  t.is((await refusalOf(stolen)).code, 'unprocessable_entity');
  await client.resetPassword(call, { token, newPassword: password, clientAddress: HOME });
  t.true(await isKnown(client, HOME, { email: owner.email, password }));
  t.false(await isKnown(client, '192.0.2.1', { email: owner.email, password }));

  const { accessToken } = await logInFrom(client, HOME, { email: owner.email, password });
  const email = `${uniqueName('invited')}@example.com`;
  await client.inviteUser(call, { accessToken, email, role: 'viewer' });
  const invitation = linkIn(await until('the invitation', () => mailsTo(hook, email)[0])).token;
  await client.acceptInvitation(call, { token: invitation, name: 'Rui', password, clientAddress: '192.0.2.2' });
  t.true(await isKnown(client, '192.0.2.2', { email, password }));
});

test('an address is stored as a keyed hash of its user alone, and the database forgets it', async (t) => {
  const { client, database } = await shared;
  const owners = [await merchant(client), await merchant(client)];
  for (const owner of owners) await logInFrom(client, HOME, owner);
  const collection = database.connection.collection<{ _id: string; addresses: { hash: string }[]; forgetAt: Date }>(
    'login_addresses',
  );
  const stored = await collection.find({ _id: { $in: owners.map(({ userId }) => userId) } }).toArray();
  t.is(stored.length, 2);
  const text = JSON.stringify(stored);
  const [first = { userId: '' }] = owners;
  const plain = [HOME, `${first.userId} ${HOME}`].map(sha256Hex);
  const base64 = plain.map((hex) => Buffer.from(hex, 'hex').toString('base64url'));
  for (const secret of [HOME, '@', ...plain, ...base64]) t.false(text.includes(secret), secret);
  t.is(new Set(stored.flatMap(({ addresses }) => addresses.map(({ hash }) => hash))).size, 2, 'two users, two hashes');
  for (const { forgetAt } of stored) t.true(Math.abs(forgetAt.getTime() - Date.now() - 90 * DAY_MS) < 60_000);
  const [index] = (await collection.indexes()).filter(({ key }) => 'forgetAt' in key);
  t.is(index?.['expireAfterSeconds'], 0);
});

test.serial(
  'a flood of strangers fills its share of hashing alone: known addresses, links and tokens are served',
  async (t) => {
    const { client } = await shared;
    const owner = await merchant(client);
    await logInFrom(client, HOME, owner);
    const flood = Array.from({ length: 150 }, (_, nth) =>
      refusalOf(logInFrom(client, `198.51.100.${nth}`, { ...owner, password: `wrong ${nth}` })),
    );
    const logins = Array.from({ length: 10 }, () => logInFrom(client, HOME, owner));
    const { accessToken } = await logInFrom(client, HOME, owner);
    const wrong = { accessToken, currentPassword: 'wrong', newPassword: 'a new password' };
    t.is((await refusalOf(client.changePassword(call, wrong))).code, 'unprocessable_entity');
    t.is((await Promise.all(logins)).length, 10);
    const refusals = await Promise.all(flood);
    const full = refusals.filter(({ code }) => code === 'rate_limited');
    t.true(full.length >= 50, `${full.length} found no place`);
    t.true(full.every(({ more }) => more.retryAfterSeconds === 1));
    t.deepEqual([...new Set(refusals.map(({ code }) => code))].sort(), ['rate_limited', 'unauthorized']);
  },
);
