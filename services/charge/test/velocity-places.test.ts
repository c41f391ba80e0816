import { newId } from '@gx/core';
import { servers, testDatabase, testHost, until } from '@gx/testkit';
import { startWire } from '@gx/testkit/faults';
import test, { type ExecutionContext } from 'ava';
import mongoose from 'mongoose';
import { accountPlaces } from '../src/commands/claim-account-place.ts';
import { documentOf } from '../src/store/charge-document.ts';
import { chargeModel } from '../src/store/charge-model.ts';
import { accountStore } from '../src/store/velocity-accounts.ts';
import { velocityStores } from '../src/store/velocity-stores.ts';
import { pendingCharge } from './pending-charge.ts';

/**
 * Above the number of places that are taken without a close look, so that claims cross from the one way to
 * the other.
 */
const MAX = 1_150;
const LIMITS = { customer: { max: 20, windowMs: 600_000 }, account: { max: MAX, windowMs: 600_000 } };
const SPAN_MS = 10_000;
const database = await testDatabase('places');
const { connection } = database;
const model = await chargeModel(connection);
const stores = await velocityStores(connection, model, LIMITS);
/** With so many places that nobody has to look closely. */
const AMPLE = { ...LIMITS, account: { max: 100_000, windowMs: 600_000 } };
const ample = await velocityStores(connection, model, AMPLE);
/** What counts places in one process. */
function replica(on: Pick<typeof stores, 'accounts' | 'places'> = stores) {
  const { life, log, stop } = testHost('places');
  return { ...accountPlaces({ ...on, life, log }), stop };
}
// The same database over connections that break when they are told to.
const { port } = new URL(servers().mongoUrl);
const wire = await startWire(() => Number(port));
const overWire = await mongoose
  .createConnection(`mongodb://127.0.0.1:${wire.port}/?directConnection=true`, {
    dbName: database.db,
    autoIndex: false,
  })
  .asPromise();
const brittle = await velocityStores(overWire, await chargeModel(overWire), AMPLE);
/** However long a test takes: what was taken ahead may still come back. */
const AWAITED_MS = 600_000;
const brittleAccounts = accountStore(overWire, AMPLE.account, AWAITED_MS);
test.after.always('the database goes', async () => {
  await overWire.close();
  await wire.stop();
  await database.drop();
});

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
  const document = documentOf(charge, new mongoose.mongo.Timestamp({ t: 0, i: 0 }), { customers: [customer], span });
  return { ...document, status: 'CANCELLED', placesDue: true };
}

test('from plenty to none, on three replicas at once: exactly as many places as the limit, whatever is taken back', async (t) => {
  const tenant = newTenant();
  const replicas = [replica(), replica(), replica()] as const;
  const claim = (at: number) => replicas[(at % 3) as 0 | 1 | 2].claim(tenant);
  const first = await Promise.all(Array.from({ length: 900 }, (_, at) => claim(at)));
  t.true(first.every((span) => span !== null));
  const [unused] = first;
  await Promise.all(
    Array.from({ length: 50 }, (_, at) => replicas[(at % 3) as 0 | 1 | 2].takeBack(tenant, unused as Date)),
  );
  await until('what was taken ahead is given back', async () => (await taken(tenant)) === 850);
  const rest = await Promise.all(Array.from({ length: 600 }, (_, at) => claim(at)));
  t.is(rest.filter((span) => span !== null).length, MAX - 850);
  t.is(await taken(tenant), MAX);
  t.true(replicas.every(({ isTight }) => isTight(tenant)));
});

const AT_ONCE = 16;
/**
 * As clients that wait for their answers claim, until more places are taken than were wanted; how many were.
 */
async function claimUntilAhead(tenant: Tenant, { claim }: Pick<ReturnType<typeof replica>, 'claim'>): Promise<number> {
  const before = await taken(tenant);
  for (let wanted = AT_ONCE; wanted < 800; wanted += AT_ONCE) {
    const spans = await Promise.all(Array.from({ length: AT_ONCE }, () => claim(tenant)));
    if (spans.includes(null)) throw new Error('refused');
    if ((await taken(tenant)) > before + wanted) return wanted;
  }
  throw new Error('nothing is taken ahead');
}

test('claims in quick succession share writes, and what was taken ahead in vain is given back', async (t) => {
  const tenant = newTenant();
  let writes = 0;
  const claim: typeof ample.accounts.claim = (of, wanted) => {
    writes += 1;
    return ample.accounts.claim(of, wanted);
  };
  const quick = replica({ ...ample, accounts: { ...ample.accounts, claim } });
  for (let round = 0; round < 40; round += 1)
    await Promise.all(Array.from({ length: AT_ONCE }, () => quick.claim(tenant)));
  t.true(writes < 40, `${writes} writes: one for each round, as if nothing were taken ahead`);
  await until('what is left is given back', async () => (await taken(tenant)) === 40 * AT_ONCE);
});

