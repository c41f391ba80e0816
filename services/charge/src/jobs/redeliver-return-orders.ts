import type { Logger } from '@gx/runtime';
import type { BankDirectory } from '../banks/bank-directory.ts';
import { isNamedByWaitingCallback } from '../commands/named-by-waiting-callback.ts';
import { ownerOf, peersOf } from '../commands/payment-owner.ts';
import { unacknowledgedOrders } from '../domain/return-money.ts';
import type { CallbackStore } from '../store/callbacks.ts';
import type { ChargeStore } from '../store/charges.ts';
import type { RedeliveryStore } from '../store/redelivery.ts';
import type { UnmatchedPaymentDocument, UnmatchedPaymentStore } from '../store/unmatched-payments.ts';

type Deps = {
  readonly banks: BankDirectory;
  readonly charges: ChargeStore;
  readonly callbacks: CallbackStore;
  readonly unmatchedPayments: UnmatchedPaymentStore;
  readonly unacknowledgedReturns: RedeliveryStore;
  readonly log: Logger;
  readonly now: () => Date;
  readonly afterMs: number;
};

const PAGE = 200;
/** So many waits after the order neither one lost message nor a slow bank explains the silence. */
const LATE_AFTER_WAITS = 3;

/**
 * Publishes again the orders of returns that refund has not acknowledged: an order may be lost. Refund stores
 * an order once, and publishes its last event again.
 */
export const redeliverReturnOrders = (deps: Deps) => async (): Promise<void> => {
  const { log, now, afterMs } = deps;
  const ordered = [...(await ofCharges(deps)), ...(await ofUnmatchedPayments(deps))];
  if (ordered.length === 0) return;
  const late = ordered.filter((at) => now().getTime() - at.getTime() > LATE_AFTER_WAITS * afterMs).length;
  if (late > 0)
    log.error({ alarm: 'return_not_taken_up', returns: late }, 'return orders not acknowledged by refund, redelivered');
  else log.warn({ returns: ordered.length }, 'unacknowledged return orders redelivered');
};

/** When the redelivered orders were made. */
async function ofCharges({ unacknowledgedReturns, afterMs }: Deps): Promise<Date[]> {
  const ordered: Date[] = [];
  for (const due of await unacknowledgedReturns.due(afterMs, PAGE)) {
    const orders = unacknowledgedOrders(due.charge);
    if (orders.length === 0) await unacknowledgedReturns.stopChecking(due);
    else await unacknowledgedReturns.republish(due, orders);
    ordered.push(...orders.map(({ occurredAt }) => occurredAt));
  }
  return ordered;
}

async function ofUnmatchedPayments(deps: Deps): Promise<Date[]> {
  const { unmatchedPayments, afterMs } = deps;
  const ordered: Date[] = [];
  for (const unmatchedPayment of await unmatchedPayments.unacknowledged(afterMs, PAGE)) {
    if (await belongsToCharge(deps, unmatchedPayment)) continue;
    await unmatchedPayments.redeliver(unmatchedPayment);
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
  { noted, livemode, endToEndId }: UnmatchedPaymentDocument,
): Promise<boolean> {
  if (noted !== true) return false;
  const peers = await peersOf(deps, { livemode });
  if ((await ownerOf(deps, { peers, livemode }, endToEndId)) !== undefined) return true;
  return isNamedByWaitingCallback(deps, peers, endToEndId);
}
