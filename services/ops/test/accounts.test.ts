import { SERVICES } from '@gx/contracts';
import { type Id, wireId } from '@gx/core';
import type { Call } from '@gx/runtime';
import { authenticatorApp, localClient, uniqueName, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { ops, opsProcess, serve } from './harness.ts';

const call: Call = { requestId: 'test' };
const NOBODY = '01939b6e-7f4b-7000-8000-000000000000';
const OWNER_PASSWORD = 'correct horse';

/** Keys in a process of its own, with an account of one user, who is its owner. */
async function account(t: ExecutionContext, more: Record<string, string> = {}) {
  const { address, database } = await serve(t, 'keys', more);
  const client = localClient(SERVICES.keys, address, { idempotent: [], deadlineMs: 20_000 });
  t.teardown(client.close);
  const email = `${uniqueName('ana')}@example.com`;
  const first = { name: 'Loja', userName: 'Ana', email, password: OWNER_PASSWORD };
  const { accountId: raw, userId } = await client.createAccount(call, first);
  const id = wireId('account', raw as Id<'account'>);
  const owner = { id: wireId('user', userId as Id<'user'>), email };
  return { env: { KEYS_ADDRESS: address }, database, client, id, raw, owner };
}

test('user add prints a password that logs in, once; user list shows the account’s users and no password', async (t) => {
  const { env, client, id, owner } = await account(t);
  const email = `${uniqueName('rui')}@example.com`;
  const added = await opsProcess(
    ['user', 'add', '--account', id, '--email', email, '--role', 'finance', '--name', 'Rui Costa', '--by', 'Eva'],
    env,
  );
  t.deepEqual([added.code, added.err], [0, '']);
  const [line = '', password = '', ...rest] = added.out.split('\n');
  const [, userId] =
    /^(usr_[0-9a-f-]{36}) of (\S+) can log in as finance\. The password is shown this once:$/.exec(line) ?? [];
  t.deepEqual(rest, ['']);
  const { accessToken } = await client.login(call, { email, password });
  t.is((await client.readToken(call, { accessToken })).role, 'finance');

  const list = await ops(['user', 'list', '--account', id], env);
  const [head = '', ...rows] = list.out.trimEnd().split('\n');
  t.regex(head, /^USER +EMAIL +NAME +ROLE +STATUS +CREATED$/);
  t.deepEqual(
    rows.map((row) => row.split(/ {2,}/).slice(0, 5)),
    [
      [owner.id, owner.email, 'Ana', 'owner', 'active'],
      [userId, email, 'Rui Costa', 'finance', 'active'],
    ],
  );
  t.false(list.out.includes(password));
  const json = await ops(['user', 'list', '--account', id, '--json', '--limit', '1'], env);
  t.like(JSON.parse(json.out), [{ userId: owner.id, accountId: id, role: 'owner', status: 'active' }]);
  const short = await ops(['user', 'list', '--account', id, '--limit', '1'], env);
  t.regex(short.out, /\n1 of 2 users shown\.\n$/);

  const again = await ops(['user', 'add', '--account', id, '--email', email, '--role', 'viewer'], env);
  t.deepEqual(again, { code: 2, out: '', err: 'ops: email belongs to a user already.\n' });
});

test('user disable ends logins and tokens, may be repeated, and user add lets the same user in again', async (t) => {
  const { env, database, client, id, raw } = await account(t);
  const email = `${uniqueName('rui')}@example.com`;
  const add = ['user', 'add', '--account', id, '--email', email, '--role', 'viewer', '--json'];
  const first = JSON.parse((await ops(add, env)).out);
  t.like(first, { accountId: id, email, role: 'viewer', status: 'active' });
  const { accessToken } = await client.login(call, { email, password: first.password });

  const disable = ['user', 'disable', first.userId, '--by', 'Eva'];
  const end = 'no login and no login token of it is good any more.\n';
  t.deepEqual(await opsProcess(disable, env), {
    code: 0,
    out: `${first.userId} of ${id} is disabled: ${end}`,
    err: '',
  });
  await t.throwsAsync(client.readToken(call, { accessToken }), { message: /login token is wrong/ });
  await t.throwsAsync(client.login(call, { email, password: first.password }), { message: /Wrong e-mail or password/ });
  t.deepEqual(await ops(disable, env), {
    code: 0,
    out: `${first.userId} of ${id} was disabled before: ${end}`,
    err: '',
  });
  const events = database.connection.collection('audit_events');
  const filed = await until('both acts are filed', async () => {
    const found = await events.find({ accountId: raw }).sort({ at: 1 }).toArray();
    return found.length >= 2 && found;
  });
  t.like(filed, { length: 2, 0: { action: 'user.added' }, 1: { action: 'user.disabled', operator: 'Eva' } });

  const second = JSON.parse((await ops(add, env)).out);
  t.is(second.userId, first.userId);
  t.not(second.password, first.password);
  t.truthy((await client.login(call, { email, password: second.password })).accessToken);
});

test('the last active owner is not disabled, and what is wrong with a user is named in one line', async (t) => {
  const { env, id, owner } = await account(t);
  const email = `${uniqueName('rui')}@example.com`;
  const cases: readonly [string[], RegExp][] = [
    [
      ['disable', owner.id, '--by', 'Eva'],
      /^ops: The last active owner of an account stays one: there has to be another owner first/,
    ],
    [['disable', owner.id], /required option '--by <name>'/],
    [['disable', owner.id, '--by', ' '], /^ops: operator must have 1 to 100 characters\.\n$/],
    [['disable', `usr_${NOBODY}`, '--by', 'Eva'], /^ops: No such user\.\n$/],
    [['disable', 'usr_1', '--by', 'Eva'], /^ops: This is no id of a user: usr_1\n$/],
    [['add', '--account', id, '--email', email, '--role', 'admin'], /Allowed choices are owner, finance, developer/],
    [['add', '--account', id, '--email', 'rui', '--role', 'viewer'], /^ops: email must be an e-mail address\.\n$/],
    [['add', '--account', `acc_${NOBODY}`, '--email', email, '--role', 'viewer'], /^ops: No such account\.\n$/],
    [['list', '--account', 'acc_1'], /^ops: This is no id of an account\.\n$/],
    [['list'], /required option '--account <id>'/],
  ];
  for (const [args, message] of cases) {
    const { code, out, err } = await ops(['user', ...args], env);
    t.deepEqual([code, out], [2, ''], args.join(' '));
    t.regex(err, message);
  }
  t.is((await ops(['user', 'list', '--account', id], {})).err, 'ops: KEYS_ADDRESS is required\n');
});

/** What is shown in force of a setting, in live and in test. */
const shown = (out: string): Record<string, string[]> =>
  Object.fromEntries(
    out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/))
      .map(([setting = '', ...values]) => [setting, values]),
  );

