import type { Collection } from 'mongoose';
import type { OutboxRecord, OutboxRelay } from './outbox.ts';

type Deps = { readonly collection: Collection; readonly relay: Pick<OutboxRelay, 'publish'> };
type Again = {
  /** The document as it was found; it fits no more once somebody else has told it again. */
  readonly found: object;
  /** The update that says that it was told now, where that is kept. */
  readonly told?: object;
  readonly events: readonly OutboxRecord[];
};

/**
 * Puts events that were published before into their document's outbox once more, unless one of them still
 * waits there: then it only counts as told. They are the same events, so the version stays. False when the
 * document is no more as it was found, and nothing was done.
 */
export async function pushAgain({ collection, relay }: Deps, { found, told, events }: Again): Promise<boolean> {
  const ids = events.map(({ eventId }) => eventId);
  const written = await collection.findOneAndUpdate(
    { ...found, 'outbox.eventId': { $nin: ids } },
    { ...told, $push: { outbox: { $each: events } } } as never,
    { returnDocument: 'after', projection: { outbox: 1 } },
  );
  if (written !== null) {
    relay.publish({ id: written._id, outbox: written['outbox'] as OutboxRecord[] });
    return true;
  }
  if (told !== undefined) return (await collection.updateOne(found, told)).matchedCount === 1;
  return (await collection.countDocuments(found, { limit: 1 })) === 1;
}
