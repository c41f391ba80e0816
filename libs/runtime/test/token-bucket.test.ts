import { type BucketLimits, tokenBucket } from '@gx/runtime/mongo';
import { testDatabase, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import mongoose from 'mongoose';

/** Two replicas that share a database, with a connection each. */
async function replicas(t: ExecutionContext) {
  const database = await testDatabase('bucket');
  t.teardown(database.drop);
  const other = await mongoose.createConnection(database.url, { dbName: database.db }).asPromise();
  t.teardown(() => other.close());
  const at = (connection: typeof other, limits: BucketLimits, name = 'bank') =>
    tokenBucket(connection, { collection: 'buckets', name, limits });
  return {
    one: (limits: BucketLimits, name?: string) => at(database.connection, limits, name),
    two: (limits: BucketLimits, name?: string) => at(other, limits, name),
    collection: database.connection.collection('buckets'),
  };
}

/** One token in ten minutes: none comes back while a test runs. */
const SLOW = { perMinute: 0.1, atOnce: 50 };

test('of claims of two replicas at once no more succeed than there are tokens', async (t) => {
  const { one, two } = await replicas(t);
  const buckets = [one(SLOW), two(SLOW)];
  const claims = await Promise.all(Array.from({ length: 200 }, (_, i) => buckets[i % 2]?.claim()));
  t.is(claims.filter((claim) => claim?.claimed).length, SLOW.atOnce);
  for (const claim of claims) if (claim?.claimed === false) t.true(claim.waitMs > 590_000 && claim.waitMs <= 600_000);
});

test('tokens come back at their rate, and what was refused is granted after its wait', async (t) => {
  const { one, two } = await replicas(t);
  const limits = { perMinute: 600, atOnce: 3 };
  const buckets = [one(limits), two(limits)];
  const startedAt = performance.now();
  let granted = 0;
  await until('twelve are granted', async () => {
    for (const bucket of buckets) if ((await bucket.claim()).claimed) granted += 1;
    return granted >= 12;
  });
  const elapsedMs = performance.now() - startedAt;
  t.true(granted <= limits.atOnce + elapsedMs / 100 + 1, `${granted} in ${elapsedMs} ms`);
  const refused = await until('one is refused', async () => {
    const claim = await buckets[0]?.claim();
    return claim?.claimed === false && claim;
  });
  t.true(refused.waitMs <= 100);
  t.true(await until('it is granted', async () => (await buckets[1]?.claim())?.claimed));
});

test('after a pause there are as many as fit, and no more', async (t) => {
  const { one, collection } = await replicas(t);
  const bucket = one(SLOW);
  await bucket.claim();
  await collection.updateOne({ _id: 'bank' as never }, { $set: { fullAt: new Date(0) } });
  const claims = await Promise.all(Array.from({ length: 60 }, () => bucket.claim()));
  t.is(claims.filter(({ claimed }) => claimed).length, SLOW.atOnce);
});

test('what is spent beyond a claim is waited for, below none too', async (t) => {
  const { one, two } = await replicas(t);
  const limits = { perMinute: 1, atOnce: 5 };
  const startedAt = performance.now();
  t.true((await one(limits).claim()).claimed);
  await two(limits).spend(9);
  const claim = await one(limits).claim();
  const passedMs = performance.now() - startedAt;
  t.false(claim.claimed);
  // Ten of five are gone: the sixth minute brings the next.
  if (!claim.claimed) t.true(claim.waitMs >= 359_990 - passedMs && claim.waitMs <= 360_000, String(claim.waitMs));
});

test('a bucket that is first spent from is then short of that', async (t) => {
  const { one } = await replicas(t);
  const limits = { perMinute: 1, atOnce: 2 };
  await one(limits).spend(2);
  t.false((await one(limits).claim()).claimed);
});

test('buckets of two names know nothing of each other, and other limits hold at once', async (t) => {
  const { one, two } = await replicas(t);
  const limits = { perMinute: 0.1, atOnce: 1 };
  t.true((await one(limits).claim()).claimed);
  t.false((await two(limits).claim()).claimed);
  t.true((await two(limits, 'other').claim()).claimed);
  t.true((await two({ perMinute: 0.1, atOnce: 2 }).claim()).claimed);
  t.false((await two({ perMinute: 0.1, atOnce: 2 }).claim()).claimed);
});
