import type { EventId, Id, Tenant } from '@gx/core';
import { duplicatesOf, makeIndexesOf } from '@gx/runtime/mongo';
import { type Connection, Schema } from 'mongoose';
import type { CanonicalName } from '../domain/event-catalog.ts';

type EventDocument = {
  _id: EventId;
  accountId: Id<'account'>;
  livemode: boolean;
  type: CanonicalName;
  /** When it happened. */
  createdAt: Date;
  /** The canonical envelope, byte for byte as deliveries carry it. */
  body: string;
};
export type StoredEvent = { readonly id: EventId; readonly body: string };
export type NewEvent = StoredEvent & {
  readonly tenant: Tenant;
  readonly type: CanonicalName;
  readonly createdAt: Date;
};
export type EventFilter = {
  readonly limit: number;
  readonly after?: EventId;
  readonly type?: string;
  readonly createdFrom?: Date;
  readonly createdTo?: Date;
};
export type EventStore = Awaited<ReturnType<typeof eventStore>>;

const KEPT_SECONDS = 30 * 86_400;
const required = true;
const schema = new Schema<EventDocument>(
  {
    _id: { type: String, required },
    accountId: { type: String, required },
    livemode: { type: Boolean, required },
    type: { type: String, required },
    createdAt: { type: Date, required },
    body: { type: String, required },
  },
  { strict: 'throw', versionKey: false, collection: 'events' },
);
schema.index({ accountId: 1, livemode: 1, createdAt: -1, _id: -1 });
schema.index({ accountId: 1, livemode: 1, type: 1, createdAt: -1, _id: -1 });
schema.index({ createdAt: 1 }, { name: 'kept', expireAfterSeconds: KEPT_SECONDS });

/** Canonical events for reading again, whether anybody subscribes or not. */
export async function eventStore(connection: Connection) {
  const events = connection.model('Event', schema);
  await makeIndexesOf(events);
  return {
    /** Stores them in one write; those that are there already stay as they are. */
    async insertNew(batch: readonly NewEvent[]): Promise<void> {
      if (batch.length === 0) return;
      const documents = batch.map(({ id, tenant, ...fields }): EventDocument => ({ _id: id, ...tenant, ...fields }));
      await events.collection.insertMany(documents as never[], { ordered: false }).catch(duplicatesOf);
    },

    async get({ accountId, livemode }: Tenant, id: EventId): Promise<StoredEvent | undefined> {
      const found = await events.findOne({ _id: id, accountId, livemode }, { body: 1 }).lean();
      return found === null ? undefined : { id: found._id, body: found.body };
    },

    /**
     * One page, newest first by (createdAt, id), and whether there is more; undefined for an unknown cursor.
     */
    async list({ accountId, livemode }: Tenant, { limit, after, type, createdFrom, createdTo }: EventFilter) {
      const own = { accountId, livemode };
      const cursor = after && (await events.findOne({ _id: after, ...own }, { createdAt: 1 }).lean());
      if (cursor === null) return undefined;
      const found = await events
        .find(
          {
            ...own,
            ...(type === undefined ? {} : { type: type as CanonicalName }),
            $and: [
              createdFrom === undefined ? {} : { createdAt: { $gte: createdFrom } },
              createdTo === undefined ? {} : { createdAt: { $lte: createdTo } },
              ...(cursor === undefined ? [] : beyond(cursor)),
            ],
          },
          { body: 1 },
        )
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit + 1)
        .lean();
      const page = found.slice(0, limit).map(({ _id, body }): StoredEvent => ({ id: _id, body }));
      return { events: page, hasMore: found.length > limit };
    },
  };
}

/** The first bound lets the index start at the cursor; the second skips what shares its millisecond. */
const beyond = ({ _id, createdAt }: Pick<EventDocument, '_id' | 'createdAt'>) => [
  { createdAt: { $lte: createdAt } },
  { $or: [{ createdAt: { $lt: createdAt } }, { _id: { $lt: _id } }] },
];
