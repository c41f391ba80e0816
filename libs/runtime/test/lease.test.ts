import { ELSEWHERE, startJob } from '@gx/runtime';
import { acquireLease, releaseLease, withLease } from '@gx/runtime/mongo';
import { testDatabase, testHost, until } from '@gx/testkit';
import test from 'ava';

test('one owner has a lease until it ends by the database clock, or is given back', async (t) => {
  const database = await testDatabase('lease');
  t.teardown(database.drop);
  const lease = (owner: string, ttlMs = 60_000) => ({ connection: database.connection, name: 'sweep', owner, ttlMs });
  const acquired = await Promise.all(['a', 'b', 'c'].map((owner) => acquireLease(lease(owner))));
  t.is(acquired.filter(Boolean).length, 1);
  const winner = ['a', 'b', 'c'][acquired.indexOf(true)] ?? '';
  t.true(await acquireLease(lease(winner)), 'the owner renews');
  t.is(await withLease(lease('other'), async () => 'ran'), ELSEWHERE);
  await releaseLease({ connection: database.connection, name: 'sweep', owner: 'other' });
  t.false(await acquireLease(lease('other')), 'nobody gives back what another has');
  await releaseLease({ connection: database.connection, name: 'sweep', owner: winner });
  t.is(await withLease(lease('other'), async () => 'ran'), 'ran');
  t.true(await acquireLease(lease('short', 1)));
  t.true(await until('the short lease ends', () => acquireLease(lease('next'))));
});

test('a lease is renewed by the steps of what it guards, and lost by an owner that takes none', async (t) => {
  const database = await testDatabase('lease');
  t.teardown(database.drop);
  const { connection } = database;
  const lease = (owner: string, ttlMs: number) => ({ connection, name: 'sweep', owner, ttlMs });
  const end = async () => Number((await connection.collection('leases').findOne({ _id: 'sweep' as never }))?.['until']);
  await withLease(lease('long', 60_000), async (keep) => {
    const before = await end();
    t.true(await keep());
    t.is(await end(), before, 'the database is not queried at each step');
  });
  await withLease(lease('slow', 1), async (keep) => {
    const before = await end();
    await until('a step renews it', async () => (await keep()) && (await end()) > before);
    await until('it ends while no step is made', () => acquireLease(lease('next', 60_000)));
    t.false(await keep());
  });
  t.false(await acquireLease(lease('slow', 1)), 'the one that lost it does not give back what another has');
});

test('a job runs again after a failure, and a trigger during a run leads to one more', async (t) => {
  const host = testHost('job');
  let runs = 0;
  const job = startJob(host, {
    name: 'count',
    everyMs: 100_000,
    run: async () => {
      runs += 1;
      if (runs === 1) throw new Error('first run fails');
    },
  });
  await until('first run', () => runs === 1);
  job.trigger();
  await until('second run', () => runs === 2);
  t.true(host.lines.some((line) => line.includes('first run fails')));
  await host.stop();
  job.trigger();
  t.is(runs, 2);
});
