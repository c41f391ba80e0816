import { SOBER, singlePlan } from '@gx/testkit/faults';
import test, { registerCompletionHandler } from 'ava';
import type { FlowName } from './play/flows.ts';
import { playInTime } from './play/in-time.ts';
import { CALM } from './world/fate.ts';
import { type Sandbox, startSandbox } from './world/sandbox.ts';

let sandbox: Sandbox;
test.before(async () => {
  sandbox = await startSandbox({ workers: 1 });
});
test.after.always(async () => sandbox?.stop());
// What the dead leave in a process is nobody's to wait for.
registerCompletionHandler(() => process.exit());

/** MongoDB itself keeps the locks of a dead client for a minute and more. */
const FREE_WITHIN_MS = 40_000;

const freed = test.macro({
  async exec(t, flow: FlowName, label: string) {
    t.timeout(120_000);
    const [worker] = sandbox.workers;
    if (worker === undefined) throw new Error('no worker');
    const plan = singlePlan(label, { kind: 'die', side: 'after' });
    const began = performance.now();
    const { violations } = await playInTime(worker, {
      random: SOBER,
      merchants: [[flow]],
      fate: { ...CALM, plan },
      onlyThePlay: true,
    });
    t.deepEqual(violations, []);
    t.true(plan.wasMet());
    t.true(performance.now() - began < FREE_WITHIN_MS, 'somebody waited for the locks of a dead replica');
  },
  title: (_, flow, label) =>
    `a replica that dies inside a transaction, ${label} of ${flow}: others clear its locks away`,
});

test.serial(freed, 'caseOpened', 'charge mongodb update disputes #1');
test.serial(freed, 'payout', 'payout mongodb update limit_claims #1');
test.serial(freed, 'cashOut', 'refund mongodb update limit_claims #1');
