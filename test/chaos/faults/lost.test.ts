import { EVENT_HEADERS } from '@gx/contracts';
import { SOBER } from '@gx/testkit/faults';
import test, { registerCompletionHandler } from 'ava';
import type { FlowName } from './play/flows.ts';
import { play } from './play/schedule.ts';
import { CALM } from './world/fate.ts';
import { type Sandbox, startSandbox } from './world/sandbox.ts';

let sandbox: Sandbox;
test.before(async () => {
  sandbox = await startSandbox({ workers: 1, replicas: { charge: 2, refund: 2 } });
});
test.after.always(async () => sandbox?.stop());
registerCompletionHandler(() => process.exit());

/** Lost after they were acknowledged, so nobody who sent them knows. */
const LOST = 2;
type Loss = readonly [type: string, flows: readonly FlowName[], knownBefore?: number, losses?: number];
const LOSSES: readonly Loss[] = [
  ['charge.return_ordered', ['payWrongAmount', 'payByStranger', 'payAfterCancel', 'rejectHeld', 'orderWrongAmount']],
  ['charge.payment_accepted', ['pay', 'orderPaid']],
  ['ledger.entry_posted', ['pay']],
  // What is said of a return: that it is under way, and that it is back. Nobody has heard of it then, so it
  // is ordered again.
  ['return.progressed', ['payWrongAmount', 'payByStranger', 'orderWrongAmount']],
  // Heard of once: nobody orders it again, and who said it asks.
  ['return.progressed', ['payWrongAmount', 'payByStranger', 'orderWrongAmount'], 1],
  ['refund.progressed', ['refund', 'cashOut', 'cardRefund']],
  // What the ledger alone hears: who told it asks.
  ['charge.payment_held', ['payUnnamed', 'approveHeld']],
  ['charge.dispute_opened', ['disputeAtOnce', 'caseOpened']],
  ['charge.dispute_closed', ['disputeWon', 'disputeLost', 'chargebackLost', 'caseWon', 'caseLostInParts']],
  ['charge.dispute_paid', ['caseLost', 'caseAccepted']],
  ['refund.lost', ['cashOutLost']],
  // The return of held money, and the end of a dispute, say all that their beginning said.
  ['charge.payment_held', ['rejectHeld', 'cancelHeld'], 0, 1],
  ['charge.dispute_opened', ['disputeWon', 'disputeLost', 'caseWon', 'caseLost'], 0, 1],
];

for (const [type, flows, knownBefore = 0, losses = LOST] of LOSSES) {
  for (const flow of flows) {
    const which = knownBefore === 0 ? '' : ' after another';
    const mended = losses === LOST ? 'is published again' : 'is made good by what comes after it';
    test.serial(`${flow}: a ${type}${which} that the broker loses ${mended}, and money moves once`, async (t) => {
      t.timeout(120_000);
      const worker = sandbox.workers[0];
      if (worker === undefined) throw new Error('no worker');
      let lost = 0;
      let seen = 0;
      const loses = ({ headers }: { readonly headers: Readonly<Record<string, string>> }): boolean => {
        if (lost >= losses || headers[EVENT_HEADERS.eventType] !== type) return false;
        seen += 1;
        if (seen <= knownBefore) return false;
        lost += 1;
        return true;
      };
      const fate = { ...CALM, bus: { ...CALM.bus, loses } };
      const { violations } = await play(worker, { random: SOBER, merchants: [[flow]], fate, onlyThePlay: false });
      t.deepEqual(violations, []);
      t.is(lost, losses);
    });
  }
}
