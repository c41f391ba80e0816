import type { PlainRefund } from '../domain/refund.ts';
import type { ReturnOrder } from '../domain/return-order.ts';
import { returnOf } from '../domain/return-order.ts';
import { lastWord, sayWhereItStands } from '../domain/say-again.ts';
import type { RefundStore } from '../store/refunds.ts';

type Deps = {
  readonly refunds: RefundStore;
  /** Wakes the job that brings returns to their bank. */
  readonly trigger: (bankProfileId: string) => void;
  readonly now: () => Date;
};

/**
 * Stores the return of a Pix, once per Pix. Ordered again, it says again how far it is: whoever orders may
 * not have heard that it was taken up. False when another order for the same Pix stands: it must not be sent
 * back twice.
 */
export const orderReturn =
  (deps: Deps) =>
  async (order: ReturnOrder): Promise<boolean> => {
    const { refunds, trigger } = deps;
    if (await refunds.insertReturn(returnOf(order))) {
      trigger(order.bankProfileId);
      return true;
    }
    const standing = await refunds.returnOfPix(order.bankProfileId, order.endToEndId);
    if (standing === undefined) throw new Error('a return is being stored');
    if (standing.id !== order.id) return false;
    await answer(deps, standing);
    return true;
  };

async function answer({ refunds, now }: Deps, standing: PlainRefund): Promise<void> {
  const word = lastWord(standing);
  if (word === undefined) await refunds.updatePlain(standing, (current) => sayWhereItStands(current, now()));
  else await refunds.sayAgain(standing, word);
}
