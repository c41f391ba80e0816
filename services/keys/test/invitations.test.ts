import { randomBytes } from 'node:crypto';
import { uniqueName, until } from '@gx/testkit';
import test from 'ava';
import { call, fileScope, type KeyOwner, type KeysClient, merchant, refusalOf, testKeys } from './harness.ts';
import { type KeysWithHook, linkIn, mailsTo, signedBy, withHook } from './mails.ts';

const file = fileScope();
const shared = withHook(file);
test.after.always(file.close);

const WEEK_MS = 7 * 86_400_000;
const address = (): string => `${uniqueName('mailed')}@example.com`;
const newPassword = (): string => randomBytes(12).toString('base64url');
const invite = (client: KeysClient, { accessToken }: KeyOwner, email: string, role = 'finance') =>
  client.inviteUser(call, { accessToken, email, role });
const accept = (client: KeysClient, token: string, password = newPassword()) =>
  client.acceptInvitation(call, { token, name: 'Rui Costa', password });
async function invited({ client, hook }: KeysWithHook, role?: string) {
  const owner = await merchant(client);
  const email = address();
  const user = await invite(client, owner, email, role);
  const [mail] = await until('the mail is sent', () => mailsTo(hook, email).length > 0 && mailsTo(hook, email));
  return { owner, email, userId: user.id, mail, token: linkIn(mail).token };
}
const LINK_REFUSED = { code: 'unprocessable_entity', more: { param: 'token' } };

