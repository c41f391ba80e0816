import test, { registerCompletionHandler } from 'ava';
import { newTally, summaryOf } from './play/tally.ts';
import { SWEPT, sweep } from './sweep.ts';
import { type Sandbox, startSandbox } from './world/sandbox.ts';

let sandbox: Sandbox;
test.before(async () => {
  sandbox = await startSandbox({ workers: 6 });
});
test.after.always(async () => sandbox?.stop());
// Hundreds have died here, and what the dead leave in a process is nobody's to wait for.
registerCompletionHandler(() => process.exit());

const crossed = test.macro({
  async exec(t, flow: (typeof SWEPT)[number]) {
    t.timeout(300_000);
    const tally = newTally();
    const { crossings, crashes, notMet } = await sweep(sandbox, [flow], tally);
    t.log(`${flow}: ${crossings} crossings, ${crashes} crashes, ${tally.failures.length} failed`);
    t.is(summaryOf(tally), '');
    t.true(crossings > 5 && crashes >= crossings, 'hardly anything was crashed');
    t.true(notMet.length <= crossings / 10, `not met: ${notMet.join(', ')}`);
  },
  title: (_, flow) => `a crash before or after any call of ${flow} loses nothing and doubles nothing`,
});

for (const flow of SWEPT) test.serial(crossed, flow);
