import test, { registerCompletionHandler } from 'ava';
import { missing, newTally, summaryOf } from './play/tally.ts';
import { playEachFlowInPeace, playSeeds, REPLICAS, seedsFrom } from './random.ts';
import { settings } from './settings.ts';
import { type Sandbox, startSandbox } from './world/sandbox.ts';

let sandbox: Sandbox;
test.before(async () => {
  sandbox = await startSandbox({ workers: 6, replicas: REPLICAS });
});
test.after.always(async () => sandbox?.stop());
// Hundreds have died here, and what the dead leave in a process is nobody's to wait for.
registerCompletionHandler(() => process.exit());

/** Of each kind, in a run as short as this. */
const SOME = 5;
const { schedules, budgetMs, seed } = settings();

test.serial('each flow alone, with nothing going wrong: no invariant breaks', async (t) => {
  t.timeout(budgetMs * 5);
  const tally = newTally();
  await playEachFlowInPeace(sandbox, tally);
  t.is(summaryOf(tally), '');
});

test.serial('whatever dies, fails, comes late or twice: no centavo is lost, doubled or guessed', async (t) => {
  t.timeout(budgetMs * 5);
  const tally = newTally();
  const begin = performance.now();
  const seeds = seedsFrom(seed, schedules);
  // Where a busy machine has played too little of a kind when the time is up, it goes on, four times as long
  // at most.
  const isOver = (): boolean => {
    const spent = performance.now() - begin;
    return spent > 4 * budgetMs || (spent > budgetMs && missing(tally, SOME).length === 0);
  };
  const { faults, deaths } = await playSeeds(sandbox, { seeds, isOver }, tally);
  t.log(`${tally.schedules} schedules from FAULTS_BASE=${seed}, ${faults} faults, ${deaths} deaths`, tally.kinds);
  t.is(summaryOf(tally), '');
  t.deepEqual(missing(tally, SOME), [], 'the run was empty: too little happened in it');
});
