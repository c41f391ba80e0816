import type { Id, Tenant } from '@gx/core';
import { databaseTime, type OutboxRecord, type OutboxRelay, pushAgain } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import type { ChargeEvent } from '../domain/charge.ts';
import { entryOf } from '../domain/unbooked.ts';
import type { Changes } from './charge-changes.ts';
import type { ChargeDocument, UnbookedEvent } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';

export type UnbookedStore = ReturnType<typeof unbookedStore>;
type Deps = {
  readonly connection: Connection;
  readonly model: ChargeModel;
  readonly relay: Pick<OutboxRelay, 'publish'>;
};
/** A charge with events that the ledger is not known to have booked, told or asked about last at `since`. */
export type Unbooked = {
  readonly id: Id<'charge'>;
  readonly tenant: Tenant;
  readonly since: Date;
  readonly events: readonly UnbookedEvent[];
};

/**
 * A change that also notes which of its events the ledger alone hears; since when, is by the database's
 * clock. Any other change stays as it is.
 */
export function notingUnbooked(
  changes: Changes,
  events: readonly ChargeEvent[],
  outbox: readonly OutboxRecord[],
): Changes {
  const unbooked = events.flatMap((event, at): UnbookedEvent[] => {
    const [reference, record] = [entryOf(event), outbox[at]];
    return reference === undefined || record === undefined ? [] : [{ reference, event: record }];
  });
  if (unbooked.length === 0) return changes;
  return {
    $set: changes.$set,
    $push: { ...changes.$push, unbooked: { $each: unbooked } },
    $currentDate: { ...changes.$currentDate, unbookedSince: true },
  };
}

/** Before anything that is stored: the index holds dates alone. */
const LONG_AGO = new Date(0);

/**
 * What the ledger may not have heard. Each write is for the moment that it was found at: of two processes the
 * second changes nothing.
 */
export function unbookedStore({ connection, model, relay }: Deps) {
  const at = ({ id, tenant: { accountId, livemode }, since }: Unbooked) => ({
    _id: id,
    accountId,
    livemode,
    unbookedSince: since,
  });
  const without = (events: readonly UnbookedEvent[]) => ({
    $pull: { unbooked: { 'event.eventId': { $in: events.map(({ event }) => event.eventId) } } },
  });

  return {
    /** Charges of which something was last told or asked about `afterMs` ago, the oldest first. */
    async due(afterMs: number, limit: number): Promise<Unbooked[]> {
      const now = await databaseTime(connection);
      const found = await model
        .find(
          { unbookedSince: { $gt: LONG_AGO, $lt: new Date(now.getTime() - afterMs) } },
          { accountId: 1, livemode: 1, unbookedSince: 1, unbooked: 1 },
        )
        .sort({ unbookedSince: 1 })
        .limit(limit)
        .lean<Found[]>();
      return found.map(({ _id, accountId, livemode, unbookedSince, unbooked }) => ({
        id: _id,
        tenant: { accountId, livemode },
        since: unbookedSince,
        events: unbooked ?? [],
      }));
    },

    /** Nobody asks about any of them any more. */
    async settled(one: Unbooked): Promise<void> {
      await model.updateOne(at(one), { $unset: { unbooked: '', unbookedSince: '' } });
    },

    /** Somebody looked just now, and need not look for `settled` again; the next look is a wait away. */
    async later(one: Unbooked, settled: readonly UnbookedEvent[] = []): Promise<void> {
      await model.updateOne(at(one), { ...without(settled), $currentDate: { unbookedSince: true } });
    },

    /**
     * Tells those that are not `settled` once more as they were, unless one of them still waits for the
     * broker.
     */
    tellAgain: (one: Unbooked, settled: readonly UnbookedEvent[]): Promise<void> =>
      pushAgain(
        { collection: model.collection, relay },
        {
          found: at(one),
          told: { ...without(settled), $currentDate: { unbookedSince: true } },
          events: one.events.filter((event) => !settled.includes(event)).map(({ event }) => event),
        },
      ),
  };
}

type Found = Pick<ChargeDocument, '_id' | 'accountId' | 'livemode' | 'unbooked'> & { readonly unbookedSince: Date };
