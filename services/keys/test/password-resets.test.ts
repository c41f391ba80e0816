import { randomBytes } from 'node:crypto';
import { uniqueName, until } from '@gx/testkit';
import test from 'ava';
import {
  call,
  fileScope,
  type KeyOwner,
  type KeysClient,
  merchant,
  refusalOf,
  type TestKeys,
  userWithRole,
} from './harness.ts';
import { type KeysWithHook, linkIn, mailsTo, withHook } from './mails.ts';

const file = fileScope();
const shared = withHook(file);
test.after.always(file.close);

const HOUR_MS = 3_600_000;
const newPassword = (): string => randomBytes(12).toString('base64url');
const ask = (client: KeysClient, email: string) => client.requestPasswordReset(call, { email });
const reset = (client: KeysClient, token: string, password = newPassword()) =>
  client.resetPassword(call, { token, newPassword: password });
const LINK_REFUSED = { code: 'unprocessable_entity', more: { param: 'token' } };
async function linked({ client, hook }: KeysWithHook, { email }: Pick<KeyOwner, 'email'>, nth = 1): Promise<string> {
  await ask(client, email);
  const mail = await until('the mail is sent', () => mailsTo(hook, email)[nth - 1]);
  return linkIn(mail).token;
}

test('a reset is mailed to the user of the e-mail in any case, and gives another password; all tokens end on every replica', async (t) => {
  const keys = await shared;
  const { client, hook } = keys;
  const other = await keys.replica();
  const owner = await merchant(client);
  await ask(client, owner.email.toUpperCase());
  const mail = await until('the mail is sent', () => mailsTo(hook, owner.email)[0]);
  const { kind, name, expiresAt } = JSON.parse(mail.body);
  t.deepEqual([kind, name, linkIn(mail).kind], ['password_reset', 'Ana', 'password_reset']);
  t.true(Math.abs(Date.parse(expiresAt) - Date.now() - HOUR_MS) < 60_000);
  t.truthy(await client.login(call, owner), 'to ask for it changes nothing');
  const password = newPassword();
  await reset(other.client, linkIn(mail).token, password);
  for (const at of [client, other.client]) {
    t.is((await refusalOf(at.readToken(call, owner))).code, 'unauthorized');
    t.is((await refusalOf(at.login(call, owner))).code, 'unauthorized');
  }
  t.truthy(await client.login(call, { email: owner.email, password }));
});

test('of one link used by many at once, on two replicas, one use counts, with its password; later ones neither', async (t) => {
  const keys = await shared;
  const { client } = keys;
  const other = await keys.replica();
  const owner = await merchant(client);
  const token = await linked(keys, owner);
  const passwords = Array.from({ length: 6 }, newPassword);
  const outcomes = await Promise.allSettled(
    passwords.map((password, nth) => reset(nth % 2 === 0 ? client : other.client, token, password)),
  );
  t.is(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const one of outcomes) if (one.status === 'rejected') t.like(one.reason, LINK_REFUSED);
  const won = outcomes.findIndex(({ status }) => status === 'fulfilled');
  t.truthy(await client.login(call, { email: owner.email, password: passwords[won] ?? '' }));
  t.like(await refusalOf(reset(client, token)), LINK_REFUSED);
});

/** So many minutes pass for the link of a user. */
const pass = ({ database }: TestKeys, { userId }: KeyOwner, minutes: number) =>
  database.connection
    .collection('users')
    .updateOne({ _id: userId as never }, [
      { $set: { 'link.expiresAt': { $subtract: ['$link.expiresAt', minutes * 60_000] } } },
    ]);

test('another reset makes the first link worthless, and within ten minutes of it nothing', async (t) => {
  const keys = await shared;
  const owner = await merchant(keys.client);
  const first = await linked(keys, owner);
  await ask(keys.client, owner.email);
  const other = await merchant(keys.client);
  await linked(keys, other);
  t.is(mailsTo(keys.hook, owner.email).length, 1, 'what came before was seen by then, and mailed nobody');
  await pass(keys, owner, 11);
  const second = await linked(keys, owner, 2);
  t.like(await refusalOf(reset(keys.client, first)), LINK_REFUSED);
  t.is((await refusalOf(reset(keys.client, second, 'short'))).more.param, 'newPassword', 'which uses nothing up');
  await reset(keys.client, second);
});

