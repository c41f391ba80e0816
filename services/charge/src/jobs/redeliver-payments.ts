import type { Logger } from '@gx/runtime';
import type { AwaitingPostingStore } from '../store/awaiting-posting.ts';

type Deps = { readonly awaitingPosting: AwaitingPostingStore; readonly log: Logger; readonly afterMs: number };

const PAGE = 200;

/**
 * Publishes again the acceptance of payments that the ledger has not posted in time; the ledger posts a
 * reference once.
 */
export const redeliverPayments =
  ({ awaitingPosting, log, afterMs }: Deps) =>
  async (): Promise<void> => {
    const payments = await awaitingPosting.redeliver(afterMs, PAGE);
    if (payments > 0)
      log.error({ alarm: 'payment_not_posted', payments }, 'accepted payments not posted in time, events redelivered');
  };
