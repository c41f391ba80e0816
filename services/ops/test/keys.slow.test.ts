import { SERVICES } from '@gx/contracts';
import { type Id, sha256Hex, wireId } from '@gx/core';
import type { Call, Handlers } from '@gx/runtime';
import { grpcService } from '@gx/runtime/grpc';
import { localClient, serveRpcs, testHost, uniqueName, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { ops, opsProcess, serve } from './harness.ts';

const call: Call = { requestId: 'test' };
const PASSWORD = 'correct horse';
const key = (id: string): string => wireId('apiKey', id as Id<'apiKey'>);

/** Keys in a process of its own, and a merchant who has logged in. */
async function keysService(t: ExecutionContext) {
  const { address, database } = await serve(t, 'keys');
  const client = localClient(SERVICES.keys, address, { idempotent: [], deadlineMs: 20_000 });
  t.teardown(client.close);
  const merchant = async () => {
    const email = `${uniqueName('ana')}@example.com`;
    const { accountId } = await client.createAccount(call, {
      name: 'Loja',
      userName: 'Ana',
      email,
      password: PASSWORD,
    });
    const { accessToken } = await client.login(call, { email, password: PASSWORD });
    const issue = (test = false) => client.issueKey(call, { accessToken, test, label: 'Canario' });
    return { accountId: wireId('account', accountId as Id<'account'>), raw: accountId, accessToken, issue };
  };
  const admits = (fingerprint: string): Promise<boolean> =>
    client.resolveKey(call, { fingerprint }).then(
      () => true,
      () => false,
    );
  return { env: { KEYS_ADDRESS: address }, database, client, merchant, admits };
}

test('keys revoke closes one key by its fingerprint or id, names its tenant, and may be repeated', async (t) => {
  const { env, database, merchant, admits } = await keysService(t);
  const { accountId, raw, issue } = await merchant();
  const [first, second, other] = [await issue(), await issue(true), await issue()];
  const revoked = await opsProcess(['keys', 'revoke', first.fingerprint], env);
  t.deepEqual(revoked, {
    code: 0,
    out: `${key(first.id)} (${first.prefix}…, live) of ${accountId} is revoked: no gateway accepts it any more.\n`,
    err: '',
  });
  const byId = await ops(['keys', 'revoke', key(second.id)], env);
  t.is(
    byId.out,
    `${key(second.id)} (${second.prefix}…, test) of ${accountId} is revoked: no gateway accepts it any more.\n`,
  );
  t.deepEqual(
    [await admits(first.fingerprint), await admits(second.fingerprint), await admits(other.fingerprint)],
    [false, false, true],
  );
  const again = await ops(['keys', 'revoke', first.fingerprint], env);
  t.deepEqual([again.code, again.err], [0, '']);
  t.regex(
    again.out,
    /^No such API key is left to revoke: it was revoked or rotated before, or never issued\. No gateway/,
  );

  const events = database.connection.collection('audit_events');
  const filed = await until('both revocations are filed', async () => {
    const found = await events.find({ accountId: raw, action: 'api_key.revoked' }).toArray();
    return found.length === 2 && found;
  });
  t.deepEqual(new Set(filed.map(({ actorId }) => actorId)), new Set(['ops']));
});

test('keys revoke --account says how many there are and does nothing; with --yes it revokes all of them and nobody else’s', async (t) => {
  const { env, merchant, admits } = await keysService(t);
  const [owner, stranger] = [await merchant(), await merchant()];
  const theirs = await stranger.issue();
  const own = await Promise.all(Array.from({ length: 60 }, (_, index) => owner.issue(index % 2 === 0)));
  const all = ['keys', 'revoke', '--account', owner.accountId];

  const unconfirmed = await ops(all, env);
  const question = `ops: ${owner.accountId} has 60 API keys. Nothing was revoked: add --yes to revoke all of them.\n`;
  t.deepEqual(unconfirmed, { code: 2, out: '', err: question });
  t.true(await admits(own[0]?.fingerprint ?? ''));

  const done = await ops([...all, '--yes'], env);
  t.deepEqual([done.code, done.err], [0, '']);
  for (const { id, prefix } of own) t.true(done.out.includes(`${key(id)} (${prefix}…`));
  t.true(done.out.endsWith(`60 API keys of ${owner.accountId} revoked: no gateway accepts one of them any more.\n`));
  const left = await Promise.all(own.map(({ fingerprint }) => admits(fingerprint)));
  t.false(left.includes(true));
  t.true(await admits(theirs.fingerprint));

  for (const args of [all, [...all, '--yes']]) {
    t.deepEqual(await ops(args, env), { code: 0, out: `${owner.accountId} has no API key.\n`, err: '' });
  }
});

test('keys list shows the keys of an account, newest first, without the merchant’s own words', async (t) => {
  const { env, merchant } = await keysService(t);
  const { accountId, issue } = await merchant();
  t.is((await ops(['keys', 'list', '--account', accountId], env)).out, 'There is no API key.\n');
  const first = await issue();
  await until('the clock has moved', () => Date.now() > first.createdAtMs);
  const second = await issue(true);
  const at = ({ createdAtMs }: typeof first): string => new Date(createdAtMs).toISOString();

  const { code, out } = await opsProcess(['keys', 'list', '--account', accountId], env);
  t.is(code, 0);
  const [head = '', ...rows] = out.trimEnd().split('\n');
  t.regex(head, /^KEY +FINGERPRINT +BEGINS WITH +MODE +CREATED$/);
  t.deepEqual(
    rows.map((row) => row.split(/ +/)),
    [
      [key(second.id), second.fingerprint, second.prefix, 'test', at(second)],
      [key(first.id), first.fingerprint, first.prefix, 'live', at(first)],
    ],
  );
  t.notRegex(out, /Canario/);
  t.false(out.includes(first.apiKey));

  const later = await ops(['keys', 'list', '--account', accountId, '--created-after', at(first), '--json'], env);
  t.deepEqual(JSON.parse(later.out), [
    {
      keyId: key(second.id),
      accountId,
      mode: 'test',
      fingerprint: second.fingerprint,
      prefix: second.prefix,
      createdAt: at(second),
    },
  ]);
  const one = await ops(['keys', 'list', '--account', accountId, '--limit', '1'], env);
  t.regex(one.out, /\n1 of 2 is shown\.\n$/);
});

test('keys says what is wrong in one line and never repeats what may be a key', async (t) => {
  const { env, merchant } = await keysService(t);
  const { accountId, issue } = await merchant();
  const { apiKey, fingerprint } = await issue();
  const stranger = wireId('account', '01939b6e-7f4b-7000-8000-000000000000' as Id<'account'>);
  const cases: readonly [string[], RegExp][] = [
    [['revoke'], /^ops: Name a key, or an account with --account\.\n$/],
    [['revoke', fingerprint, '--account', accountId], /^ops: Name a key, or an account with --account\.\n$/],
    [['revoke', apiKey], /^ops: An API key is a secret and belongs into no argument\. .*sha256sum/],
    [['revoke', fingerprint.slice(0, 12)], /^ops: A key is named by its fingerprint .* or by its id\.\n$/],
    [['revoke', '--account', stranger, '--yes'], /^ops: No such account\.\n$/],
    [['revoke', '--account', apiKey], /^ops: This is no id of an account\.\n$/],
    [['list', '--account', stranger], /^ops: No such account\.\n$/],
    [
      ['list', '--account', accountId, '--created-after', '21/11/2026'],
      /It must be a time like 2026-11-21T10:00:00Z\./,
    ],
    [['list', '--account', accountId, '--created-after', '2026-11-21T10:00:00'], /It must be a time like/],
    // A day that does not exist is no day after it.
    [['list', '--account', accountId, '--created-after', '2026-02-30T10:00:00Z'], /It must be a time like/],
    [['list'], /required option '--account <id>'/],
  ];
  for (const [args, message] of cases) {
    const { code, out, err } = await ops(['keys', ...args], env);
    t.deepEqual([code, out], [2, ''], args.join(' '));
    t.regex(err, message);
    t.false(err.includes(apiKey));
  }
  const { err } = await ops(['keys', 'revoke', sha256Hex('x')], {});
  t.is(err, 'ops: KEYS_ADDRESS is required\n');
  t.is((await ops(['keys', 'list', '--account', accountId, '--json'], env)).code, 0, 'and nothing was revoked');
});

test('a service of a version that does not know a command is named, in one line', async (t) => {
  const host = testHost('older');
  t.teardown(host.stop);
  const { port } = await serveRpcs(host, grpcService(SERVICES.keys, {} as Handlers<typeof SERVICES.keys>));
  const { code, out, err } = await opsProcess(['keys', 'revoke', sha256Hex('x')], {
    KEYS_ADDRESS: `127.0.0.1:${port}`,
  });
  const message = `ops: keys at 127.0.0.1:${port} is of an older version, which does not know this command.\n`;
  t.deepEqual([code, out, err], [2, '', message]);
});

test('keys explains itself and the variable that it reads', async (t) => {
  for (const command of ['list', 'revoke']) {
    const { code, out } = await ops(['keys', command, '--help'], {});
    t.is(code, 0);
    for (const name of [`ops keys ${command}`, 'KEYS_ADDRESS', '--account']) t.true(out.includes(name), name);
  }
});
