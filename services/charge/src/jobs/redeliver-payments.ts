import type { Logger } from '@gx/runtime';
import type { ClearingStore } from '../store/clearing.ts';

type Deps = { readonly clearing: ClearingStore; readonly log: Logger; readonly afterMs: number };

const PAGE = 200;

/**
 * Publishes again the acceptance of payments that the ledger has not posted in time; the ledger posts a
 * reference once.
 */
export const redeliverPayments =
  ({ clearing, log, afterMs }: Deps) =>
  async (): Promise<void> => {
    const payments = await clearing.redeliver(afterMs, PAGE);
    if (payments > 0)
      log.error({ alarm: 'payment_not_posted', payments }, 'accepted payments not posted in time, events redelivered');
  };
