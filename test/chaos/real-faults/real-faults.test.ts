import test, { registerCompletionHandler } from 'ava';
import { realFaults, SHORT_RUN, tableOf } from './index.ts';

// Real processes, two replicas each, on servers of their own; one clock in two a minute ahead or behind.
const run = realFaults(SHORT_RUN);

// A scenario whose time is up has clients that wait for ever: nobody waits for them.
registerCompletionHandler(() => process.exit());
test.after.always(async (t) => {
  const logs = await run.close();
  if (logs !== undefined) t.log(`the logs are in ${logs}`);
});

for (const { name, run: play } of run.scenarios) {
  test.serial(`${name}, under load: nothing lost, nothing doubled, bank and ledger agree to the centavo`, async (t) => {
    // More than its parts may take by their own limits: each recovery 180 s, rest 90 s, the ledger's word 60
    // s.
    t.timeout(600_000);
    const row = await play();
    t.log(`\n${tableOf([row])}`);
    t.deepEqual(row.problems, []);
    t.deepEqual([row.lost, row.doubled, row.unbalanced, row.overRefunded], [0, 0, 0, 0]);
    const { expired: _, ...objects } = row.objects;
    t.true(Math.min(...Object.values(objects)) > 0, 'an empty run shows nothing');
    t.true(row.faults > 0 && row.operations > 0);
  });
}
