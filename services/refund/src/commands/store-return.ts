import { unavailable } from '@gx/core';
import { announceStatus, lastEvent } from '../domain/redelivery.ts';
import type { PlainRefund } from '../domain/refund.ts';
import type { ReturnOrder } from '../domain/return-order.ts';
import { returnOf } from '../domain/return-order.ts';
import type { RefundStore } from '../store/refunds.ts';

const MAX_CONFLICTS = 10;

export type StoreReturnDeps = {
  readonly refunds: RefundStore;
  /** Wakes the job that brings returns to their bank. */
  readonly trigger: (bankProfileId: string) => void;
  readonly now: () => Date;
};

/**
 * Stores the return of a Pix, once per Pix. Ordered again, it says again how far it is: the caller may not
 * have heard that it was taken up. False when another order for the same Pix stands: it must not be sent back
 * twice.
 */
export async function storeReturn(deps: StoreReturnDeps, order: ReturnOrder): Promise<boolean> {
  const { refunds, trigger } = deps;
  if (await refunds.insertReturn(returnOf(order))) {
    trigger(order.bankProfileId);
    return true;
  }
  for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts += 1) {
    const standing = await refunds.returnOfPix(order.bankProfileId, order.endToEndId);
    if (standing === undefined) throw new Error('a return is being stored');
    if (standing.id !== order.id) return false;
    if (await isAnswered(deps, standing)) return true;
  }
  throw unavailable('The return is being changed by too many others at once.');
}

/** False when somebody else, who brings it to its bank, changed it meanwhile. */
async function isAnswered({ refunds, now }: StoreReturnDeps, standing: PlainRefund): Promise<boolean> {
  const event = lastEvent(standing);
  if (event !== undefined) return refunds.republish(standing, event);
  await refunds.updatePlain(standing, (current) => announceStatus(current, now()));
  return true;
}