test('account show prints what is in force in each mode; account set changes it in one mode or both, and default takes it back', async (t) => {
  const { env, client, id, raw } = await account(t, { PAYOUT_LIVE_PER_DAY_MAX: '123' });
  const before = await opsProcess(['account', 'show', id], env);
  t.deepEqual([before.code, before.err], [0, '']);
  t.true(before.out.startsWith(`${id} Loja\n`));
  t.like(shown(before.out), {
    SETTING: ['LIVE', 'TEST'],
    'platform-fee-basis-points': ['100 (own)', '100 (own)'],
    'payout-approval': ['required', 'none'],
    'payout-fee': ['the bank’s', 'the bank’s'],
    'payout-per-payment-max': ['1000000000', 'none'],
    'payout-per-day-max': ['123', 'none'],
    'payout-per-night-max': ['100000', 'none'],
    'payout-new-destination-max': ['1000000', 'none'],
    'refund-destinations': ['any', 'any'],
    'refund-count-per-day': ['1000', 'none'],
    'refund-sum-per-day': ['by sales, at least 1000000', 'none'],
    'refund-new-destinations-per-day': ['50', 'none'],
  });

  const both = await opsProcess(
    ['account', 'set', id, '--payout-approval', 'none', '--payout-fee', '75', '--refund-destinations', 'payer_only'],
    env,
  );
  t.deepEqual([both.code, both.err], [0, '']);
  t.like(shown(both.out), {
    'payout-approval': ['none (own)', 'none (own)'],
    'payout-fee': ['75 (own)', '75 (own)'],
    'refund-destinations': ['payer_only (own)', 'payer_only (own)'],
    'payout-per-day-max': ['123', 'none'],
  });
  const live = ['account', 'set', raw, '--mode', 'live', '--by', 'Eva'];
  const limits = ['--payout-per-payment-max', '1', '--payout-per-day-max', 'none', '--payout-per-night-max', '2'];
  const more = ['--payout-new-destination-max', '3', '--refund-count-per-day', '4', '--refund-sum-per-day', '5'];
  const one = await ops([...live, ...limits, ...more, '--refund-new-destinations-per-day', '6'], env);
  t.like(shown(one.out), {
    'payout-per-payment-max': ['1 (own)', 'none'],
    'payout-per-day-max': ['none (own)', 'none'],
    'payout-per-night-max': ['2 (own)', 'none'],
    'payout-new-destination-max': ['3 (own)', 'none'],
    'refund-count-per-day': ['4 (own)', 'none'],
    'refund-sum-per-day': ['5 (own)', 'none'],
    'refund-new-destinations-per-day': ['6 (own)', 'none'],
  });
  const { payouts } = await client.getAccountSettings(call, { accountId: raw, livemode: true });
  t.like(payouts, { approvalRequired: false, fee: 75, perPaymentMax: 1, perNightMax: 2, newDestinationMax: 3 });

  const undone = await ops(['account', 'set', id, '--payout-approval', 'default', '--json'], env);
  const { accountId, settings } = JSON.parse(undone.out);
  t.is(accountId, id);
  const approval = settings.find(({ setting }: { setting: string }) => setting === 'payout-approval');
  t.deepEqual(approval.live, { value: 'required', own: false });
  t.deepEqual(approval.test, { value: 'none', own: false });
});

