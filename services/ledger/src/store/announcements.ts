import { type OutboxRecord, type OutboxRelay, toOutbox } from '@gx/runtime/mongo';
import type { JournalEntry } from '../domain/entry.ts';
import { entryPosted } from './entry-posted.ts';
import type { LedgerModels } from './models.ts';

type Relay = Pick<OutboxRelay, 'publish'>;
/** An entry and the event that says that it stands. */
export type Announcement = { readonly entry: JournalEntry; readonly event: OutboxRecord };
export type Announcements = ReturnType<typeof announcements>;

/** The event of an entry as it waits beside it, with the same id and bytes each time. */
export const announcementOf = (entry: JournalEntry, traceparent: string | undefined): OutboxRecord =>
  toOutbox(entryPosted(entry, traceparent), entry.at);

/** Says that entries stand: at once, and by the sweep of the relay what a dead process did not say. */
export function announcements({ entries }: Pick<LedgerModels, 'entries'>, relay: Relay) {
  const publish = (announced: readonly Announcement[]): void => {
    for (const { entry, event } of announced) relay.publish({ id: entry.reference, outbox: [event] });
  };
  return {
    /** Of entries that were just inserted with their events. */
    publish,

    /** Of entries that stood: the wish is written to them first, since nothing else remembers it. */
    async republish(announced: readonly Announcement[]): Promise<void> {
      if (announced.length === 0) return;
      const writes = announced.map(({ entry: { reference }, event }) => ({
        updateOne: {
          filter: { _id: reference, 'outbox.eventId': { $ne: event.eventId } },
          update: { $push: { outbox: event } },
        },
      }));
      await entries.collection.bulkWrite(writes as never, { ordered: false });
      publish(announced);
    },
  };
}
