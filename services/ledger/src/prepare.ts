import { runPrepare } from '@gx/runtime/mongo';
import { SPEC } from './config.ts';
import { completeListings } from './jobs/complete-listings.ts';
import { listingStore } from './store/listings.ts';
import { makeIndexes } from './store/make-indexes.ts';
import { ledgerModels } from './store/models.ts';

await runPrepare('ledger', SPEC, async (connection, log) => {
  await makeIndexes(connection);
  // What the release before has written is listed by then: the first page of nobody waits for it.
  await completeListings({ listings: listingStore(ledgerModels(connection)), log })();
});
