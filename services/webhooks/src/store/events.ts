import type { EventId, Id, Tenant } from '@gx/core';
import { databaseClock, duplicatesOf, makeIndexesOf } from '@gx/runtime/mongo';
import { type Connection, Schema } from 'mongoose';
import { type EventBodies, KEPT_MS, SHARED_MS } from '../domain/event-bodies.ts';
import type { CanonicalName, EventName } from '../domain/event-catalog.ts';
import { EVENT_COLLECTIONS } from './event-bodies.ts';

type EventDocument = {
  _id: EventId;
  accountId: Id<'account'>;
  livemode: boolean;
  /** None of money that goes back: it has no canonical name. */
  type?: CanonicalName;
  /** When it happened. */
  createdAt: Date;
  /** The names that it is delivered under to endpoints: for a URL of the transaction's own, no legacy one. */
  names: EventName[];
  /** The charge. */
  subjectId: string;
  sequence: number;
  /** The canonical envelope, byte for byte as deliveries carry it. */
  body?: string;
  /** The legacy envelope under its first legacy name. */
  legacy?: string;
};
export type StoredEvent = { readonly id: EventId; readonly body: string };
export type NewEvent = Readonly<Omit<EventDocument, '_id' | 'accountId' | 'livemode'>> & {
  readonly id: EventId;
  readonly tenant: Tenant;
};
/** What a replay needs to know of an event. */
export type PastNames = Pick<NewEvent, 'id' | 'names' | 'subjectId' | 'sequence' | 'createdAt'>;
/** An event as it is delivered again. */
export type PastEvent = PastNames & EventBodies;
/** Events later than `after`, up to `until`. */
export type Span = { readonly after: Date; readonly until: Date };
type Page<Event> = { readonly events: Event[]; readonly upTo: Date };
export type EventFilter = {
  readonly limit: number;
  readonly after?: EventId;
  readonly type?: string;
  readonly createdFrom?: Date;
  readonly createdTo?: Date;
};
export type EventStore = Awaited<ReturnType<typeof eventStore>>;

const required = true;
function schemaOf(collection: string): Schema<EventDocument> {
  const schema = new Schema<EventDocument>(
    {
      _id: { type: String, required },
      accountId: { type: String, required },
      livemode: { type: Boolean, required },
      type: { type: String },
      createdAt: { type: Date, required },
      names: { type: [String], required },
      subjectId: { type: String, required },
      sequence: { type: Number, required },
      body: { type: String },
      legacy: { type: String },
    },
    { strict: 'throw', versionKey: false, collection },
  );
  schema.index({ accountId: 1, livemode: 1, createdAt: -1, _id: -1 });
  schema.index({ createdAt: 1 }, { name: 'kept', expireAfterSeconds: KEPT_MS / 1_000 });
  return schema;
}
const [LISTED, UNLISTED] = EVENT_COLLECTIONS;
const schema = schemaOf(LISTED);
schema.index({ accountId: 1, livemode: 1, type: 1, createdAt: -1, _id: -1 });
/** Those without a canonical name, for replays alone: nobody lists them. */
const legacySchema = schemaOf(UNLISTED);

