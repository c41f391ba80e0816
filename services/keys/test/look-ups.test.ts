import { KEY_LEASE_MS } from '@gx/contracts';
import { Refusal, sha256Hex } from '@gx/core';
import { type TestDatabase, until } from '@gx/testkit';
import test from 'ava';
import { call, merchant, testKeys, userWithRole } from './harness.ts';

type ProfilerEntry = {
  readonly op: string;
  readonly ns: string;
  readonly planSummary?: string;
  readonly command: { readonly maxTimeMS?: number; readonly readConcern?: { readonly level?: string } };
};

/** The linearizable reads that some calls cost. */
async function confirmedBy({ connection }: TestDatabase, ask: () => Promise<unknown>): Promise<ProfilerEntry[]> {
  await connection.db?.command({ profile: 2 });
  await ask();
  await connection.db?.command({ profile: 0 });
  const profiled = connection.collection('system.profile');
  const queries = (await profiled.find().toArray()) as unknown as ProfilerEntry[];
  await profiled.drop();
  return queries.filter(({ command }) => command.readConcern?.level === 'linearizable');
}

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
  const givenTo = async (ask: () => Promise<unknown>): Promise<number[]> => {
    const confirmed = await confirmedBy(database, ask);
    return confirmed.map(({ command }) => command.maxTimeMS ?? Number.POSITIVE_INFINITY);
  };
  const [gateway, ...more] = await givenTo(() => client.resolveKey(call, key));
  t.true(gateway !== undefined && gateway < KEY_LEASE_MS && more.length === 0);
  const operator = await givenTo(() => client.revokeKeyByOperator(call, { key: key.fingerprint }));
  t.deepEqual(operator, [10_000]);
});

test('a key that nobody has, alone or one of a thousand: no linearizable read', async (t) => {
  const { client, database } = await testKeys(t);
  const { accessToken } = await merchant(client);
  const revoked = await client.issueKey(call, { accessToken });
  await client.revokeKey(call, { accessToken, id: revoked.id });
  const unknown = Array.from({ length: 1_000 }, (_, nth) => sha256Hex(`nobody’s ${nth}`));
  const refused = (fingerprint: string) =>
    t.throwsAsync(client.resolveKey(call, { fingerprint }), { code: 'not_found' });
  const reads = await confirmedBy(database, async () => {
    await refused(revoked.fingerprint);
    await Promise.all(unknown.map(refused));
  });
  t.deepEqual(reads, []);
});

test('a thousand keys that nobody has, beside good ones: each is answered as alone, and they share few reads', async (t) => {
  const { client, database } = await testKeys(t);
  const { accessToken, accountId } = await merchant(client);
  const good = await client.issueKey(call, { accessToken });
  const fingerprints = Array.from({ length: 1_000 }, (_, nth) =>
    nth % 100 === 7 ? good.fingerprint : sha256Hex(`nobody’s ${nth}`),
  );
  const answers: string[] = [];
  const resolve = async (fingerprint: string): Promise<void> => {
    const answer = await client.resolveKey(call, { fingerprint }).catch((error: unknown) => error);
    answers.push(
      answer instanceof Refusal
        ? `${answer.code} ${fingerprint}`
        : (answer as { readonly accountId: string }).accountId,
    );
  };
  const reads = await confirmedBy(database, () => Promise.all(fingerprints.map(resolve)));
  const expected = fingerprints.map((one) => (one === good.fingerprint ? accountId : `not_found ${one}`));
  t.deepEqual(answers.toSorted(), expected.toSorted());
  t.log(`${reads.length} reads for ${fingerprints.length} look-ups`);
  t.true(reads.length < fingerprints.length / 4);
});
