import { KEY_LEASE_MS } from '@gx/contracts';
import { Refusal } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { call, merchant, testKeys, userWithRole } from './harness.ts';

type ProfilerEntry = {
  readonly op: string;
  readonly ns: string;
  readonly planSummary?: string;
  readonly command: { readonly maxTimeMS?: number; readonly readConcern?: { readonly level?: string } };
};

test('no query of keys reads a collection from end to end', async (t) => {
  const { client, database } = await testKeys(t);
  const { db } = database.connection;
  await db?.command({ profile: 2 });
  const { accessToken, accountId } = await merchant(client);
  const [first, second] = [await client.issueKey(call, { accessToken }), await client.issueKey(call, { accessToken })];
  await client.listKeys(call, { accessToken });
  await client.resolveKey(call, first);
  await client.rotateKey(call, { accessToken, id: first.id });
  await client.listAccountKeys(call, { accountId, createdAfterMs: first.createdAtMs });
  await client.revokeKeyByOperator(call, { key: second.fingerprint });
  await client.revokeKeyByOperator(call, { key: first.id });
  await until('all is filed', async () => {
    const { events } = await client.listAuditEvents(call, { accessToken, limit: 10, fingerprint: first.fingerprint });
    return events.length === 2;
  });
  await client.getAccountSettings(call, { accountId });
  await client.changeAccountState(call, { accountId, state: 'FROZEN', operator: 'Rui', reason: 'fraud' });
  await client.getAccountStanding(call, { accountId });
  await client.setAccountSettings(call, { accountId, values: { payoutFee: '5' } });
  const added = await userWithRole(client, accountId, 'owner');
  await client.listUsers(call, { accountId });
  await client.disableUser(call, { userId: added.userId, operator: 'Rui' });
  await client.addUser(call, { accountId, email: added.email, role: 'viewer' });
  const invited = await client.inviteUser(call, { accessToken, email: 'found@example.com', role: 'viewer' });
  await client.changeUserRole(call, { accessToken, userId: invited.id, role: 'finance' });
  await client.listOwnUsers(call, { accessToken });
  await client.removeUser(call, { accessToken, userId: invited.id });
  await client.requestPasswordReset(call, { email: 'found@example.com' });
  const token = 'of no link';
  for (const use of [
    client.acceptInvitation(call, { token, name: 'Ana', password: 'a password' }),
    client.resetPassword(call, { token, newPassword: 'a password' }),
  ])
    await t.throwsAsync(use, { instanceOf: Refusal });
  await client.logoutAll(call, { accessToken });
  await db?.command({ profile: 0 });
  const queries = (await database.connection
    .collection('system.profile')
    .find()
    .toArray()) as unknown as ProfilerEntry[];
  const found = queries.filter(({ planSummary }) => planSummary !== undefined);
  t.true(found.length > 10);
  t.deepEqual(
    [...new Set(found.filter(({ planSummary }) => planSummary === 'COLLSCAN').map(({ op, ns }) => `${op} ${ns}`))],
    [],
  );
});

test('the database is given less than a lease to confirm a key for a gateway, and an operator’s patience for an operator', async (t) => {
  const { client, database } = await testKeys(t);
  const { accessToken } = await merchant(client);
  const key = await client.issueKey(call, { accessToken });
  const { db } = database.connection;
  const givenTo = async (ask: () => Promise<unknown>): Promise<number[]> => {
    await db?.command({ profile: 2 });
    await ask();
    await db?.command({ profile: 0 });
    const profiled = database.connection.collection('system.profile');
    const queries = (await profiled.find().toArray()) as unknown as ProfilerEntry[];
    await profiled.drop();
    const confirmed = queries.filter(({ command }) => command.readConcern?.level === 'linearizable');
    return confirmed.map(({ command }) => command.maxTimeMS ?? Number.POSITIVE_INFINITY);
  };
  const [gateway, ...more] = await givenTo(() => client.resolveKey(call, key));
  t.true(gateway !== undefined && gateway < KEY_LEASE_MS && more.length === 0);
  const operator = await givenTo(() => client.revokeKeyByOperator(call, { key: key.fingerprint }));
  t.deepEqual(operator, [10_000]);
});
