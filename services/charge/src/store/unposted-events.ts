import type { Id, Tenant } from '@gx/core';
import { dueTime, type OutboxRecord, type OutboxRelay, redeliveryQueue } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import type { ChargeEvent } from '../domain/charge.ts';
import { entryOf } from '../domain/unposted.ts';
import type { Changes } from './charge-changes.ts';
import type { ChargeDocument, UnpostedEvent } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';
import { DUE_PATHS } from './due.ts';

export type UnpostedStore = ReturnType<typeof unpostedStore>;
type Deps = {
  readonly connection: Connection;
  readonly model: ChargeModel;
  readonly relay: Pick<OutboxRelay, 'publish'>;
};
/** A charge with events that the ledger is not known to have booked, last published or checked at `since`. */
export type UnpostedCharge = {
  readonly id: Id<'charge'>;
  readonly tenant: Tenant;
  readonly since: Date;
  readonly events: readonly UnpostedEvent[];
  /** As it was found. */
  readonly document: ChargeDocument;
};

/**
 * A change that also notes which of its events the ledger alone consumes; since when, is by the database's
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
    $currentDate: { ...changes.$currentDate, [DUE_PATHS.unposted]: true },
  };
}

/** What the ledger may not have received. */
export function unpostedStore({ connection, model, relay }: Deps) {
  const queue = redeliveryQueue<ChargeDocument>(model, { connection, relay, path: DUE_PATHS.unposted });
  return {
    /** Charges of which something was last published or checked `afterMs` ago, the oldest first. */
    async due(afterMs: number, limit: number): Promise<UnpostedCharge[]> {
      const found = await queue.due(afterMs, limit);
      return found.map((document) => ({
        id: document._id,
        tenant: { accountId: document.accountId, livemode: document.livemode },
        since: dueTime(document, DUE_PATHS.unposted) as Date,
        events: document.unposted ?? [],
        document,
      }));
    },

    /** None of them is checked any more. */
    stopChecking: ({ document }: UnpostedCharge): Promise<void> =>
      queue.stopChecking(document, { also: { unposted: '' } }),

    /** Checked in vain just now; the next check is a wait away. */
    later: ({ document }: UnpostedCharge): Promise<void> => queue.later(document),

    /**
     * Publishes those that are not `done` once more as they were, unless one of them still waits for the
     * broker.
     */
    redeliver({ document, events }: UnpostedCharge, done: readonly UnpostedEvent[]): Promise<boolean> {
      const left = events.filter((event) => !done.includes(event)).map(({ event }) => event);
      const ids = done.map(({ event }) => event.eventId);
      return queue.republish(document, left, { $pull: { unposted: { 'event.eventId': { $in: ids } } } });
    },
  };
}
