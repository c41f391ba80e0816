import { newId } from '@gx/core';
import { servers, testDatabase } from '@gx/testkit';
import { startWire } from '@gx/testkit/faults';
import test from 'ava';
import mongoose from 'mongoose';
import { claimQuota } from '../src/commands/claim-quota.ts';
import { accountQuota } from '../src/store/account-quota.ts';
import { chargeModel } from '../src/store/charge-model.ts';
import { chargeStore } from '../src/store/charges.ts';
import { customerQuota } from '../src/store/customer-quota.ts';
import { NO_TRANSACTIONS } from './no-transactions.ts';
import { pendingCharge } from './pending-charge.ts';
import { STORED_IN_CLEAR } from './stored-in-clear.ts';

const LIMIT = { max: 20, windowMs: 600_000 };
const NONE = { max: 0, windowMs: 600_000 };
const database = await testDatabase('quota');
const { connection } = database;
const model = await chargeModel(connection);
const addresses = { publicBaseUrl: 'https://gx.example', checkoutBaseUrl: 'https://pay.gx.example' };
const charges = chargeStore({
  model,
  stored: STORED_IN_CLEAR,
  relay: { publish: () => undefined },
  addresses,
  inTransaction: NO_TRANSACTIONS,
  firstLeaseEnd: async () => new Date(),
});
// The same database over a connection that breaks when it is told to.
const { port } = new URL(servers().mongoUrl);
const wire = await startWire(() => Number(port));
const overWire = await mongoose
  .createConnection(`mongodb://127.0.0.1:${wire.port}/?directConnection=true`, {
    dbName: database.db,
    autoIndex: false,
  })
  .asPromise();
test.after.always('the database goes', async () => {
  await overWire.close();
  await wire.stop();
  await database.drop();
});

const newTenant = () => ({ accountId: newId('account'), livemode: false });
type Tenant = ReturnType<typeof newTenant>;
async function claimsOf({ accountId }: Tenant): Promise<number[]> {
  const documents = await connection.collection('quota_claims').find({ accountId }).toArray();
  return documents.map((one) => one['claims'].length);
}
/** What claims quota in one process. */
async function replica(limit = LIMIT) {
  const quota = await customerQuota(connection, limit);
  const deps = {
    charges,
    customerQuota: quota,
    accountQuota: accountQuota(connection, model, NONE),
    customerSecrets: ['a secret of the tests that is long enough'] as const,
  };
  return {
    quota,
    claim: (tenant: Tenant, id = newId('charge')) =>
      claimQuota(deps, { tenant, id, customer: { document: '52998224725', email: 'ana@example.com' } }),
  };
}

test('of claims of one identity at once on three replicas exactly the limit is made', async (t) => {
  const tenant = newTenant();
  const replicas = await Promise.all([replica(), replica(), replica()]);
  const made = await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      const quota = replicas[at % 3]?.quota;
      for (let attempts = 0; attempts < 2; attempts += 1)
        if ((await quota?.claim(tenant, ['ana'], newId('charge'))) === 1) return 1;
      return 0;
    }),
  );
  t.is(made.filter((one) => one === 1).length, LIMIT.max);
  t.deepEqual(await claimsOf(tenant), [LIMIT.max]);
});

test('two replicas want the last claims of both identities at once, one of them has both', async (t) => {
  const [one, other] = await Promise.all([replica({ ...LIMIT, max: 1 }), replica({ ...LIMIT, max: 1 })]);
  for (let round = 0; round < 20; round += 1) {
    const tenant = newTenant();
    const results = await Promise.all([one.claim(tenant), other.claim(tenant)]);
    t.is(results.filter((result) => typeof result === 'function').length, 1);
    t.deepEqual(await claimsOf(tenant), [1, 1]);
  }
});

test('a charge that is given up before its insert, nobody is refused for it', async (t) => {
  const tenant = newTenant();
  const { claim } = await replica({ ...LIMIT, max: 1 });
  const release = await claim(tenant);
  if (typeof release !== 'function') return t.fail();
  const [next] = await Promise.all([claim(tenant), release()]);
  t.is(typeof next, 'function');
});

test('a refused claim leaves nothing under any identity', async (t) => {
  const tenant = newTenant();
  const { claim, quota } = await replica({ ...LIMIT, max: 1 });
  const charge = pendingCharge({ tenant, createdAt: new Date() });
  t.true(await charges.insert(charge));
  const release = await claim(tenant, charge.id);
  if (typeof release !== 'function') return t.fail();
  const documents = await connection.collection('quota_claims').find({ accountId: tenant.accountId }).toArray();
  for (const { _id } of documents) {
    const identity = String(_id).split(':')[2] ?? '';
    await quota.release(tenant, [identity], [charge.id]);
    t.not(typeof (await claim(tenant)), 'function');
    t.deepEqual((await claimsOf(tenant)).toSorted(), [0, 1]);
    t.is(await quota.claim(tenant, [identity], charge.id), 1);
  }
});

test('a claim whose response is lost is one claim', async (t) => {
  const tenant = newTenant();
  const quota = await customerQuota(overWire, LIMIT);
  const before = wire.cuts();
  wire.cut({ word: { text: 'quota_claims', when: 'after' }, times: 1 });
  t.is(await quota.claim(tenant, ['ana', 'ana@'], newId('charge')), 2);
  wire.cut(undefined);
  t.is(wire.cuts() - before, 1);
  t.deepEqual(await claimsOf(tenant), [1, 1]);
});
