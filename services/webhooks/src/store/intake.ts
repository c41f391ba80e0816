import { MOVES, type NewDelivery } from '../domain/delivery.ts';
import type { DueDelivery, Handover } from './attempts.ts';
import type { DeliveryModel } from './delivery-document.ts';
import { duplicatesOf } from './duplicates.ts';
import { type FirstWrites, type InHand, newDocument } from './first-writes.ts';
import { distinct, documented, onceKey } from './once.ts';
import type { PageStore } from './pages-in-hand.ts';
import { leaving, PIPELINE } from './pipelines.ts';

/** How new deliveries come in. */
export function intake(deliveries: DeliveryModel, pages: PageStore, first: FirstWrites) {
  const documents = asDocuments(deliveries);
  return { ...documents, ...inHand(deliveries, pages, documents.insertNew), makeDue: dueMaker(deliveries, first) };
}

const asDocuments = (deliveries: DeliveryModel) => ({
  /**
   * Stores them, each as a document, in one write and answers those that are new: the others were stored when
   * the event came the first time. Others look at a new delivery only after its handover.
   */
  async insertNew(batch: readonly NewDelivery[], now: Date, handover: Handover): Promise<DueDelivery[]> {
    const documents = batch.map((delivery) => ({ ...newDocument(delivery, now), dueAt: handover.dueAt }));
    try {
      await deliveries.collection.insertMany(documents as never[], { ordered: false });
      return batch.map((delivery) => freshDelivery(delivery, now, handover));
    } catch (error) {
      const refused = duplicatesOf(error);
      return batch.filter((_, index) => !refused.has(index)).map((delivery) => freshDelivery(delivery, now, handover));
    }
  },

  /** Those that are not stored yet. */
  async missing(batch: readonly NewDelivery[]): Promise<NewDelivery[]> {
    const known = await documented(deliveries, batch);
    return batch.filter((delivery) => !known.has(onceKey(delivery)));
  },
});

type InsertNew = ReturnType<typeof asDocuments>['insertNew'];

const inHand = (deliveries: DeliveryModel, pages: PageStore, insertNew: InsertNew) => ({
  /**
   * Stores them as a page in this process's hand, but for those whose body is not kept in memory: they are
   * documents from the start.
   */
  async takeInHand(batch: readonly NewDelivery[], now: Date, handover: Handover): Promise<DueDelivery[]> {
    const [kept, large] = [batch.filter(isKept), batch.filter((delivery) => !isKept(delivery))];
    // The page last: what is in one is not new when the batch comes again, and has to have been offered.
    const others = large.length === 0 ? [] : await insertNew(large, now, handover);
    const page = kept.length === 0 ? undefined : await pages.insert(kept, now, handover.dueAt);
    const due = kept.map((delivery) =>
      freshDelivery(delivery, now, handover, page && { page, delivery, createdAt: now }),
    );
    return large.length === 0 ? due : inOrder(batch, [...due, ...others]);
  },

  /**
   * Answers what is new of these, once each. What there is already is in somebody's hand, or has a document;
   * looked for in this order, for a page goes when its deliveries have theirs.
   */
  async onlyNew(batch: readonly NewDelivery[]): Promise<NewDelivery[]> {
    if (batch.length === 0) return [];
    const paged = await pages.ofEvents(distinct(batch.map(({ eventId }) => eventId)));
    const known = await documented(deliveries, batch);
    for (const one of paged) known.add(onceKey(one));
    return batch.filter((delivery) => {
      const before = known.size;
      return known.add(onceKey(delivery)).size > before;
    });
  },
});

/** New deliveries that this process has no room for, or no time left, are due for anybody. */
const dueMaker =
  (deliveries: DeliveryModel, first: FirstWrites) =>
  async (fresh: readonly DueDelivery[]): Promise<void> => {
    const ids = fresh.flatMap(({ id, stored }) => (stored?.inHand === undefined ? [id] : []));
    await Promise.all([
      first.insertDue(fresh.flatMap(({ stored }) => stored?.inHand ?? [])),
      ids.length === 0
        ? undefined
        : deliveries.updateMany(
            { _id: { $in: ids }, lane: 'first', status: leaving(MOVES.claim), attempts: 0 },
            [{ $set: { dueAt: '$$NOW' } }],
            PIPELINE,
          ),
    ]);
  };

const inOrder = (batch: readonly NewDelivery[], due: readonly DueDelivery[]): DueDelivery[] => {
  const byId = new Map(due.map((one) => [one.id, one]));
  return batch.flatMap(({ id }) => byId.get(id) ?? []);
};

/** A larger body is read again when its turn comes: what waits must not fill the memory. */
const KEPT_BODY_MAX = 4_096;
const isKept = ({ payload }: NewDelivery): boolean => payload.length <= KEPT_BODY_MAX;

function freshDelivery(
  delivery: NewDelivery,
  createdAt: Date,
  { dueAt, sinceMs }: Handover,
  inHand?: InHand,
): DueDelivery {
  const { eventId, eventName, payload, ...rest } = delivery;
  const content = { eventId, eventName, payload, createdAt };
  const stored = { content, sinceMs, ...(inHand && { inHand }) };
  return { ...rest, dueAt, ...(isKept(delivery) && { stored }) };
}
