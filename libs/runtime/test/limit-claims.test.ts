import { newId, type Tenant } from '@gx/core';
import { type LimitShare, limitClaims, makeLimitIndexes, replicaRegistry, transactionsOn } from '@gx/runtime/mongo';
import { testDatabase, uniqueName } from '@gx/testkit';
import test from 'ava';
import mongoose, { type Connection } from 'mongoose';

const database = await testDatabase('limit_claims');
await makeLimitIndexes(database.connection);
const limitsOn = (connection: Connection) =>
  limitClaims(connection, transactionsOn(connection, replicaRegistry(connection, uniqueName('replica'))));
const limits = limitsOn(database.connection);
test.after.always('the database goes', database.drop);

const UNTIL = new Date(Date.now() + 86_400_000);
const newTenant = (): Tenant => ({ accountId: newId('account'), livemode: true });
const of = (tenant: Tenant, id: string) => ({ tenant, id, until: UNTIL });
const share = (by: number, max?: number): LimitShare => ({ total: 'sum', by, max });
const key = (once: string, max: number): LimitShare => ({ total: 'keys', by: 1, max, once });

test('up to the maximum is claimed, what is above it is not, and adds nothing', async (t) => {
  const tenant = newTenant();
  t.deepEqual(await limits.claim(of(tenant, 'a'), [share(60, 100)]), { kind: 'claimed' });
  t.deepEqual(await limits.claim(of(tenant, 'b'), [share(41, 100)]), { kind: 'exceeded', total: 'sum' });
  t.deepEqual(await limits.claim(of(tenant, 'c'), [share(40, 100)]), { kind: 'claimed' });
  t.deepEqual(await limits.claim(of(tenant, 'b'), [share(1, 100)]), { kind: 'exceeded', total: 'sum' });
});

test('one share that does not fit, then nothing of the claim is added', async (t) => {
  const tenant = newTenant();
  const count = { total: 'count', by: 1, max: 1 };
  t.like(await limits.claim(of(tenant, 'a'), [count, share(11, 10)]), { kind: 'exceeded', total: 'sum' });
  t.like(await limits.claim(of(tenant, 'b'), [count, share(10, 10)]), { kind: 'claimed' });
});

test('the same claim again, also at once, then it is added once', async (t) => {
  const tenant = newTenant();
  const again = Array.from({ length: 12 }, () => limits.claim(of(tenant, 'a'), [share(60, 100)]));
  for (const result of await Promise.all(again)) t.is(result.kind, 'claimed');
  t.is((await limits.claim(of(tenant, 'b'), [share(40, 100)])).kind, 'claimed');
});

test('claims at once by two replicas, then exactly so many as fit', async (t) => {
  const tenant = newTenant();
  const other = await mongoose.createConnection(database.url, { dbName: database.db }).asPromise();
  t.teardown(() => other.close());
  const replicas = [limits, limitsOn(other)];
  const results = await Promise.all(
    Array.from({ length: 40 }, (_, n) => replicas[n % 2]?.claim(of(tenant, `c${n}`), [share(10, 150)])),
  );
  t.is(results.filter((result) => result?.kind === 'claimed').length, 15);
});

test('what no limit bounds is counted, for a limit that comes later', async (t) => {
  const tenant = newTenant();
  await limits.claim(of(tenant, 'a'), [share(60)]);
  t.is((await limits.claim(of(tenant, 'b'), [share(41, 100)])).kind, 'exceeded');
});

test('a maximum that has come down refuses what is added, one that went up lets it in', async (t) => {
  const tenant = newTenant();
  await limits.claim(of(tenant, 'a'), [share(60, 100)]);
  t.is((await limits.claim(of(tenant, 'b'), [share(1, 50)])).kind, 'exceeded');
  t.is((await limits.claim(of(tenant, 'b'), [share(100, 160)])).kind, 'claimed');
});

