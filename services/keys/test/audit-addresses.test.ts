import { COLLECTION_RIGHTS, SERVICES } from '@gx/contracts';
import { uniqueName, until } from '@gx/testkit';
import test from 'ava';
import { call, merchant } from './harness.ts';
import { linkIn, mailsTo, withHook } from './mails.ts';
import { testClock, withTotp } from './totp-user.ts';

/** RPCs whose requests say where the client is, without those that are no act of a user. */
const FROM_SOMEWHERE = Object.entries(SERVICES.keys as Readonly<Record<string, { requestType?: { type: unknown } }>>)
  .filter(([, { requestType }]) => JSON.stringify(requestType?.type).includes('"clientAddress"'))
  .map(([rpc]) => rpc)
  .filter((rpc) => rpc !== 'Login');

test('each act of a user says in the audit log from where, and nowhere else; an act of an operator says nothing', async (t) => {
  const keys = await withHook(t);
  const clock = testClock();
  const { client, host } = await keys.replica({}, clock.now);
  const owner = await merchant(client);
  const { email, accountId } = owner;
  let { accessToken, password } = owner;
  const sent = new Map<string, string>();
  /** Each act comes from an address of its own. */
  const from = (rpc: string): { readonly clientAddress: string } => {
    const clientAddress = sent.get(rpc) ?? `198.51.100.${sent.size + 101}`;
    sent.set(rpc, clientAddress);
    return { clientAddress };
  };
  const mailed = async (to: string, kind: string) =>
    until('the mail is there', () => {
      const links = mailsTo(keys.hook, to).map(linkIn);
      return links.findLast((link) => link.kind === kind)?.token;
    });

  const { id } = await client.issueKey(call, { accessToken, ...from('IssueKey') });
  const rotated = await client.rotateKey(call, { accessToken, id, ...from('RotateKey') });
  await client.revokeKey(call, { accessToken, id: rotated.id, ...from('RevokeKey') });
  const rui = `${uniqueName('rui')}@example.com`;
  const user = await client.inviteUser(call, { accessToken, email: rui, role: 'viewer', ...from('InviteUser') });
  const token = await mailed(rui, 'invitation');
  await client.acceptInvitation(call, { token, name: 'Rui', password: 'a good password', ...from('AcceptInvitation') });
  await client.changeUserRole(call, { accessToken, userId: user.id, role: 'finance', ...from('ChangeUserRole') });
  await client.removeUser(call, { accessToken, userId: user.id, ...from('RemoveUser') });
  const change = { currentPassword: password, newPassword: 'another password' };
  await client.changePassword(call, { accessToken, ...change, ...from('ChangePassword') });
  await client.requestPasswordReset(call, { email });
  password = 'a third password';
  const reset = { token: await mailed(email, 'password_reset'), newPassword: password };
  await client.resetPassword(call, { ...reset, ...from('ResetPassword') });
  const login = async () =>
    (await client.login(call, { email, password, clientAddress: '198.51.100.100' })).accessToken;
  accessToken = await login();
  await client.logoutAll(call, { accessToken, ...from('LogoutAll') });
  accessToken = await login();
  const app = await withTotp(client, clock, { ...owner, accessToken }, from('ConfirmTotp'));
  const totp = app.code(clock.now(), 1);
  await client.removeTotp(call, { accessToken, totp, ...from('RemoveTotp') });
  await client.setAccountSettings(call, { accountId, livemode: true, values: { payoutFee: '5' }, operator: 'Eva' });

  t.deepEqual([...sent.keys()].sort(), FROM_SOMEWHERE.sort(), 'every act that there is');
  const events = await until('all acts are filed', async () => {
    const found = (await client.listAuditEvents(call, { accessToken, limit: 100 })).events;
    return found.length === sent.size + 1 && found;
  });
  t.deepEqual(
    events.map(({ clientAddress }) => clientAddress ?? 'none').sort(),
    [...sent.values(), 'none'].sort(),
    'each act has its own',
  );
  t.like(
    events.filter(({ clientAddress }) => clientAddress === undefined),
    { length: 1, 0: { action: 'account.settings_changed' } },
  );
  t.deepEqual(
    [...host.lines, ...keys.host.lines].filter((line) => line.includes('198.51.100.')),
    [],
  );
});

test('an act from nobody knows where has no address', async (t) => {
  const { client } = await withHook(t);
  const { accessToken } = await merchant(client);
  await client.issueKey(call, { accessToken });
  const [event] = await until('it is filed', async () => {
    const { events } = await client.listAuditEvents(call, { accessToken, limit: 5 });
    return events.length > 0 && events;
  });
  t.is(event?.clientAddress, undefined);
});

test('the database user of keys has rights on the collections that there are, and on no other', async (t) => {
  const { database } = await withHook(t);
  const there = await database.connection.listCollections();
  t.deepEqual(there.map(({ name }) => name).sort(), Object.keys(COLLECTION_RIGHTS.keys ?? {}).sort());
});
