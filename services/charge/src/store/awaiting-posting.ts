import { type OutboxRelay, redeliveryQueue } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import { acceptedEvent } from '../domain/accept.ts';
import type { PublicAddresses } from '../domain/charge-view.ts';
import { type ChargeDocument, chargeOf } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';
import { DUE_PATHS } from './due.ts';
import { encodeEvent } from './encode-event.ts';

export type AwaitingPostingStore = ReturnType<typeof awaitingPostingStore>;
type Deps = {
  readonly connection: Connection;
  readonly model: ChargeModel;
  readonly relay: Pick<OutboxRelay, 'publish'>;
  readonly addresses: PublicAddresses;
};

/** Accepted money that waits for the ledger. */
export function awaitingPostingStore({ connection, model, relay, addresses }: Deps) {
  const queue = redeliveryQueue<ChargeDocument>(model, { connection, relay, path: DUE_PATHS.posting });
  return {
    /**
     * Tells the ledger again of payments that were not posted `afterMs` after it was last told. Same event
     * ids.
     */
    async redeliver(afterMs: number, limit: number): Promise<number> {
      const documents = await queue.due(afterMs, limit);
      for (const document of documents) {
        const charge = chargeOf(document);
        await queue.republish(document, [encodeEvent(charge, acceptedEvent(charge), addresses)]);
      }
      return documents.length;
    },
  };
}
