import { type OutboxRelay, redeliveryQueue } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import type { Charge, ChargeEvent } from '../domain/charge.ts';
import type { PublicAddresses } from '../domain/charge-view.ts';
import { type ChargeDocument, chargeOf } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';
import { DUE_PATHS } from './due.ts';
import { encodeEvent } from './encode-event.ts';

export type UnacknowledgedReturnStore = ReturnType<typeof unacknowledgedReturnStore>;
type Deps = {
  readonly connection: Connection;
  readonly model: ChargeModel;
  readonly relay: Pick<OutboxRelay, 'publish'>;
  readonly addresses: PublicAddresses;
};
/** A charge with orders to return money, as it was found. */
export type UnacknowledgedReturns = { readonly charge: Charge; readonly document: ChargeDocument };

/** Orders to return money of a charge that the refund service has not acknowledged. */
export function unacknowledgedReturnStore({ connection, model, relay, addresses }: Deps) {
  const queue = redeliveryQueue<ChargeDocument>(model, { connection, relay, path: DUE_PATHS.returns });
  return {
    /** Those that were last told `afterMs` ago. */
    async due(afterMs: number, limit: number): Promise<UnacknowledgedReturns[]> {
      const documents = await queue.due(afterMs, limit);
      return documents.map((document) => ({ charge: chargeOf(document), document }));
    },

    /** Tells the orders once more, unless somebody else has. */
    redeliver: ({ charge, document }: UnacknowledgedReturns, orders: readonly ChargeEvent[]): Promise<boolean> =>
      queue.republish(
        document,
        orders.map((order) => encodeEvent(charge, order, addresses)),
      ),

    /** Notes that nobody is to be told of any, unless the charge has changed. */
    close: ({ document }: UnacknowledgedReturns): Promise<void> =>
      queue.settle(document, { when: { version: document.version } }),
  };
}
