import type { Logger } from '@gx/runtime';
import type { BankDirectory } from '../banks/bank-directory.ts';
import { ownerOf, peersOf } from '../commands/decide-payments.ts';
import { isNamedByAnother } from '../commands/named-by-another.ts';
import { unacknowledgedOrders } from '../domain/return-money.ts';
import type { CallbackStore } from '../store/callbacks.ts';
import type { ChargeStore } from '../store/charges.ts';
import type { UnacknowledgedReturnStore } from '../store/unacknowledged-returns.ts';
import type {
  UnacknowledgedUnmatchedPayment,
  UnacknowledgedUnmatchedPaymentStore,
} from '../store/unacknowledged-unmatched-payments.ts';
import type { UnmatchedPaymentStore } from '../store/unmatched-payments.ts';

type Deps = {
  readonly banks: BankDirectory;
  readonly charges: ChargeStore;
  readonly callbacks: CallbackStore;
  readonly unmatchedPayments: UnmatchedPaymentStore;
  readonly unacknowledgedReturns: UnacknowledgedReturnStore;
  readonly unacknowledgedUnmatchedPayments: UnacknowledgedUnmatchedPaymentStore;
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
  const ordered = [...(await ofCharges(deps)), ...(await ofUnmatchedPayments(deps))];
  if (ordered.length === 0) return;
  const late = ordered.filter((at) => now().getTime() - at.getTime() > LATE_AFTER_WAITS * afterMs).length;
  if (late > 0) log.error({ alarm: 'return_not_taken_up', returns: late }, 'returns wait for refund, ordered again');
  else log.warn({ returns: ordered.length }, 'nobody has taken up returns yet, ordered again');
};

/** When what is told again was ordered. */
async function ofCharges({ unacknowledgedReturns, afterMs }: Deps): Promise<Date[]> {
  const ordered: Date[] = [];
  for (const due of await unacknowledgedReturns.due(afterMs, PAGE)) {
    const orders = unacknowledgedOrders(due.charge);
    if (orders.length === 0) await unacknowledgedReturns.close(due.charge);
    else await unacknowledgedReturns.tellAgain(due, orders);
    ordered.push(...orders.map(({ occurredAt }) => occurredAt));
  }
  return ordered;
}

async function ofUnmatchedPayments(deps: Deps): Promise<Date[]> {
  const { unacknowledgedUnmatchedPayments, afterMs } = deps;
  const ordered: Date[] = [];
  for (const unmatchedPayment of await unacknowledgedUnmatchedPayments.due(afterMs, PAGE)) {
    if (await belongsToCharge(deps, unmatchedPayment)) continue;
    await unacknowledgedUnmatchedPayments.tellAgain(unmatchedPayment);
    ordered.push(unmatchedPayment.storedAt);
  }
  return ordered;
}

/**
 * Whether a Pix that was only noted, and that its handler has not come back for, became a payment meanwhile,
 * or will, as a callback says.
 */
async function belongsToCharge(
  deps: Deps,
  { noted, livemode, endToEndId }: UnacknowledgedUnmatchedPayment,
): Promise<boolean> {
  if (noted !== true) return false;
  const peers = await peersOf(deps, { livemode });
  if ((await ownerOf(deps, { peers, livemode }, endToEndId)) !== undefined) return true;
  return isNamedByAnother(deps, peers, endToEndId);
}
