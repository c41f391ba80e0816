import type { Id, Tenant } from '@gx/core';
import { databaseTime, type OutboxRecord, type OutboxRelay, republish } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import type { ChargeEvent } from '../domain/charge.ts';
import { entryOf } from '../domain/unposted.ts';
import type { Changes } from './charge-changes.ts';
import type { ChargeDocument, UnpostedEvent } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';

export type UnpostedStore = ReturnType<typeof unpostedStore>;
type Deps = {
  readonly connection: Connection;
  readonly model: ChargeModel;
  readonly relay: Pick<OutboxRelay, 'publish'>;
};
/** A charge with events that the ledger is not known to have booked, told or asked about last at `since`. */
export type Unposted = {
  readonly id: Id<'charge'>;
  readonly tenant: Tenant;
  readonly since: Date;
  readonly events: readonly UnpostedEvent[];
};

/**
 * A change that also notes which of its events the ledger alone hears; since when, is by the database's
 * clock. Any other change stays as it is.
 */
export function notingUnposted(
  changes: Changes,
  events: readonly ChargeEvent[],
  outbox: readonly OutboxRecord[],
): Changes {
  const unposted = events.flatMap((event, at): UnpostedEvent[] => {
    const [reference, record] = [entryOf(event), outbox[at]];
    return reference === undefined || record === undefined ? [] : [{ reference, event: record }];
  });
  if (unposted.length === 0) return changes;
  return {
    ...changes,
    $push: { ...changes.$push, unposted: { $each: unposted } },
    $currentDate: { ...changes.$currentDate, unpostedSince: true },
  };
}

/** Before anything that is stored: the index holds dates alone. */
const LONG_AGO = new Date(0);

/**
 * What the ledger may not have heard. Each write is for the moment that it was found at: of two processes the
 * second changes nothing.
 */
export function unpostedStore({ connection, model, relay }: Deps) {
  const at = ({ id, tenant: { accountId, livemode }, since }: Unposted) => ({
    _id: id,
    accountId,
    livemode,
    unpostedSince: since,
  });
  const without = (events: readonly UnpostedEvent[]) => ({
    $pull: { unposted: { 'event.eventId': { $in: events.map(({ event }) => event.eventId) } } },
  });

  return {
    /** Charges of which something was last told or asked about `afterMs` ago, the oldest first. */
    async due(afterMs: number, limit: number): Promise<Unposted[]> {
      const now = await databaseTime(connection);
      const found = await model
        .find(
          { unpostedSince: { $gt: LONG_AGO, $lt: new Date(now.getTime() - afterMs) } },
          { accountId: 1, livemode: 1, unpostedSince: 1, unposted: 1 },
        )
        .sort({ unpostedSince: 1 })
        .limit(limit)
        .lean<Found[]>();
      return found.map(({ _id, accountId, livemode, unpostedSince, unposted }) => ({
        id: _id,
        tenant: { accountId, livemode },
        since: unpostedSince,
        events: unposted ?? [],
      }));
    },

    /** Nobody asks about any of them any more. */
    async settled(one: Unposted): Promise<void> {
      await model.updateOne(at(one), { $unset: { unposted: '', unpostedSince: '' } });
    },

    /** Somebody asked in vain just now; the next question is a wait away. */
    async later(one: Unposted): Promise<void> {
      await model.updateOne(at(one), { $currentDate: { unpostedSince: true } });
    },

    /**
     * Tells those that are not `settled` once more as they were, unless one of them still waits for the
     * broker.
     */
    redeliver: (one: Unposted, settled: readonly UnpostedEvent[]): Promise<boolean> =>
      republish(
        { collection: model.collection, relay },
        {
          filter: at(one),
          mark: { ...without(settled), $currentDate: { unpostedSince: true } },
          events: one.events.filter((event) => !settled.includes(event)).map(({ event }) => event),
        },
      ),
  };
}

type Found = Pick<ChargeDocument, '_id' | 'accountId' | 'livemode' | 'unposted'> & { readonly unpostedSince: Date };
