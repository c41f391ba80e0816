import type { Logger } from '@gx/runtime';
import { acceptedEvent } from '../domain/accept.ts';
import type { RedeliveryStore } from '../store/redelivery.ts';

type Deps = { readonly awaitingPosting: RedeliveryStore; readonly log: Logger; readonly afterMs: number };

const PAGE = 200;

/**
 * Publishes again the acceptance of payments that the ledger has not posted in time; the ledger posts a
 * reference once.
 */
export const redeliverPayments =
  ({ awaitingPosting, log, afterMs }: Deps) =>
  async (): Promise<void> => {
    const due = await awaitingPosting.due(afterMs, PAGE);
    for (const one of due) await awaitingPosting.republish(one, [acceptedEvent(one.charge)]);
    if (due.length > 0)
      log.error(
        { alarm: 'payment_not_posted', payments: due.length },
        'accepted payments not posted in time, events redelivered',
      );
  };
