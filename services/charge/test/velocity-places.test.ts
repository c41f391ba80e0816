import { newId } from '@gx/core';
import { testDatabase } from '@gx/testkit';
import test from 'ava';
import mongoose from 'mongoose';
import { accountPlaces } from '../src/commands/claim-account-place.ts';
import { documentOf } from '../src/store/charge-document.ts';
import { chargeModel } from '../src/store/charge-model.ts';
import { velocityStores } from '../src/store/velocity-stores.ts';
import { pendingCharge } from './pending-charge.ts';

/** Above the number of places that are taken without a close look, so that claims cross from the one way to the other. */
const MAX = 1_150;
const LIMITS = { customer: { max: 20, windowMs: 600_000 }, account: { max: MAX, windowMs: 600_000 } };
const database = await testDatabase('places');
const { connection } = database;
const model = await chargeModel(connection);
const stores = await velocityStores(connection, model, LIMITS);
test.after.always('the database goes', database.drop);

const newTenant = () => ({ accountId: newId('account'), livemode: false });
type Tenant = ReturnType<typeof newTenant>;
type Counted = { accountId: string; current: number; spans: { count: number }[]; used: number };
async function taken({ accountId }: Tenant): Promise<number> {
  const document = await connection.collection<Counted>('velocity_accounts').findOne({ accountId });
  const { current, spans, used } = document ?? { current: 0, spans: [], used: 0 };
  const sum = spans.reduce((total, { count }) => total + count, current);
  if (sum !== used) throw new Error(`${used} are said to be taken, and ${sum} are`);
  return sum;
}

/** A charge that is over and has its places still. */
function over(tenant: Tenant, span: Date, customer: string) {
  const charge = pendingCharge({ tenant, createdAt: new Date() });
  const document = documentOf(charge, new mongoose.mongo.Timestamp({ t: 0, i: 0 }), { customer, span });
  return { ...document, status: 'CANCELLED', placesDue: true };
}

test('from plenty to none, on three replicas at once: exactly as many places as the limit, whatever is taken back', async (t) => {
  const tenant = newTenant();
  const replicas = [accountPlaces(stores), accountPlaces(stores), accountPlaces(stores)];
  const claim = (at: number) => (replicas[at % 3] ?? accountPlaces(stores)).claim(tenant);
  const first = await Promise.all(Array.from({ length: 900 }, (_, at) => claim(at)));
  t.true(first.every((span) => span !== null));
  const [unused] = first;
  await Promise.all(
    Array.from({ length: 50 }, (_, at) => (replicas[at % 3] ?? accountPlaces(stores)).takeBack(tenant, unused as Date)),
  );
  t.is(await taken(tenant), 850);
  const rest = await Promise.all(Array.from({ length: 600 }, (_, at) => claim(at)));
  t.is(rest.filter((span) => span !== null).length, MAX - 850);
  t.is(await taken(tenant), MAX);
  t.true(replicas.every((replica) => replica.isTight(tenant)));
});

test('six that give the same places back at once give each back once, in lots', async (t) => {
  const tenant = newTenant();
  const places = accountPlaces(stores);
  const spans = await Promise.all(Array.from({ length: 700 }, () => places.claim(tenant)));
  const documents = spans.slice(0, 450).map((span) => over(tenant, span as Date, 'ana'));
  await model.collection.insertMany(documents as never[]);
  const ana = { tenant, customer: 'ana' };
  const [one, other] = documents;
  await stores.customers.claim(ana, one?.idempotencyKey ?? '');
  await stores.customers.claim(ana, 'of a charge that counts');
  await Promise.all(Array.from({ length: 6 }, () => stores.places.giveBack(tenant)));
  t.is(await taken(tenant), 250);
  t.is(await model.collection.countDocuments({ placesDue: true }), 0);
  const claim = await stores.customers.claim(ana, other?.idempotencyKey ?? '');
  t.is(claim.kind, 'made', 'nothing of it was left');
  const document = await connection.collection('velocity_customers').findOne({ accountId: tenant.accountId });
  t.deepEqual(
    document?.['places'].map(({ key }: { key: string }) => key),
    ['of a charge that counts', other?.idempotencyKey],
  );
});

test('of claims of one customer at once each key takes one place, and no more than there are', async (t) => {
  const ana = { tenant: newTenant(), customer: 'ana' };
  const keys = Array.from({ length: 30 }, (_, n) => `key-${n % 25}`);
  const claims = await Promise.all(keys.map((key) => stores.customers.claim(ana, key)));
  const kinds = (kind: string) => claims.filter((claim) => claim.kind === kind).length;
  t.is(kinds('made'), 20);
  t.is(kinds('full') + kinds('standing'), 10);
  const document = await connection.collection('velocity_customers').findOne({ accountId: ana.tenant.accountId });
  t.is(new Set(document?.['places'].map(({ key }: { key: string }) => key)).size, 20);
});

test('a place that a second claim relies on cannot be taken back by the first', async (t) => {
  const ana = { tenant: newTenant(), customer: 'ana' };
  const first = await stores.customers.claim(ana, 'key');
  const second = await stores.customers.claim(ana, 'key');
  t.deepEqual([first.kind, second.kind], ['made', 'standing']);
  if (first.kind !== 'made') return t.fail();
  await stores.customers.takeBack(ana, first.by);
  t.is((await stores.customers.claim(ana, 'key')).kind, 'standing');
  const alone = await stores.customers.claim(ana, 'another');
  if (alone.kind !== 'made') return t.fail();
  await stores.customers.takeBack(ana, alone.by);
  t.is((await stores.customers.claim(ana, 'another')).kind, 'made');
});
