import { authenticatorApp, until } from '@gx/testkit';
import test from 'ava';
import { call, fileScope, type KeysClient, merchant, refusalOf, testKeys, userWithRole } from './harness.ts';
import { linkIn, mailsTo, withHook } from './mails.ts';
import { AT_LOGIN, REFUSED, startUser, testClock, withTotp } from './totp-user.ts';

const file = fileScope();
const shared = testKeys(file);
test.after.always(file.close);

const start = async () => startUser(await shared);
const isGood = (client: KeysClient, accessToken: string): Promise<boolean> =>
  client.readToken(call, { accessToken }).then(
    () => true,
    () => false,
  );

test('a secret is 160 bits in base32, and its address is what authenticator apps read', async (t) => {
  const { client, owner } = await start();
  const { secret, otpauthUrl } = await client.setUpTotp(call, owner);
  t.regex(secret, /^[A-Z2-7]{32}$/);
  const url = new URL(otpauthUrl);
  t.is(`${url.protocol}//${url.host}`, 'otpauth://totp');
  t.is(decodeURIComponent(url.pathname), `/gx:${owner.email}`);
  t.deepEqual(Object.fromEntries(url.searchParams), {
    secret,
    issuer: 'gx',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

test('a factor that was only set up demands nothing, and another takes its place', async (t) => {
  const { client, clock, owner } = await start();
  const [first, second] = [await client.setUpTotp(call, owner), await client.setUpTotp(call, owner)];
  t.not(first.secret, second.secret);
  t.truthy((await client.login(call, owner)).accessToken);
  t.truthy((await client.issueKey(call, owner)).apiKey);
  const { accessToken } = owner;
  const code = authenticatorApp(first.secret).code(clock.now());
  t.like(await refusalOf(client.confirmTotp(call, { accessToken, code })), {
    ...REFUSED,
    more: { param: 'code', reason: 'totp_required' },
  });
  await client.confirmTotp(call, { accessToken, code: authenticatorApp(second.secret).code(clock.now()) });
  t.like(await refusalOf(client.login(call, owner)), AT_LOGIN);
});

test('once it is confirmed a login takes a code, and only a right password says so', async (t) => {
  const { client, clock, owner } = await start();
  const app = await withTotp(client, clock, owner);
  const { email, password } = owner;
  const logIn = (totp?: string, given = password) =>
    client.login(call, { email, password: given, ...(totp === undefined ? {} : { totp }) });
  t.like(await refusalOf(logIn()), AT_LOGIN);
  t.like(await refusalOf(logIn(app.wrongCode(clock.now()))), AT_LOGIN);
  t.like(await refusalOf(logIn(app.code(clock.now()))), AT_LOGIN, 'the code that confirmed it is used up');
  for (const totp of [undefined, app.code(clock.now(), 1)]) {
    const wrong = await refusalOf(logIn(totp, `${password}!`));
    const unknown = await refusalOf(client.login(call, { email: `no.${email}`, password }));
    t.deepEqual([wrong.code, wrong.message, wrong.more], [unknown.code, unknown.message, unknown.more]);
  }
  t.true(await isGood(client, (await logIn(app.code(clock.now(), 1))).accessToken), 'a wrong password uses no code up');
});

test('all tokens of before end with the confirmation but the one that made it; a token of after ends it not', async (t) => {
  const { client, clock, owner } = await start();
  const other = await client.login(call, owner);
  const app = await withTotp(client, clock, owner);
  t.deepEqual([await isGood(client, owner.accessToken), await isGood(client, other.accessToken)], [true, false]);
  const { accessToken } = await client.login(call, { ...owner, totp: app.code(clock.now(), 1) });
  t.true(await isGood(client, accessToken));
  await client.logoutAll(call, { accessToken });
  t.deepEqual([await isGood(client, owner.accessToken), await isGood(client, accessToken)], [false, false]);
});

test('a token that puts a second factor in force again goes on too, and the one of another session ends', async (t) => {
  const { client, clock, owner } = await start();
  const app = await withTotp(client, clock, owner);
  await client.removeTotp(call, { ...owner, totp: app.code(clock.now(), 1) });
  const other = await client.login(call, owner);
  clock.pass(3);
  await withTotp(client, clock, owner);
  t.deepEqual([await isGood(client, owner.accessToken), await isGood(client, other.accessToken)], [true, false]);
});

for (const [steps, result] of [
  [-2, 'refused'],
  [-1, 'accepted'],
  [0, 'accepted'],
  [1, 'accepted'],
  [2, 'refused'],
] as const)
  test(`a code of ${steps} steps away is ${result}`, async (t) => {
    const { client, clock, owner } = await start();
    const app = await withTotp(client, clock, owner);
    clock.pass(5);
    const login = client.login(call, { ...owner, totp: app.code(clock.now(), steps) });
    if (result === 'accepted') t.truthy((await login).accessToken);
    else t.like(await refusalOf(login), AT_LOGIN);
  });

test('what is in force is not set up anew; what was not set up is not confirmed; a removal ends what was not confirmed', async (t) => {
  const { client, clock, owner } = await start();
  const { accessToken } = owner;
  const unset = client.confirmTotp(call, { accessToken, code: '123456' });
  t.is((await refusalOf(unset)).code, 'unprocessable_entity');
  await t.notThrowsAsync(client.removeTotp(call, { accessToken }), 'there is none');
  await client.setUpTotp(call, owner);
  await client.removeTotp(call, { accessToken });
  t.is((await refusalOf(client.confirmTotp(call, { accessToken, code: '123456' }))).code, 'unprocessable_entity');
  const app = await withTotp(client, clock, owner);
  t.is((await refusalOf(client.setUpTotp(call, owner))).code, 'unprocessable_entity');
  const again = client.confirmTotp(call, { accessToken, code: app.code(clock.now(), 1) });
  t.is((await refusalOf(again)).code, 'unprocessable_entity');
  await client.removeTotp(call, { accessToken, totp: app.code(clock.now(), 1) });
  t.truthy((await client.login(call, owner)).accessToken);
  t.truthy((await client.issueKey(call, owner)).apiKey);
});

test('another password by mail leaves the factor in force', async (t) => {
  const clock = testClock();
  const { replica, hook } = await withHook(t);
  const { client } = await replica({}, clock.now);
  const owner = await merchant(client);
  const app = await withTotp(client, clock, owner);
  await client.requestPasswordReset(call, owner);
  const { token } = linkIn(await until('the mail is sent', () => mailsTo(hook, owner.email)[0]));
  await client.resetPassword(call, { token, newPassword: 'a new password' });
  const login = { email: owner.email, password: 'a new password' };
  t.like(await refusalOf(client.login(call, login)), AT_LOGIN);
  t.truthy((await client.login(call, { ...login, totp: app.code(clock.now(), 1) })).accessToken);
});

test('an operator removes it, with a name and a reason: the password logs in alone, and no token of before is good', async (t) => {
  const { client, clock, owner } = await start();
  await withTotp(client, clock, owner);
  const { userId } = owner;
  for (const [request, param] of [
    [{ userId, operator: ' ', reason: 'lost' }, 'operator'],
    [{ userId, operator: 'Rui', reason: '' }, 'reason'],
  ] as const)
    t.like(await refusalOf(client.removeTotpByOperator(call, request)), { code: 'invalid_request', more: { param } });
  const nobody = client.removeTotpByOperator(call, { userId: owner.accountId, operator: 'Rui', reason: 'lost' });
  t.is((await refusalOf(nobody)).code, 'not_found');
  t.like(await refusalOf(client.login(call, owner)), AT_LOGIN, 'nothing was changed');
  const word = { userId, operator: 'Rui', reason: 'the phone was stolen' };
  t.like(await client.removeTotpByOperator(call, word), { wasRemoved: false, user: { id: userId } });
  t.like(await client.removeTotpByOperator(call, word), { wasRemoved: true });
  t.false(await isGood(client, owner.accessToken));
  const { accessToken } = await client.login(call, owner);
  t.truthy((await client.issueKey(call, { accessToken })).apiKey);
});

test('both are audit events of the account, by the user or an operator, without a secret or a code', async (t) => {
  const { client, clock, owner } = await start();
  const { database } = await shared;
  const app = await withTotp(client, clock, owner);
  const { userId, accountId, accessToken } = owner;
  await client.removeTotp(call, { accessToken, totp: app.code(clock.now(), 1) });
  clock.pass(3);
  await withTotp(client, clock, owner);
  await client.removeTotpByOperator(call, { userId, operator: 'Rui', reason: 'lost' });
  const collection = database.connection.collection('audit_events');
  const filed = await until('all are filed', async () => {
    const found = await collection.find({ accountId }).sort({ _id: 1 }).toArray();
    return found.length === 4 && found;
  });
  const byUser = { actorId: userId, userId, livemode: true, changes: [] };
  t.like(filed, {
    0: { ...byUser, action: 'user.totp_set' },
    1: { ...byUser, action: 'user.totp_removed' },
    2: { ...byUser, action: 'user.totp_set' },
    3: { ...byUser, action: 'user.totp_removed', actorId: 'ops', operator: 'Rui', reason: 'lost' },
  });
});

test('a user who is disabled and comes back has the factor still', async (t) => {
  const { client, clock, owner } = await start();
  const user = await userWithRole(client, owner.accountId, 'finance');
  await withTotp(client, clock, user);
  await client.disableUser(call, { userId: user.userId, operator: 'Rui' });
  const { password } = await client.addUser(call, { accountId: owner.accountId, email: user.email, role: 'finance' });
  t.like(await refusalOf(client.login(call, { email: user.email, password })), AT_LOGIN);
});

test('after ten wrong codes every code is refused, a right one too, wherever it is given; after a minute none is', async (t) => {
  const { client, clock, owner } = await start();
  const app = await withTotp(client, clock, owner);
  clock.pass(1);
  const wrong = app.wrongCode(clock.now());
  for (let guess = 0; guess < 5; guess += 1) {
    t.like(await refusalOf(client.login(call, { ...owner, totp: wrong })), AT_LOGIN);
    t.like(await refusalOf(client.issueKey(call, { ...owner, totp: wrong })), REFUSED);
  }
  const totp = app.code(clock.now());
  for (const act of [
    () => client.login(call, { ...owner, totp }),
    () => client.issueKey(call, { ...owner, totp }),
    () => client.removeTotp(call, { ...owner, totp }),
  ])
    t.like(await refusalOf(act()), { code: 'rate_limited', more: { retryAfterSeconds: 60 } });
  t.like(await refusalOf(client.login(call, owner)), AT_LOGIN, 'no code is no guess');
  clock.pass(2);
  t.truthy((await client.login(call, { ...owner, totp: app.code(clock.now()) })).accessToken);
});