test('a link ends after an hour, with a password that is changed meanwhile, and with its user', async (t) => {
  const keys = await shared;
  const { client } = keys;
  const owner = await merchant(client);
  const token = await linked(keys, owner);
  const late = await keys.replica({}, () => new Date(Date.now() + HOUR_MS + 1_000));
  t.like(await refusalOf(reset(late.client, token)), LINK_REFUSED);
  const { accessToken, password: currentPassword } = owner;
  await client.changePassword(call, { accessToken, currentPassword, newPassword: newPassword() });
  t.like(await refusalOf(reset(client, token)), LINK_REFUSED);

  const user = await userWithRole(client, owner.accountId, 'viewer');
  const other = await linked(keys, user);
  await client.disableUser(call, { userId: user.userId, operator: 'Rui' });
  t.like(await refusalOf(reset(client, other)), LINK_REFUSED);
});

test('a link of a reset is no invitation, and one of an invitation no reset', async (t) => {
  const keys = await shared;
  const { client, hook } = keys;
  const owner = await merchant(client);
  const token = await linked(keys, owner);
  t.like(await refusalOf(client.acceptInvitation(call, { token, name: 'Rui', password: newPassword() })), LINK_REFUSED);
  const email = `${uniqueName('reset')}@example.com`;
  await client.inviteUser(call, { accessToken: owner.accessToken, email, role: 'viewer' });
  const mail = await until('the invitation', () => mailsTo(hook, email)[0]);
  t.like(await refusalOf(reset(client, linkIn(mail).token)), LINK_REFUSED);
});

test('of whatever e-mail the answer is the same, and only one who can log in is mailed; nothing stays of the others', async (t) => {
  const keys = await shared;
  const { client, hook, database } = keys;
  const owner = await merchant(client);
  const gone = await userWithRole(client, owner.accountId, 'viewer');
  await client.disableUser(call, { userId: gone.userId, operator: 'Rui' });
  const nobody = `${uniqueName('nobody')}@example.com`;
  const emails = [nobody, gone.email, 'no e-mail at all', owner.email];
  t.deepEqual(await Promise.all(emails.map((email) => ask(client, email))), [{}, {}, {}, {}]);
  await until('the user is mailed', () => mailsTo(hook, owner.email)[0]);
  const requests = database.connection.collection<{ _id: string }>('reset_requests');
  await until('all were seen', async () => (await requests.countDocuments({ _id: { $in: emails } })) === 0);
  for (const email of [nobody, gone.email]) t.deepEqual(mailsTo(hook, email), []);
});

test('a request that nobody had seen when its replica died is seen by another one', async (t) => {
  const keys = await withHook(t);
  const owner = await merchant(keys.client);
  const requests = keys.database.connection.collection<{ _id: string; id: string; at: Date }>('reset_requests');
  await requests.insertOne({ _id: owner.email.toLowerCase(), id: 'a request', at: new Date() });
  const mail = await until('the mail is sent', () => mailsTo(keys.hook, owner.email)[0]);
  await reset(keys.client, linkIn(mail).token);
  t.is(mail.headers['webhook-id'], 'a request');
});

test('a request for the e-mail that stands for a removed user is nobody’s, and the next ones are mailed', async (t) => {
  const keys = await shared;
  const owner = await merchant(keys.client);
  const invited = await keys.client.inviteUser(call, {
    accessToken: owner.accessToken,
    email: `${uniqueName('gone')}@example.com`,
    role: 'viewer',
  });
  await keys.client.removeUser(call, { accessToken: owner.accessToken, userId: invited.id });
  await ask(keys.client, `removed ${invited.id}`);
  t.truthy(await linked(keys, owner));
  const requests = keys.database.connection.collection('reset_requests');
  await until('nothing waits', async () => (await requests.countDocuments()) === 0);
});

test('a reset is an audit event of the user, without the link and the password', async (t) => {
  const keys = await shared;
  const owner = await merchant(keys.client);
  const token = await linked(keys, owner);
  const password = newPassword();
  await reset(keys.client, token, password);
  const collection = keys.database.connection.collection('audit_events');
  const { accountId, userId } = owner;
  const filed = await until(
    'it is filed',
    async () => (await collection.findOne({ accountId, action: 'user.password_reset' })) ?? false,
  );
  t.like(filed, { actorId: userId, userId });
  for (const secret of [token, password, '@', '$argon2id']) t.false(JSON.stringify(filed).includes(secret));
});