test('account set ends with 1 for an account, a setting or a value that is refused, and nothing is set', async (t) => {
  const { env, id } = await account(t);
  const before = await ops(['account', 'show', id], env);
  const cases: readonly [string[], RegExp][] = [
    [[id, '--payout-per-hour-max', '1'], /unknown option '--payout-per-hour-max'/],
    [[id, '--payout-per-day-max', '1.5'], /^ops: payout_per_day_max must be a whole number of centavos .* or default/],
    [[id, '--payout-per-day-max', '5', '--payout-approval', 'off'], /^ops: payout_approval must be none, required or/],
    [[id, '--payout-fee', 'none'], /^ops: payout_fee must be a whole number of centavos/],
    [[id, '--refund-destinations', 'all'], /^ops: refund_destinations must be any, payer_only or default\.\n$/],
    [[id, '--payout-fee', '1', '--mode', 'prod'], /Allowed choices are live, test/],
    [[id], /^ops: Name a setting\. Add --help to see which there are\.\n$/],
    [[`acc_${NOBODY}`, '--payout-fee', '1'], /^ops: No such account\.\n$/],
    [['acc_1', '--payout-fee', '1'], /^ops: This is no id of an account: acc_1\n$/],
    [['--payout-fee', '1'], /missing required argument 'id'/],
  ];
  for (const [args, message] of cases) {
    const { code, out, err } = await ops(['account', 'set', ...args], env);
    t.deepEqual([code, out], [1, ''], args.join(' '));
    t.regex(err, message);
  }
  t.is((await ops(['account', 'show', id], env)).out, before.out);
  const unreached = await ops(['account', 'set', id, '--payout-fee', '1'], { KEYS_ADDRESS: '127.0.0.1:1' });
  t.is(unreached.code, 2);
  t.regex(unreached.err, /^ops: keys at 127\.0\.0\.1:1 cannot be reached/);
  t.is((await ops(['account', 'show', `acc_${NOBODY}`], env)).err, 'ops: No such account.\n');
});

test('the commands for accounts and users explain themselves, their options and the variable that they read', async (t) => {
  const commands: readonly [string, readonly string[]][] = [
    ['account set', ['--mode', '--payout-approval <none|required>', '--refund-sum-per-day', 'default', 'Exit code 1']],
    ['account show', ['--json']],
    ['user add', ['--account', '--email', '--role', 'owner', 'viewer', 'shown once', '--by']],
    ['user list', ['--account']],
    ['user disable', ['--by', 'last active owner']],
  ];
  for (const [command, names] of commands) {
    const { code, out } = await ops([...command.split(' '), '--help'], {});
    t.is(code, 0);
    const text = out.replaceAll(/\s+/g, ' ');
    for (const name of [`ops ${command}`, 'KEYS_ADDRESS', ...names]) t.true(text.includes(name), name);
  }
});

