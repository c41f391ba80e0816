import { SOBER } from '@gx/testkit/faults';
import test, { registerCompletionHandler } from 'ava';
import { FLOW_NAMES } from './play/flows.ts';
import { play } from './play/schedule.ts';
import { CALM } from './world/fate.ts';
import { type Sandbox, startSandbox } from './world/sandbox.ts';

let sandbox: Sandbox;
test.before(async () => {
  sandbox = await startSandbox({ workers: 1, replicas: { charge: 2, refund: 2 } });
});
test.after.always(async () => sandbox?.stop());
registerCompletionHandler(() => process.exit());
for (const flow of FLOW_NAMES.filter((name) => name.startsWith('case')))
  test.serial(flow, async (t) => {
    t.timeout(120_000);
    const worker = sandbox.workers[0];
    if (worker === undefined) throw new Error('no worker');
    const { violations } = await play(worker, { random: SOBER, merchants: [[flow]], fate: CALM, onlyThePlay: false });
    t.deepEqual(violations, []);
  });