test('totals of other names, modes and accounts are others', async (t) => {
  const tenant = newTenant();
  await limits.claim(of(tenant, 'a'), [share(100, 100)]);
  const elsewhere = [
    limits.claim(of(tenant, 'b'), [{ ...share(100, 100), total: 'sum:tomorrow' }]),
    limits.claim(of({ ...tenant, livemode: false }, 'a'), [share(100, 100)]),
    limits.claim(of(newTenant(), 'a'), [share(100, 100)]),
  ];
  for (const result of await Promise.all(elsewhere)) t.is(result.kind, 'claimed');
});

test('given back, twice too, then a claim leaves room once, and is never claimed again', async (t) => {
  const tenant = newTenant();
  await limits.claim(of(tenant, 'a'), [share(60, 100)]);
  await limits.claim(of(tenant, 'b'), [share(40, 100)]);
  await Promise.all([limits.release(of(tenant, 'a')), limits.release(of(tenant, 'a'))]);
  t.is((await limits.claim(of(tenant, 'a'), [share(1, 100)])).kind, 'released');
  t.is((await limits.claim(of(tenant, 'c'), [share(61, 100)])).kind, 'exceeded');
  t.is((await limits.claim(of(tenant, 'c'), [share(60, 100)])).kind, 'claimed');
});

test('given back before it was claimed, then a late claim gets nothing', async (t) => {
  const tenant = newTenant();
  await limits.release(of(tenant, 'a'));
  t.is((await limits.claim(of(tenant, 'a'), [share(100, 100)])).kind, 'released');
  t.is((await limits.claim(of(tenant, 'b'), [share(100, 100)])).kind, 'claimed');
});

test('reduced, twice too, then one total has its room again, and the others stay', async (t) => {
  const tenant = newTenant();
  const count: LimitShare = { total: 'count', by: 1, max: 1 };
  await limits.claim(of(tenant, 'a'), [share(60, 100), count]);
  await limits.claim(of(tenant, 'b'), [share(40, 100)]);
  await limits.reduce(of(tenant, 'a'), 'sum');
  await limits.reduce(of(tenant, 'a'), 'sum');
  await limits.reduce(of(tenant, 'nobody'), 'sum');
  t.is((await limits.claim(of(tenant, 'c'), [share(61, 100)])).kind, 'exceeded');
  t.is((await limits.claim(of(tenant, 'c'), [share(60, 100)])).kind, 'claimed');
  t.deepEqual(await limits.claim(of(tenant, 'd'), [count]), { kind: 'exceeded', total: 'count' });
  await limits.release(of(tenant, 'a'));
  t.is((await limits.claim(of(tenant, 'd'), [share(1, 100)])).kind, 'exceeded', 'what was reduced is not released too');
  t.is((await limits.claim(of(tenant, 'd'), [count])).kind, 'claimed');
});

test('a thing that several claims name, then it is counted once, until the last of them is given back', async (t) => {
  const tenant = newTenant();
  const both = await Promise.all([
    limits.claim(of(tenant, 'a'), [key('x', 2)]),
    limits.claim(of(tenant, 'b'), [key('x', 2)]),
  ]);
  for (const result of both) t.is(result.kind, 'claimed');
  t.is((await limits.claim(of(tenant, 'c'), [key('y', 2)])).kind, 'claimed');
  t.is((await limits.claim(of(tenant, 'd'), [key('z', 2)])).kind, 'exceeded');
  t.is((await limits.claim(of(tenant, 'd'), [key('x', 2)])).kind, 'claimed');
  await limits.release(of(tenant, 'a'));
  await limits.release(of(tenant, 'b'));
  t.is((await limits.claim(of(tenant, 'e'), [key('z', 2)])).kind, 'exceeded', 'd has it still');
  await limits.release(of(tenant, 'd'));
  t.is((await limits.claim(of(tenant, 'e'), [key('z', 2)])).kind, 'claimed');
});

const MINUTES_10 = 600_000;
const like = (name: string, at: Date, isAllowed = false) => ({
  name,
  at,
  ...(isAllowed ? {} : { notSince: new Date(at.getTime() - MINUTES_10) }),
});

