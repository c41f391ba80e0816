import type { EncodedEvent } from '@gx/contracts';
import type { Reference } from '../domain/entry.ts';
import type { EntryDocument, LedgerModels, UnpublishedEvent } from './models.ts';

/** An event and the entry it stands beside. */
export type UnpublishedEntry = { readonly reference: Reference; readonly event: EncodedEvent };

/**
 * How long a live process gets to publish its own events before another one does, by the database's clock.
 */
const LEFT_BEHIND_MS = 5_000;

/**
 * What lies ahead was stamped by a process whose clock was: nobody may wait until the database's gets there.
 */
const IS_LEFT_BEHIND = {
  $expr: {
    $or: [
      { $lt: ['$at', { $subtract: ['$$NOW', LEFT_BEHIND_MS] }] },
      { $gt: ['$at', { $add: ['$$NOW', LEFT_BEHIND_MS] }] },
    ],
  },
};

/** The field `unpublished` of the journal: the only one of an entry that ever changes. */
export const unpublishedStore = ({ entries }: LedgerModels) => ({
  /** The oldest events that nobody has published, in the order of their entries. */
  async leftBehind(limit: number): Promise<readonly UnpublishedEntry[]> {
    const found = await entries
      .find({ unpublished: { $exists: true }, ...IS_LEFT_BEHIND }, { unpublished: 1 })
      .sort({ at: 1, seq: 1 })
      .limit(limit)
      .lean<Pick<EntryDocument, '_id' | 'unpublished'>[]>();
    return found.map(({ _id, unpublished }) => ({ reference: _id as Reference, event: toEvent(unpublished) }));
  },

  async markPublished(events: readonly UnpublishedEntry[]): Promise<void> {
    // Losing this write publishes the same events once more: it need not wait for the other members.
    await entries.updateMany(
      { _id: { $in: events.map(({ reference }) => reference) } },
      { $unset: { unpublished: 1 } },
      { writeConcern: { w: 1, journal: false } },
    );
  },
});
export type UnpublishedStore = ReturnType<typeof unpublishedStore>;

function toEvent(stored: UnpublishedEvent | undefined): EncodedEvent {
  if (stored === undefined) throw new Error('an entry without its event passed the filter');
  const { value } = stored;
  return { ...stored, value: Buffer.isBuffer(value) ? value : Buffer.from(value.buffer) };
}
