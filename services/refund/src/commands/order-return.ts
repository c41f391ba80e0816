import type { ReturnOrder } from '../domain/return-order.ts';
import { returnOf } from '../domain/return-order.ts';
import type { RefundStore } from '../store/refunds.ts';

type Deps = {
  readonly refunds: RefundStore;
  /** Wakes the job that brings returns to their banks. */
  readonly nudge: () => void;
};

/** Stores the return of a Pix, once per Pix. False when another order for the same Pix stands: it must not be sent back twice. */
export const orderReturn =
  ({ refunds, nudge }: Deps) =>
  async (order: ReturnOrder): Promise<boolean> => {
    if (await refunds.insertReturn(returnOf(order))) {
      nudge();
      return true;
    }
    const standing = await refunds.returnOfPix(order.bankProfileId, order.endToEndId);
    return standing === undefined ? Promise.reject(new Error('a return is being stored')) : standing.id === order.id;
  };
