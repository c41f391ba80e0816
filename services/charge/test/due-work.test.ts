import { newId } from '@gx/core';
import { servers, testDatabase, until } from '@gx/testkit';
import { startWire } from '@gx/testkit/faults';
import test from 'ava';
import mongoose from 'mongoose';
import { accountQuota } from '../src/store/account-quota.ts';
import { chargeModel } from '../src/store/charge-model.ts';
import { chargeStore } from '../src/store/charges.ts';
import { closingStore } from '../src/store/closings.ts';
import { NO_TRANSACTIONS } from './no-transactions.ts';
import { STORED_IN_CLEAR } from './stored-in-clear.ts';

const database = await testDatabase('due');
const { connection } = database;
const model = await chargeModel(connection);
const closings = closingStore({ connection, model, stored: STORED_IN_CLEAR });
const quota = accountQuota(connection, model, { max: 100, windowMs: 600_000 });
const addresses = { publicBaseUrl: 'https://gx.example', checkoutBaseUrl: 'https://pay.gx.example' };
const charges = chargeStore({
  model,
  stored: STORED_IN_CLEAR,
  relay: { publish: () => undefined },
  addresses,
  inTransaction: NO_TRANSACTIONS,
  firstLeaseEnd: async () => new Date(),
});
const tenant = { accountId: newId('account'), livemode: false };
test.after.always('the database goes', database.drop);

const past = new Date(Date.now() - 60_000);
const later = new Date(Date.now() + 3_600_000);
const longAgo = new Date(Date.now() - 3_600_000);
/** Of each kind of charge a hundred, of which a few are due. */
const document = (n: number) => ({
  _id: newId('charge'),
  ...tenant,
  idempotencyKey: `key-${n}`,
  bankProfileId: 'bank',
  method: 'PIX',
  status: n % 2 === 0 ? 'WAITING_PAYMENT' : 'PAID',
  closing: n % 10 === 2 ? { as: 'EXPIRED', at: past } : null,
  paymentOptions: [
    { method: 'PIX', txid: `txid-${n}`, pix: { brCode: '', expiresAt: n % 20 === 0 || n % 10 === 2 ? past : later } },
  ],
  due: n % 10 === 2 ? { 'closing:bank': past } : n % 2 === 0 ? { 'expiry:bank': n % 20 === 0 ? past : later } : {},
  listed: n % 2 === 0,
  createdAt: n < 350 ? longAgo : new Date(),
  payments: [{ endToEndId: `e2e-${n}` }],
});

test.serial('what jobs and refusals look for is found by an index', async (t) => {
  await model.collection.insertMany(Array.from({ length: 400 }, (_, n) => document(n)) as never[]);
  await connection.db?.command({ profile: 2 });
  const due = await closings.due('bank', 200);
  t.is(await closings.waiting('bank', 30_000), due.length);
  t.truthy(await quota.claim(tenant));
  await charges.statusesById(tenant, [newId('charge'), newId('charge')]);
  await connection.db?.command({ profile: 0 });
  const expected = Array.from({ length: 400 }, (_, n) => n).filter((n) => n % 20 === 0 || n % 10 === 2);
  t.is(due.length, expected.length);
  const plans = await connection
    .collection('system.profile')
    .find({ ns: /\.charges$/, op: { $in: ['query', 'command', 'update'] } })
    .toArray();
  t.true(plans.length >= 4);
  t.deepEqual(
    plans
      .filter(({ planSummary }) => !String(planSummary).startsWith('IXSCAN'))
      .map(({ planSummary, command }) => ({ planSummary, command })),
    [],
  );
  for (const { keysExamined, docsExamined } of plans) t.true(docsExamined <= keysExamined && keysExamined <= 60);
});

test.serial('a database that answered its time slowly: no charge is found before its time afterwards', async (t) => {
  const wire = await startWire(() => Number(new URL(servers().mongoUrl).port));
  const url = `mongodb://127.0.0.1:${wire.port}/${connection.name}?directConnection=true`;
  const slow = await mongoose.createConnection(url, { autoIndex: false, autoCreate: false }).asPromise();
  t.teardown(async () => {
    await slow.destroy();
    await wire.stop();
  });
  const late = closingStore({ connection: slow, model: await chargeModel(slow), stored: STORED_IN_CLEAR });
  const hold = wire.hold('hello');
  const first = late.due('slow', 10);
  const heldAtMs = Date.now();
  await until('its question has waited for two seconds', () => hold.waiting() > 0 && Date.now() - heldAtMs > 2_000);
  hold.release();
  await first;
  const soon = new Date(Date.now() + 1_500);
  const one = { ...document(1_000), bankProfileId: 'slow', due: { 'expiry:slow': soon } };
  await model.collection.insertOne(one as never);
  const found = await late.due('slow', 10);
  t.true(Date.now() >= soon.getTime() || found.length === 0);
  await until('it is found at its time', async () => (await late.due('slow', 10)).length === 1);
  t.true(Date.now() >= soon.getTime());
});
