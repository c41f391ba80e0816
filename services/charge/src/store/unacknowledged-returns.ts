import { databaseTime, type OutboxRelay, republish } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import type { Charge, ChargeEvent } from '../domain/charge.ts';
import type { PublicAddresses } from '../domain/charge-view.ts';
import { type ChargeDocument, chargeOf } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';
import { encodeEvent } from './encode-event.ts';

export type UnacknowledgedReturnStore = ReturnType<typeof unacknowledgedReturnStore>;
type Deps = {
  readonly connection: Connection;
  readonly model: ChargeModel;
  readonly relay: Pick<OutboxRelay, 'publish'>;
  readonly addresses: PublicAddresses;
};
/** A charge with orders to return money, and when they were last told. */
export type UnacknowledgedReturns = { readonly charge: Charge; readonly publishedAt: Date };

/** Orders to return money of a charge that the refund service has not taken up. */
export function unacknowledgedReturnStore({ connection, model, relay, addresses }: Deps) {
  const found = async (condition: object, limit: number): Promise<UnacknowledgedReturns[]> => {
    const documents = await model
      // The first condition is the index's.
      .find({ 'payments.decision': 'returned', ...condition }, { outbox: 0 })
      .hint('returns_unacknowledged')
      .sort({ returnsPublishedAt: 1 })
      .limit(limit)
      .lean<ChargeDocument[]>();
    return documents.map((document) => ({
      charge: chargeOf(document),
      publishedAt: document.returnsPublishedAt as Date,
    }));
  };

  return {
    /** Those that were last told `afterMs` ago. */
    async due(afterMs: number, limit: number): Promise<UnacknowledgedReturns[]> {
      const now = await databaseTime(connection);
      return found(
        { unacknowledgedReturns: true, returnsPublishedAt: { $lt: new Date(now.getTime() - afterMs) } },
        limit,
      );
    },

    /** Tells the orders once more, unless somebody else has. */
    async redeliver({ charge, publishedAt }: UnacknowledgedReturns, orders: readonly ChargeEvent[]): Promise<void> {
      await republish(
        { collection: model.collection, relay },
        {
          filter: { _id: charge.id, ...charge.tenant, unacknowledgedReturns: true, returnsPublishedAt: publishedAt },
          mark: { $currentDate: { returnsPublishedAt: true } },
          events: orders.map((order) => encodeEvent(charge, order, addresses)),
        },
      );
    },

    /** Notes that nobody is to be told of any, unless the charge has changed. */
    async close({ id, tenant: { accountId, livemode }, version }: Charge): Promise<void> {
      await model.updateOne({ _id: id, accountId, livemode, version }, { $set: { unacknowledgedReturns: false } });
    },
  };
}
