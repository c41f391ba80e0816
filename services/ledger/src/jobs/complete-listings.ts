import { InvariantViolation } from '@gx/core';
import type { Logger } from '@gx/runtime';
import { completeListing } from '../commands/complete-listing.ts';
import type { ListingStore } from '../store/listings.ts';

type Deps = { readonly listings: ListingStore; readonly log: Pick<Logger, 'error'> };

/**
 * Takes into the lists of wallets what a release wrote that knew no lists, before this one or beside it. A
 * wallet with a hole in its chain is logged and left out: no other waits for it.
 */
export const completeListings =
  ({ listings, log }: Deps) =>
  async (): Promise<void> => {
    for await (const key of listings.behind()) {
      try {
        await completeListing({ listings }, key);
      } catch (error) {
        if (!(error instanceof InvariantViolation)) throw error;
        const { accountId, livemode, currency } = key;
        log.error({ account_id: accountId, livemode, currency, err: error }, 'a wallet cannot be listed');
      }
    }
  };
