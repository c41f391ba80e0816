import { type DuePath, type OutboxRelay, redeliveryQueue } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import type { Charge, ChargeEvent } from '../domain/charge.ts';
import type { PublicAddresses } from '../domain/charge-view.ts';
import type { ChargeDocument } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';
import { encodeEvent } from './encode-event.ts';
import type { StoredCharges } from './stored-charges.ts';

export type RedeliveryStore = ReturnType<typeof redeliveryStore>;
export type RedeliveryDeps = {
  readonly connection: Connection;
  readonly model: ChargeModel;
  readonly stored: StoredCharges;
  readonly relay: Pick<OutboxRelay, 'publish'>;
  readonly addresses: PublicAddresses;
};
/** A charge whose events may be lost, as it was found. */
export type UnconfirmedCharge = { readonly charge: Charge; readonly document: ChargeDocument };

/** Charges with events that one of their consumers is not known to have. */
export function redeliveryStore({ connection, model, stored, relay, addresses }: RedeliveryDeps, path: DuePath) {
  const queue = redeliveryQueue<ChargeDocument>(model, { connection, relay, path });
  return {
    /** Those whose events were last published `afterMs` ago, the oldest first. */
    async due(afterMs: number, limit: number): Promise<UnconfirmedCharge[]> {
      const documents = await queue.due(afterMs, limit);
      const charges = await stored.eachOpened(documents);
      return documents.map((document, at) => ({ charge: charges[at] as Charge, document }));
    },

    /** Publishes the events once more as they were, unless another process has. */
    republish: ({ charge, document }: UnconfirmedCharge, events: readonly ChargeEvent[]): Promise<boolean> =>
      queue.republish(
        document,
        events.map((event) => encodeEvent(charge, event, addresses)),
      ),

    /** No consumer is to have any of them any more, unless the charge has changed. */
    stopChecking: ({ document }: UnconfirmedCharge): Promise<void> =>
      queue.stopChecking(document, { when: { version: document.version } }),
  };
}
