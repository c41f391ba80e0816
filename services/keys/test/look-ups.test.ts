import { until } from '@gx/testkit';
import test from 'ava';
import { call, merchant, testKeys } from './harness.ts';

type Profiled = { readonly op: string; readonly ns: string; readonly planSummary?: string };

test('nothing that is asked of keys reads a collection from end to end', async (t) => {
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
  await client.logout(call, { accessToken });
  await db?.command({ profile: 0 });
  const asked = (await database.connection.collection('system.profile').find().toArray()) as unknown as Profiled[];
  const found = asked.filter(({ planSummary }) => planSummary !== undefined);
  t.true(found.length > 10);
  t.deepEqual(
    [...new Set(found.filter(({ planSummary }) => planSummary === 'COLLSCAN').map(({ op, ns }) => `${op} ${ns}`))],
    [],
  );
});
