import type { Logger } from '@gx/runtime';
import type { BankDirectory } from '../banks/bank-directory.ts';
import { ownerOf, peersOf } from '../commands/dispose-of-receipts.ts';
import { isNamedByAnother } from '../commands/named-by-another.ts';
import { untakenOrders } from '../domain/return-money.ts';
import type { ChargeStore } from '../store/charges.ts';
import type { NoticeStore } from '../store/notices.ts';
import type { StrayStore } from '../store/strays.ts';
import type { UntakenReturnStore } from '../store/untaken-returns.ts';
import type { UntakenStray, UntakenStrayStore } from '../store/untaken-strays.ts';

type Deps = {
  readonly banks: BankDirectory;
  readonly charges: ChargeStore;
  readonly notices: NoticeStore;
  readonly strays: StrayStore;
  readonly untakenReturns: UntakenReturnStore;
  readonly untakenStrays: UntakenStrayStore;
  readonly log: Logger;
  readonly now: () => Date;
  readonly afterMs: number;
};

const PAGE = 200;
/** So many waits after it was ordered it is no longer one message that was lost, nor a bank that is slow. */
const LATE_AFTER_WAITS = 3;

/**
 * Tells the refund service again of money that is to go back and that it has not said it has: an order may be
 * lost on its way. It stores an order once, and says again what it last said. What an earlier version
 * ordered, which did not look, is told once more too.
 */
export const orderReturnsAgain = (deps: Deps) => async (): Promise<void> => {
  const { log, now, afterMs } = deps;
  const ordered = [...(await ofCharges(deps)), ...(await ofStrays(deps))];
  if (ordered.length === 0) return;
  const late = ordered.filter((at) => now().getTime() - at.getTime() > LATE_AFTER_WAITS * afterMs).length;
  if (late > 0) log.error({ alarm: 'return_not_taken_up', returns: late }, 'returns wait for refund, ordered again');
  else log.warn({ returns: ordered.length }, 'nobody has taken up returns yet, ordered again');
};

/** When what is told again was ordered. */
async function ofCharges({ untakenReturns, afterMs }: Deps): Promise<Date[]> {
  const ordered: Date[] = [];
  for (const due of await untakenReturns.due(afterMs, PAGE)) {
    const orders = untakenOrders(due.charge);
    if (orders.length === 0) await untakenReturns.close(due.charge);
    else await untakenReturns.tellAgain(due, orders);
    ordered.push(...orders.map(({ occurredAt }) => occurredAt));
  }
  return ordered;
}

async function ofStrays(deps: Deps): Promise<Date[]> {
  const { untakenStrays, afterMs } = deps;
  const ordered: Date[] = [];
  for (const stray of await untakenStrays.due(afterMs, PAGE)) {
    if (await hasOwner(deps, stray)) continue;
    await untakenStrays.tellAgain(stray);
    ordered.push(stray.storedAt);
  }
  return ordered;
}

/**
 * Whether a Pix that was only noted, and that its handler has not come back for, became a receipt meanwhile,
 * or will, as a notice says.
 */
async function hasOwner(deps: Deps, { noted, livemode, endToEndId }: UntakenStray): Promise<boolean> {
  if (noted !== true) return false;
  const peers = await peersOf(deps, { livemode });
  if ((await ownerOf(deps, { peers, livemode }, endToEndId)) !== undefined) return true;
  return isNamedByAnother(deps, peers, endToEndId);
}
