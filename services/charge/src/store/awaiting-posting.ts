import type { Tenant } from '@gx/core';
import { databaseTime, type OutboxRelay, republish } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import { acceptedEvent } from '../domain/accept.ts';
import type { Charge } from '../domain/charge.ts';
import type { PublicAddresses } from '../domain/charge-view.ts';
import { type ChargeDocument, chargeOf } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';
import { encodeEvent } from './encode-event.ts';

export type AwaitingPostingStore = ReturnType<typeof awaitingPostingStore>;
type Deps = {
  readonly connection: Connection;
  readonly model: ChargeModel;
  readonly relay: Pick<OutboxRelay, 'publish'>;
  readonly addresses: PublicAddresses;
};
export type Recheck = { readonly tenant: Tenant; readonly charge: Charge; readonly rechecksLeft: RechecksLeft };

/** Looks after closing: with two left one minute later, with the last one an hour later. */
const RECHECK_AFTER_MS = { 2: 60_000, 1: 3_600_000 } as const;
type RechecksLeft = keyof typeof RECHECK_AFTER_MS;
/** A bank that did not answer is looked at again after this time. */
const POSTPONED_MS = 60_000;

/**
 * What jobs find by time alone: money that waits for the ledger, and closed creations to be looked at again.
 */
export function awaitingPostingStore({ connection, model, relay, addresses }: Deps) {
  return {
    /**
     * Tells the ledger again of payments that were not posted `afterMs` after it was last told. Same event
     * ids.
     */
    async redeliver(afterMs: number, limit: number): Promise<number> {
      const now = await databaseTime(connection);
      const documents = await model
        .find({ awaitingPosting: true, emittedAt: { $lt: new Date(now.getTime() - afterMs) } }, { outbox: 0 })
        .sort({ emittedAt: 1 })
        .limit(limit)
        .lean<ChargeDocument[]>();
      for (const document of documents) await emit(document);
      return documents.length;
    },

    /** Charges closed before they were presented whose bank is to be looked at now. */
    async rechecks(limit: number): Promise<Recheck[]> {
      const now = (await databaseTime(connection)).getTime();
      const due = ([2, 1] as const).map((rechecksLeft) => ({
        rechecksLeft,
        closedAt: { $lt: new Date(now - RECHECK_AFTER_MS[rechecksLeft]) },
      }));
      const documents = await model
        .find({ rechecksLeft: { $gt: 0 }, $or: due }, { outbox: 0 })
        .sort({ closedAt: 1 })
        .limit(limit)
        .lean<ChargeDocument[]>();
      return documents.map((document) => {
        const charge = chargeOf(document);
        return { tenant: charge.tenant, charge, rechecksLeft: document.rechecksLeft as RechecksLeft };
      });
    },

    async rechecked({ tenant: { accountId, livemode }, charge, rechecksLeft }: Recheck): Promise<void> {
      await model.updateOne({ _id: charge.id, accountId, livemode, rechecksLeft }, { $inc: { rechecksLeft: -1 } });
    },

    /**
     * A look that failed goes to the end of the line: one silent bank does not keep the others from being
     * looked at.
     */
    async postponed({ tenant: { accountId, livemode }, charge, rechecksLeft }: Recheck): Promise<void> {
      const closedAt = { $add: ['$$NOW', POSTPONED_MS - RECHECK_AFTER_MS[rechecksLeft]] };
      await model.updateOne({ _id: charge.id, accountId, livemode, rechecksLeft }, [{ $set: { closedAt } }], {
        updatePipeline: true,
      });
    },
  };

  async function emit(document: ChargeDocument): Promise<void> {
    const charge = chargeOf(document);
    await republish(
      { collection: model.collection, relay },
      {
        filter: { _id: charge.id, awaitingPosting: true, emittedAt: document.emittedAt },
        mark: { $currentDate: { emittedAt: true } },
        events: [encodeEvent(charge, acceptedEvent(charge), addresses)],
      },
    );
  }
}
