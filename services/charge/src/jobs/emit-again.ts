import type { Logger } from '@gx/runtime';
import type { ClearingStore } from '../store/clearing.ts';

type Deps = { readonly clearing: ClearingStore; readonly log: Logger; readonly afterMs: number };

const PAGE = 200;

/**
 * Tells the ledger again of accepted money that has not reached the wallet in time; it answers a known
 * reference again.
 */
export const emitAgain =
  ({ clearing, log, afterMs }: Deps) =>
  async (): Promise<void> => {
    const payments = await clearing.emitAgain(afterMs, PAGE);
    if (payments > 0)
      log.error({ alarm: 'payment_not_posted', payments }, 'payments wait for the ledger, told it again');
  };