test('an invitation is mailed by the hook: signed, to whom, until when, with a link of which the database has no more than a hash', async (t) => {
  const keys = await shared;
  const { client, database } = keys;
  const owner = await merchant(client);
  const email = address();
  const user = await client.inviteUser(call, { ...owner, email, role: 'viewer', name: 'Rui' });
  const [mail] = await until(
    'the mail is sent',
    () => mailsTo(keys.hook, email).length > 0 && mailsTo(keys.hook, email),
  );
  t.is(mail?.method, 'POST');
  t.true(signedBy(mail));
  const { kind, name, expiresAt, link, ...rest } = JSON.parse(mail?.body ?? '');
  t.deepEqual([kind, name, rest], ['invitation', 'Rui', { email }]);
  t.true(Math.abs(Date.parse(expiresAt) - Date.now() - WEEK_MS) < 60_000);
  t.regex(link, /^https:\/\/account\.example\/login#invitation=[\w-]{32}$/);
  const users = database.connection.collection<{ _id: string }>('users');
  const stored = JSON.stringify(await users.findOne({ _id: user.id }));
  t.true(stored.includes('hashes'));
  t.false(stored.includes(linkIn(mail).token));
});

test('who accepts logs in with the own name and password, in the role of the invitation as it is by then; the link works once', async (t) => {
  const keys = await shared;
  const { client } = keys;
  const { owner, email, userId, token } = await invited(keys, 'finance');
  await client.changeUserRole(call, { accessToken: owner.accessToken, userId, role: 'developer' });
  const password = newPassword();
  await accept(client, token, password);
  const { accessToken, user } = await client.login(call, { email, password });
  t.like(user, { id: userId, name: 'Rui Costa' });
  t.like(await client.readToken(call, { accessToken }), { accountId: owner.accountId, role: 'developer' });
  t.like(await refusalOf(accept(client, token)), LINK_REFUSED);
  t.truthy(await client.login(call, { email, password }), 'nothing has changed');
});

test('of one invitation accepted by many at once, on two replicas, one is accepted, with its password', async (t) => {
  const keys = await shared;
  const { client, replica } = keys;
  const other = await replica();
  const { email, token } = await invited(keys);
  const passwords = Array.from({ length: 6 }, newPassword);
  const outcomes = await Promise.allSettled(
    passwords.map((password, nth) => accept(nth % 2 === 0 ? client : other.client, token, password)),
  );
  const won = outcomes.findIndex(({ status }) => status === 'fulfilled');
  t.is(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const one of outcomes) if (one.status === 'rejected') t.like(one.reason, LINK_REFUSED);
  t.truthy(await client.login(call, { email, password: passwords[won] ?? '' }));
});

test('a link that was taken away, and one of before a new invitation, open nothing; one that nobody made neither', async (t) => {
  const keys = await shared;
  const { client, hook } = keys;
  const { owner, email, userId, token } = await invited(keys);
  await client.removeUser(call, { accessToken: owner.accessToken, userId });
  t.like(await refusalOf(accept(client, token)), LINK_REFUSED);
  await invite(client, owner, email);
  const [, second] = await until('the second mail', () => mailsTo(hook, email).length > 1 && mailsTo(hook, email));
  t.like(await refusalOf(accept(client, token)), LINK_REFUSED);
  for (const nonsense of ['', 'x', '$ne', token.slice(1)])
    t.like(await refusalOf(accept(client, nonsense)), LINK_REFUSED);
  await accept(client, linkIn(second).token);
});

test('a link ends after a week', async (t) => {
  const keys = await shared;
  const { token } = await invited(keys);
  const late = await keys.replica({}, () => new Date(Date.now() + WEEK_MS + 1_000));
  t.like(await refusalOf(accept(late.client, token)), LINK_REFUSED);
  await accept(keys.client, token);
});

test('a name and a password that are none are both named, and the link goes on working', async (t) => {
  const keys = await shared;
  const { client } = keys;
  const { token } = await invited(keys);
  const refusal = await refusalOf(client.acceptInvitation(call, { token, name: ' ', password: 'short' }));
  t.deepEqual(
    refusal.more.details?.map(({ param }) => param),
    ['name', 'password'],
  );
  await accept(client, token);
});

test('nobody joins an account that is closed', async (t) => {
  const keys = await shared;
  const { client } = keys;
  const { owner, token } = await invited(keys);
  await client.changeAccountState(call, { ...owner, state: 'CLOSED', operator: 'Rui', reason: 'it has ended' });
  t.like(await refusalOf(accept(client, token)), { code: 'forbidden', more: { reason: 'account_closed' } });
});

test('a mail that the hook does not take is sent again under the same id, and the link of either opens', async (t) => {
  const keys = await withHook(t);
  const { client, hook } = keys;
  hook.answer('/mail', { status: 500 }, { reset: 'before' }, { redirect: hook.url('/elsewhere') }, {});
  const owner = await merchant(client);
  const email = address();
  await invite(client, owner, email);
  const mails = await until('the fourth attempt', () => mailsTo(hook, email).length === 4 && mailsTo(hook, email), {
    timeoutMs: 60_000,
  });
  t.is(new Set(mails.map(({ headers }) => headers['webhook-id'])).size, 1);
  t.is(new Set(mails.map((mail) => linkIn(mail).token)).size, 4);
  t.is(hook.requests('/elsewhere').length, 0, 'a signed request follows nobody');
  await accept(client, linkIn(mails[0]).token);
  t.like(await refusalOf(accept(client, linkIn(mails[3]).token)), LINK_REFUSED);
  const lines = keys.host.lines.filter((line) => line.includes('did not take a mail'));
  t.is(lines.length, 3);
  for (const line of keys.host.lines)
    for (const secret of [email, ...mails.map((mail) => linkIn(mail).token)]) t.false(line.includes(secret));
});

test('a mail that a replica died with is sent by another one once its claim is over', async (t) => {
  const keys = await withHook(t);
  const { client, hook, database } = keys;
  hook.answer('/mail', { hang: true }, {});
  const owner = await merchant(client);
  const email = address();
  const user = await invite(client, owner, email);
  await until('the first attempt', () => mailsTo(hook, email).length === 1);
  const other = await keys.replica();
  t.truthy(other);
  const users = database.connection.collection<{ _id: string }>('users');
  // As if its thirty seconds were over.
  await users.updateOne({ _id: user.id }, { $set: { mailAt: new Date(0) } });
  const mails = await until('the second attempt', () => mailsTo(hook, email).length === 2 && mailsTo(hook, email));
  await accept(client, linkIn(mails[1]).token);
});

test('a link that ends before its mail was taken is an alarm, and is sent no more', async (t) => {
  const keys = await withHook(t);
  const { client, hook, database } = keys;
  hook.answer('/mail', { status: 503 });
  const email = address();
  const user = await invite(client, await merchant(client), email);
  await until('an attempt', () => mailsTo(hook, email).length > 0);
  const users = database.connection.collection<{ _id: string }>('users');
  await until('its end is seen', async () => {
    await users.updateOne({ _id: user.id }, { $set: { mailAt: new Date(0), 'link.expiresAt': new Date(0) } });
    return keys.host.lines.some((line) => line.includes('mail_not_sent'));
  });
  await until('nothing is due', async () => !('mailAt' in ((await users.findOne({ _id: user.id })) ?? {})));
  t.is((await refusalOf(accept(client, linkIn(mailsTo(hook, email)[0]).token))).more.param, 'token');
});

test('without a mail hook a local stack prints the link, and any other invites nobody', async (t) => {
  const local = await testKeys(t);
  const owner = await merchant(local.client);
  await invite(local.client, owner, address());
  const line = await until('the link is printed', () => local.host.lines.find((one) => one.includes('#invitation=')));
  await accept(local.client, /#invitation=([\w-]{32})/.exec(line)?.[1] ?? '');

  const tls = { ALLOW_PLAINTEXT_MONGODB: 'servers of a test', ALLOW_PLAINTEXT_REDIS: 'servers of a test' };
  const production = await local.replica({ ENVIRONMENT: 'production', ...tls });
  const refusal = await refusalOf(invite(production.client, owner, address()));
  t.is(refusal.code, 'unprocessable_entity');
  t.regex(refusal.message, /MAIL_HOOK_URL/);
  t.is((await production.client.listOwnUsers(call, owner)).users.length, 2, 'nobody was made');
});

test('an acceptance is an audit event of the user, without the link and the password', async (t) => {
  const keys = await shared;
  const { owner, userId, token } = await invited(keys);
  const password = newPassword();
  await accept(keys.client, token, password);
  const collection = keys.database.connection.collection('audit_events');
  const { accountId } = owner;
  const filed = await until(
    'it is filed',
    async () => (await collection.findOne({ accountId, action: 'user.joined' })) ?? false,
  );
  t.like(filed, {
    actorId: userId,
    userId,
    changes: [{ field: 'status', before: 'invited', after: 'active' }],
  });
  for (const secret of [token, password, '@', 'Rui', '$argon2id']) t.false(JSON.stringify(filed).includes(secret));
});
