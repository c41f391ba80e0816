import { random } from '@gx/testkit/faults';
import test, { registerCompletionHandler } from 'ava';
import { DEFECTS, missed, runDefects } from './defects/run-defects.ts';
import { REPLICAS } from './random.ts';
import { settings } from './settings.ts';
import { type Sandbox, startSandbox } from './world/sandbox.ts';

let sandbox: Sandbox;
test.before(async () => {
  sandbox = await startSandbox({ workers: 3, replicas: REPLICAS });
});
test.after.always(async () => sandbox?.stop());
// Hundreds have died here, and what the dead leave in a process is nobody's to wait for.
registerCompletionHandler(() => process.exit());

/** The whole set is `FAULTS_DEFECTS=all npm run soak`. */
const SOME = 6;
/** As many as at length: one that shows itself in each tenth schedule may not show itself in twenty. */
const SCHEDULES_MAX = 40;

test('a mistake that is planted on purpose is caught by an invariant that is about it, and nothing is wrong without it', async (t) => {
  t.timeout(300_000);
  const { seed } = settings();
  const drawn = Object.keys(DEFECTS)
    .map((name) => ({ name, at: random(`${seed}/${name}`).below(1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, SOME)
    .map(({ name }) => name);
  t.log(`FAULTS_BASE=${seed}: ${drawn.join(', ')}`);
  const runs = await runDefects(sandbox, { seed, most: SCHEDULES_MAX, only: drawn, onRun: () => undefined });
  t.is(runs.length, SOME);
  t.deepEqual(
    runs.flatMap((found) => missed(found) ?? []),
    [],
  );
});