test('nobody is refused for places that another replica took ahead and nobody wants', async (t) => {
  const tenant = newTenant();
  const [quick, last] = [replica(), replica()];
  const wanted = await claimUntilAhead(tenant, quick);
  const rest = await Promise.all(Array.from({ length: MAX - wanted }, () => last.claim(tenant)));
  t.is(rest.filter((span) => span === null).length, 0);
  t.is(await taken(tenant), MAX);
  t.is(await last.claim(tenant), null);
});

test('nobody is refused for them either where that replica is late to give them back', async (t) => {
  const tenant = newTenant();
  const late = Promise.withResolvers<void>();
  let looks = 0;
  // However long it takes here until the last one asks.
  const patient = accountStore(connection, LIMITS.account, AWAITED_MS);
  const claimOf =
    (before: (wanted: Parameters<typeof stores.accounts.claim>[1]) => Promise<void>): typeof stores.accounts.claim =>
    async (of, wanted) => {
      await before(wanted);
      return patient.claim(of, wanted);
    };
  const slowly = claimOf(({ unused }) => (unused.length > 0 ? late.promise : Promise.resolve()));
  const counted = claimOf(async () => {
    looks += 1;
    // By now it has looked for a second.
    if (looks === 8) late.resolve();
  });
  const quick = replica({ ...stores, accounts: { ...stores.accounts, claim: slowly } });
  const wanted = await claimUntilAhead(tenant, quick);
  const other = replica();
  await Promise.all(Array.from({ length: MAX - (await taken(tenant)) }, () => other.claim(tenant)));
  const last = replica({ ...stores, accounts: { ...stores.accounts, claim: counted } });
  t.truthy(await last.claim(tenant), `refused after ${looks} looks`);
  t.true((await taken(tenant)) < MAX, `of ${wanted}`);
});

test('a process that stops gives back what it took ahead', async (t) => {
  const tenant = newTenant();
  const quick = replica();
  const wanted = await claimUntilAhead(tenant, quick);
  await quick.stop();
  t.is(await taken(tenant), wanted);
});

test('six that give the same places back at once give each back once, in lots', async (t) => {
  const tenant = newTenant();
  const places = replica();
  const spans = await Promise.all(Array.from({ length: 700 }, () => places.claim(tenant)));
  const documents = spans.slice(0, 450).map((span) => over(tenant, span as Date, 'ana'));
  await model.collection.insertMany(documents as never[]);
  const ana = { tenant, customer: 'ana' };
  const [one, other] = documents;
  await stores.customers.claim(ana, one?.idempotencyKey ?? '');
  await stores.customers.claim(ana, 'of a charge that counts');
  await Promise.all(Array.from({ length: 6 }, () => stores.places.giveBack(tenant)));
  await places.stop();
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

/**
 * Claims one place by a close look whose first answer is lost: the driver asks again, and the server says
 * what it has kept of it.
 */
async function claimTwice(t: ExecutionContext, claim: () => Promise<unknown>): Promise<void> {
  const before = wire.cuts();
  wire.cut({ word: { text: 'findAndModify', when: 'after' }, times: 1 });
  await claim();
  wire.cut(undefined);
  t.is(wire.cuts() - before, 1);
}

test.serial(
  'a claim whose answer is lost is one place, and says as much as one that is answered at once',
  async (t) => {
    const tenant = newTenant();
    const wanted = { claims: 1, ahead: 0, unused: [], span: null };
    await claimTwice(t, async () => {
      const granted = await brittleAccounts.claim(tenant, wanted);
      t.like(granted, { granted: 1, ahead: 0, roomy: true, mayComeBack: false });
      const leftMs = granted.spanLeftMs ?? Number.NaN;
      t.true(leftMs > 0 && leftMs <= SPAN_MS, `the span goes on for ${leftMs} ms`);
      await brittleAccounts.claim(tenant, { ...wanted, ahead: 5, span: granted.span });
    });
    await claimTwice(t, async () => {
      const { mayComeBack } = await brittleAccounts.claim(tenant, wanted);
      t.true(mayComeBack, 'somebody who was refused now would have to wait for the five');
    });
    t.is(await taken(tenant), 1 + 1 + 5 + 1);
  },
);

test.serial(
  'places that are taken ahead after an answer was lost are held as ever, and nothing is warned of',
  async (t) => {
    const warnings: Error[] = [];
    const warned = (warning: Error) => void warnings.push(warning);
    process.on('warning', warned);
    t.teardown(() => process.off('warning', warned));
    const tenant = newTenant();
    const places = replica(brittle);
    await claimTwice(t, () => places.claim(tenant));
    const wanted = await claimUntilAhead(tenant, places);
    await places.stop();
    t.is(await taken(tenant), 1 + wanted);
    t.deepEqual(warnings, []);
  },
);
