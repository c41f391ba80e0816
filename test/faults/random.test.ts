import test, { registerCompletionHandler } from 'ava';
import { missing, newTally, told } from './play/tally.ts';
import { playSeeds, REPLICAS, seedsFrom } from './random.ts';
import { settings } from './settings.ts';
import { startWorld, type World } from './world/world.ts';

let world: World;
test.before(async () => {
  world = await startWorld({ lanes: 6, replicas: REPLICAS });
});
test.after.always(async () => world?.stop());
// Hundreds have died here, and what the dead leave in a process is nobody's to wait for.
registerCompletionHandler(() => process.exit());

/** Of each kind, in a run as short as this; fewer where a busy machine has played few schedules. */
const SOME = 5;
const SCHEDULES_FOR_ONE = 20;
const { schedules, budgetMs, seed } = settings();

test('whatever dies, fails, comes late or twice, in whatever order: no centavo is lost, doubled or guessed', async (t) => {
  t.timeout(budgetMs * 3);
  const tally = newTally();
  const end = performance.now() + budgetMs;
  const seeds = seedsFrom(seed, schedules);
  const { faults, deaths } = await playSeeds(world, { seeds, isOver: () => performance.now() > end }, tally);
  t.log(`${tally.schedules} schedules from FAULTS_BASE=${seed}, ${faults} faults, ${deaths} deaths`, tally.kinds);
  t.is(told(tally), '');
  const some = Math.min(SOME, Math.max(1, Math.floor(tally.schedules / SCHEDULES_FOR_ONE)));
  t.deepEqual(missing(tally, some), [], 'the run was empty: too little happened in it');
});
