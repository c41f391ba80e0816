import { newId, type Tenant } from '@gx/core';
import { type LimitShare, limitClaims, makeLimitIndexes } from '@gx/runtime/mongo';
import { testDatabase } from '@gx/testkit';
import test from 'ava';
import mongoose from 'mongoose';

const database = await testDatabase('limit_claims');
await makeLimitIndexes(database.connection);
const limits = limitClaims(database.connection);
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
  const replicas = [limits, limitClaims(other)];
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
