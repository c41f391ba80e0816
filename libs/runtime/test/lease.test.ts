import { ELSEWHERE, startJob } from '@gx/runtime';
import { releaseLease, takeLease, withLease } from '@gx/runtime/mongo';
import { testDatabase, testHost, until } from '@gx/testkit';
import test from 'ava';

test('one owner has a lease until it ends by the database clock, or is given back', async (t) => {
  const database = await testDatabase('lease');
  t.teardown(database.drop);
  const lease = (owner: string, ttlMs = 60_000) => ({ connection: database.connection, name: 'sweep', owner, ttlMs });
  const taken = await Promise.all(['a', 'b', 'c'].map((owner) => takeLease(lease(owner))));
  t.is(taken.filter(Boolean).length, 1);
  const winner = ['a', 'b', 'c'][taken.indexOf(true)] ?? '';
  t.true(await takeLease(lease(winner)), 'the owner renews');
  t.is(await withLease(lease('other'), async () => 'ran'), ELSEWHERE);
  await releaseLease({ connection: database.connection, name: 'sweep', owner: 'other' });
  t.false(await takeLease(lease('other')), 'nobody gives back what another has');
  await releaseLease({ connection: database.connection, name: 'sweep', owner: winner });
  t.is(await withLease(lease('other'), async () => 'ran'), 'ran');
  t.true(await takeLease(lease('short', 1)));
  t.true(await until('the short lease ends', () => takeLease(lease('next'))));
});

test('a job runs again after a failure, and a nudge during a run leads to one more', async (t) => {
  const host = testHost('job');
  let runs = 0;
  const job = startJob({
    name: 'count',
    everyMs: 100_000,
    log: host.log,
    life: host.life,
    run: async () => {
      runs += 1;
      if (runs === 1) throw new Error('first run fails');
    },
  });
  await until('first run', () => runs === 1);
  job.nudge();
  await until('second run', () => runs === 2);
  t.true(host.lines.some((line) => line.includes('first run fails')));
  await host.stop();
  job.nudge();
  t.is(runs, 2);
});