test('user remove-totp lets who has lost the device log in by the password alone, and may be repeated', async (t) => {
  const { env, database, client, id, raw, owner } = await account(t);
  const login = { email: owner.email, password: OWNER_PASSWORD };
  const { accessToken } = await client.login(call, login);
  const { secret } = await client.setUpTotp(call, { accessToken });
  await client.confirmTotp(call, { accessToken, code: authenticatorApp(secret).code(new Date()) });
  await t.throwsAsync(client.login(call, login), { message: /has a second factor/ });
  const remove = ['user', 'remove-totp', owner.id, '--by', 'Eva', '--reason', 'lost phone'];
  t.deepEqual(await opsProcess(remove, env), {
    code: 0,
    out: `${owner.id} of ${id} has no second factor any more: no login token of it is good, and the password logs in alone.\n`,
    err: '',
  });
  await t.throwsAsync(client.readToken(call, { accessToken }), { message: /login token is wrong/ });
  t.truthy((await client.login(call, login)).accessToken);
  const again = await ops(remove, env);
  t.is(again.out, `${owner.id} of ${id} has no second factor: nothing was changed.\n`);
  const wanted = { accountId: raw, action: 'user.totp_removed' };
  const event = await until(
    'it is filed',
    async () => (await database.connection.collection('audit_events').findOne(wanted)) ?? undefined,
  );
  t.like(event, { actorId: 'ops', operator: 'Eva', reason: 'lost phone', userId: owner.id.slice('usr_'.length) });
  const nobody = ['user', 'remove-totp', `usr_${NOBODY}`, '--by', 'Eva', '--reason', 'lost phone'];
  t.is((await ops(nobody, env)).err, 'ops: No such user.\n');
  t.not((await ops(['user', 'remove-totp', owner.id, '--by', 'Eva'], env)).code, 0, 'a reason is needed');
});

test('audit verify prints the head of the log, and ends with 1 where an event was changed or the head of before is gone', async (t) => {
  const { env, database, id } = await account(t);
  t.deepEqual(await ops(['audit', 'verify'], env), {
    code: 0,
    out: '0 audit events read: every hash agrees.\n',
    err: '',
  });
  for (const fee of ['5', '6', '7']) await ops(['account', 'set', id, '--payout-fee', fee, '--mode', 'live'], env);
  const chain = database.connection.collection('audit_chain');
  const last = await until('three acts are in the chain', async () => (await chain.findOne({ seq: 3 })) ?? undefined);
  const head = `3:${last['hash']}`;
  const sound = { code: 0, out: `3 audit events read: every hash agrees.\nHead: ${head}\n`, err: '' };
  for (const args of [[], ['--head', head], ['--head', head.slice(0, 34)]])
    t.deepEqual(await opsProcess(['audit', 'verify', ...args], env), sound);

  await chain.deleteOne({ seq: 3 });
  t.is((await ops(['audit', 'verify'], env)).code, 0, 'nothing inside of the database shows it');
  const shorter = await ops(['audit', 'verify', '--head', head], env);
  t.is(shorter.code, 1);
  t.regex(
    shorter.out,
    /^2 audit events read: every hash agrees\.\nHead: 2:\S+\nBroken at 3, shorter: the chain went to/,
  );
  await chain.updateOne({ seq: 2 }, { $set: { operator: 'Eva' } });
  const json = await ops(['audit', 'verify', '--json'], env);
  t.is(json.code, 1);
  t.like(JSON.parse(json.out), { head: { seq: 1 }, problem: { seq: 2, kind: 'hash' } });
  for (const wrong of ['3', '0:'.padEnd(34, 'a'), `3:${'a'.repeat(31)}`])
    t.regex(
      (await ops(['audit', 'verify', '--head', wrong], env)).err,
      /It must be a head as `audit verify` prints it/,
    );
});