/** Events for reading and sending again, with or without a subscriber. */
export async function eventStore(connection: Connection, databaseNow = databaseClock(connection)) {
  const events = connection.model('Event', schema);
  const legacyEvents = connection.model('LegacyEvent', legacySchema);
  const all = [events, legacyEvents] as const;
  for (const model of all) await makeIndexesOf(model);

  /** The oldest of a span, whole milliseconds of them: about as many as `limit`, and up to when. */
  const pageOf = async ({ accountId, livemode }: Tenant, { after, until }: Span, limit: number, fields: object) => {
    const own = { accountId, livemode, names: { $exists: true } };
    const read = async (createdAt: object, max: number): Promise<EventDocument[]> => {
      const found = await Promise.all(
        all.map((model) =>
          model
            .find({ ...own, createdAt }, fields)
            .sort({ createdAt: 1 })
            .limit(max)
            .lean(),
        ),
      );
      return found.flat().toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
    };
    const found = (await read({ $gt: after, $lte: until }, limit)).slice(0, limit);
    const last = found.at(-1)?.createdAt;
    if (found.length < limit || last === undefined) return { found, upTo: until };
    return {
      found: [...found.filter(({ createdAt }) => createdAt < last), ...(await read({ $eq: last }, NO_LIMIT))],
      upTo: last,
    };
  };
  return {
    /**
     * Stores them in one write; those that are there already stay as they are. Answers those that their
     * deliveries may refer to: they hold these very bodies, and happened lately.
     */
    async insertNew(batch: readonly NewEvent[]): Promise<ReadonlySet<EventId>> {
      if (batch.length === 0) return new Set();
      const lately = (await databaseNow()).getTime() - SHARED_MS;
      const documents = batch.map(({ id, tenant, ...fields }): EventDocument => ({ _id: id, ...tenant, ...fields }));
      const [listed, others] = [documents.filter(isListed), documents.filter((one) => !isListed(one))];
      const insert = async (model: typeof events, some: readonly EventDocument[]): Promise<EventDocument[]> => {
        if (some.length === 0) return [];
        const inserted = model.collection.insertMany(some as never[], { ordered: false });
        const refused = await inserted.then(() => NONE, duplicatesOf);
        return some.filter((_, index) => !refused.has(index));
      };
      const fresh = await Promise.all([insert(events, listed), insert(legacyEvents, others)]);
      return new Set(fresh.flat().flatMap(({ _id, createdAt }) => (createdAt.getTime() > lately ? [_id] : [])));
    },

    /** What was sent of an event, in either envelope; undefined where it is not kept. */
    async bodies({ accountId, livemode }: Tenant, id: EventId): Promise<EventBodies | undefined> {
      for (const model of all) {
        const found = await model.findOne({ _id: id, accountId, livemode }, { body: 1, legacy: 1 }).lean();
        if (found !== null) return { body: found.body ?? '', legacy: found.legacy ?? '' };
      }
      return undefined;
    },

    async get({ accountId, livemode }: Tenant, id: EventId): Promise<StoredEvent | undefined> {
      const found = await events.findOne({ _id: id, accountId, livemode }, { body: 1 }).lean();
      return found?.body === undefined ? undefined : { id: found._id, body: found.body };
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
      const page = found.slice(0, limit).map(({ _id, body = '' }): StoredEvent => ({ id: _id, body }));
      return { events: page, hasMore: found.length > limit };
    },

    /** How many events a span holds, counted up to `max`. */
    async countIn({ accountId, livemode }: Tenant, { after, until }: Span, max: number): Promise<number> {
      const span = { accountId, livemode, createdAt: { $gt: after, $lte: until } };
      const counts = await Promise.all(all.map((model) => model.countDocuments(span, { limit: max })));
      return counts.reduce((sum, count) => sum + count, 0);
    },

    /** A page of a span with what is sent of them. */
    async past(tenant: Tenant, span: Span, limit: number): Promise<Page<PastEvent>> {
      const { found, upTo } = await pageOf(tenant, span, limit, { ...NAMES, body: 1, legacy: 1 });
      return {
        events: found.map(({ body = '', legacy = '', ...event }) => ({ ...namesOf(event), body, legacy })),
        upTo,
      };
    },

    /** The same without what is sent. */
    async pastNames(tenant: Tenant, span: Span, limit: number): Promise<Page<PastNames>> {
      const { found, upTo } = await pageOf(tenant, span, limit, NAMES);
      return { events: found.map(namesOf), upTo };
    },
  };
}

const NO_LIMIT = 0;
const NONE: ReadonlySet<number> = new Set();
const isListed = ({ type }: EventDocument): boolean => type !== undefined;

const NAMES = { names: 1, subjectId: 1, sequence: 1, createdAt: 1 } as const;
const namesOf = ({ _id, ...event }: Omit<EventDocument, 'body' | 'legacy'>): PastNames => ({ id: _id, ...event });

/** The first bound lets the index start at the cursor; the second skips what shares its millisecond. */
const beyond = ({ _id, createdAt }: Pick<EventDocument, '_id' | 'createdAt'>) => [
  { createdAt: { $lte: createdAt } },
  { $or: [{ createdAt: { $lt: createdAt } }, { _id: { $lt: _id } }] },
];
