import { type EventId, type Id, newId } from '@gx/core';
import { makeIndexesOf } from '@gx/runtime/mongo';
import { type Connection, Schema, Types } from 'mongoose';
import type { NewDelivery } from '../domain/delivery.ts';
import type { OnceKey } from './once.ts';
import { fromNow, IS_DUE, PIPELINE } from './pipelines.ts';

/** A delivery in a page; its body stands beside, once for all that carry it. */
type Entry = Omit<NewDelivery, 'tenant' | 'payload'> & NewDelivery['tenant'] & { readonly body: number };
type PageDocument = {
  _id: Types.ObjectId;
  /** When whoever stored it is given up. */
  dueAt: Date;
  createdAt: Date;
  eventIds: EventId[];
  bodies: string[];
  deliveries: Entry[];
};
/** A page as its storer has it in hand, with those of its deliveries that have no document yet. */
export type PageInHand = { readonly id: Types.ObjectId; readonly left: Set<Id<'delivery'>> };
/** A page that nobody has in hand any more. */
export type LapsedPage = {
  readonly id: Types.ObjectId;
  readonly createdAt: Date;
  readonly deliveries: readonly NewDelivery[];
};
export type PageStore = Awaited<ReturnType<typeof pageStore>>;

const required = true;
const schema = new Schema<PageDocument>(
  {
    dueAt: { type: Date, required },
    createdAt: { type: Date, required },
    eventIds: { type: [String], required },
    bodies: { type: [String], required },
    deliveries: { type: [Schema.Types.Mixed], required } as never,
  },
  { strict: 'throw', versionKey: false, collection: 'pages_in_hand' },
);
schema.index({ dueAt: 1 });
// An event that comes again while its deliveries are in somebody's hand.
schema.index({ eventIds: 1 });

/** Longer than it takes to make documents of a page. */
const TAKEN_FOR_MS = 10_000;
/** Nobody stores a delivery much later than its id was made: totals rely on it. */
const IDS_GOOD_FOR_MS = 1_800_000;

/**
 * New deliveries that one process has in hand, all of a batch in one document, until each has a document of
 * its own: most are delivered within milliseconds, and are then written once instead of twice. Few pages
 * exist at any moment.
 */
export async function pageStore(connection: Connection) {
  const pages = connection.model('PageInHand', schema);
  await makeIndexesOf(pages);
  return {
    async insert(batch: readonly NewDelivery[], createdAt: Date, dueAt: Date): Promise<PageInHand> {
      const page = { id: new Types.ObjectId(), left: new Set(batch.map(({ id }) => id)) };
      await pages.collection.insertOne({ _id: page.id, dueAt, createdAt, ...packed(batch) } as never);
      return page;
    },

    /** What is in anybody's hand of these events. */
    async ofEvents(eventIds: readonly EventId[]): Promise<OnceKey[]> {
      const found = await pages.find({ eventIds: { $in: [...eventIds] } }, { deliveries: 1 }).lean();
      return found.flatMap(({ deliveries }) => deliveries);
    },

    /**
     * Takes the one that waits longest of those whose storer has not ended it in time, by the database's
     * clock and for a while: one replica works on it, and one that cannot be worked on keeps nobody from the
     * others.
     */
    async takeLapsed(now: Date): Promise<LapsedPage | undefined> {
      const found = await pages
        .findOneAndUpdate(IS_DUE, [{ $set: { dueAt: fromNow(TAKEN_FOR_MS) } }], {
          sort: { dueAt: 1 },
          returnDocument: 'after',
          ...PIPELINE,
        })
        .lean();
      return found === null ? undefined : unpacked(found, now);
    },

    async end(ids: readonly Types.ObjectId[]): Promise<void> {
      if (ids.length > 0) await pages.deleteMany({ _id: { $in: [...ids] } });
    },
  };
}

function packed(batch: readonly NewDelivery[]): Pick<PageDocument, 'eventIds' | 'bodies' | 'deliveries'> {
  const bodies = new Map<string, number>();
  const deliveries = batch.map(({ tenant, payload, traceparent, url, ...fields }): Entry => {
    const body = bodies.get(payload) ?? bodies.size;
    bodies.set(payload, body);
    return {
      ...tenant,
      ...fields,
      ...(traceparent === undefined ? {} : { traceparent }),
      ...(url === undefined ? {} : { url }),
      body,
    } as Entry;
  });
  return { eventIds: [...new Set(batch.map(({ eventId }) => eventId))], bodies: [...bodies.keys()], deliveries };
}

function unpacked({ _id, createdAt, bodies, deliveries }: PageDocument, now: Date): LapsedPage {
  const isOld = now.getTime() - createdAt.getTime() > IDS_GOOD_FOR_MS;
  return {
    id: _id,
    createdAt,
    deliveries: deliveries.map(
      ({ accountId, livemode, body, id, ...fields }): NewDelivery => ({
        ...fields,
        id: isOld ? newId('delivery') : (id as Id<'delivery'>),
        tenant: { accountId, livemode },
        payload: bodies[body] ?? '',
      }),
    ),
  };
}
