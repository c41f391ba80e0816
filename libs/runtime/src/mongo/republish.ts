import type { Collection } from 'mongoose';
import type { OutboxRecord, OutboxRelay } from './outbox.ts';

type Deps = { readonly collection: Collection; readonly relay: Pick<OutboxRelay, 'publish'> };
type Republication = {
  /** Matches the document as it was read; no longer, once another process has published the events again. */
  readonly filter: object;
  /** The update that notes when the events were last published, where that is kept. */
  readonly mark?: object;
  readonly events: readonly OutboxRecord[];
};

/**
 * Puts events that were published before into their document's outbox once more, unless one of them still
 * waits there: then only the mark is written. They are the same events, so the version stays. False when the
 * document has changed since it was read, and nothing was done.
 */
export async function republish(
  { collection, relay }: Deps,
  { filter, mark, events }: Republication,
): Promise<boolean> {
  const ids = events.map(({ eventId }) => eventId);
  const written = await collection.findOneAndUpdate(
    { ...filter, 'outbox.eventId': { $nin: ids } },
    { ...mark, $push: { outbox: { $each: events } } } as never,
    { returnDocument: 'after', projection: { outbox: 1 } },
  );
  if (written !== null) {
    relay.publish({ id: written._id, outbox: written['outbox'] as OutboxRecord[] });
    return true;
  }
  if (mark !== undefined) return (await collection.updateOne(filter, mark)).matchedCount === 1;
  return (await collection.countDocuments(filter, { limit: 1 })) === 1;
}