test('a claim like one that stands is refused and adds nothing, unless it is allowed to be alike', async (t) => {
  const tenant = newTenant();
  const now = new Date();
  t.deepEqual(await limits.claimUnlessAlike(of(tenant, 'a'), [share(10, 100)], like('x', now)), { kind: 'claimed' });
  t.deepEqual(await limits.claimUnlessAlike(of(tenant, 'b'), [share(80, 100)], like('x', now)), { kind: 'alike' });
  t.deepEqual(await limits.claimUnlessAlike(of(tenant, 'c'), [share(10, 100)], like('y', now)), { kind: 'claimed' });
  t.deepEqual(await limits.claimUnlessAlike(of(tenant, 'd'), [share(10, 100)], like('x', now, true)), {
    kind: 'claimed',
  });
  t.deepEqual(
    await limits.claimUnlessAlike(of(tenant, 'a'), [share(10, 100)], like('x', now)),
    { kind: 'claimed' },
    'itself',
  );
  t.deepEqual(await limits.claim(of(tenant, 'b'), [share(70, 100)]), { kind: 'claimed' }, 'nothing was added');
});

test('alike after the time, or after the other one was given back, then it is claimed', async (t) => {
  const tenant = newTenant();
  const now = new Date();
  await limits.claimUnlessAlike(of(tenant, 'a'), [], like('x', now));
  const later = new Date(now.getTime() + MINUTES_10);
  t.is((await limits.claimUnlessAlike(of(tenant, 'b'), [], like('x', new Date(later.getTime() - 1)))).kind, 'alike');
  t.is((await limits.claimUnlessAlike(of(tenant, 'b'), [], like('x', later))).kind, 'claimed');
  t.is((await limits.claimUnlessAlike(of(tenant, 'c'), [], like('x', later))).kind, 'alike');
  await limits.release(of(tenant, 'b'));
  t.is((await limits.claimUnlessAlike(of(tenant, 'c'), [], like('x', later))).kind, 'claimed');
  t.is((await limits.claimUnlessAlike(of({ ...tenant, livemode: false }, 'd'), [], like('x', later))).kind, 'claimed');
});

test('alike at once on two replicas, then exactly one is claimed', async (t) => {
  const other = await mongoose.createConnection(database.url, { dbName: database.db }).asPromise();
  t.teardown(() => other.close());
  const replicas = [limits, limitsOn(other)];
  for (let round = 0; round < 10; round += 1) {
    const tenant = newTenant();
    const now = new Date();
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, n) => replicas[n % 2]?.claimUnlessAlike(of(tenant, `c${n}`), [], like('x', now))),
    );
    t.is(results.filter((result) => result?.kind === 'claimed').length, 1);
  }
});

test('claims, releases and reductions at once, then every total is what stands', async (t) => {
  const tenant = newTenant();
  const other = await mongoose.createConnection(database.url, { dbName: database.db }).asPromise();
  t.teardown(() => other.close());
  const replicas = [limits, limitsOn(other)];
  const acts = Array.from({ length: 60 }, async (_, n) => {
    const mine = replicas[n % 2];
    const claimed = await mine?.claim(of(tenant, `c${n}`), [share(10, 300), key(`k${n % 5}`, 100)]);
    if (claimed?.kind !== 'claimed') return 0;
    if (n % 3 === 0) await replicas[(n + 1) % 2]?.release(of(tenant, `c${n}`));
    if (n % 3 === 1) await mine?.reduce(of(tenant, `c${n}`), 'sum');
    return n % 3 === 2 ? 10 : 0;
  });
  const stands = (await Promise.all(acts)).reduce<number>((sum, one) => sum + one, 0);
  const left = 300 - stands;
  t.is((await limits.claim(of(tenant, 'over'), [share(left + 1, 300)])).kind, 'exceeded');
  t.is((await limits.claim(of(tenant, 'fits'), [share(left, 300)])).kind, 'claimed');
});
