import type { Id } from '@gx/core';
import { retryOnDisconnect } from '@gx/runtime/mongo';
import type { Types } from 'mongoose';
import { MOVES, type NewDelivery } from '../domain/delivery.ts';
import type { DeliveryDocument, DeliveryModel } from './delivery-document.ts';
import { duplicatesOf } from './duplicates.ts';
import { gatherCalls } from './gather-calls.ts';
import { documented, onceKey } from './once.ts';
import type { LapsedPage, PageInHand, PageStore } from './pages-in-hand.ts';
import { lastsMs } from './pipelines.ts';
import { answerOf, type Ending } from './records.ts';

/** A delivery that has no document yet, in the hand of the process that stored its page. */
export type InHand = { readonly page: PageInHand; readonly delivery: NewDelivery; readonly createdAt: Date };

export type FirstWrites = ReturnType<typeof firstWrites>;

/** A delivery as it is stored first, whenever that is. */
export const newDocument = (
  { id, tenant, traceparent, url, ...fields }: NewDelivery,
  createdAt: Date,
): DeliveryDocument => ({
  _id: id,
  ...tenant,
  ...fields,
  ...(traceparent === undefined ? {} : { traceparent }),
  ...(url === undefined ? {} : { url }),
  status: 'PENDING',
  lane: 'first',
  attempts: 0,
  attemptLog: [],
  createdAt,
  updatedAt: createdAt,
});

/** What is written is made when its group is, as of that moment. */
type Write = { readonly page: PageInHand; readonly documentAt: (now: Date) => DeliveryDocument };
type Taking = InHand & { readonly attemptId: Id<'attempt'>; readonly leaseMs: number; readonly beganMs?: number };

/** Inserts documents, and knows which pages are over since. */
function pageWriter(deliveries: DeliveryModel, databaseNow: () => Promise<Date>) {
  let over: Types.ObjectId[] = [];
  return {
    async insert(batch: readonly Write[]): Promise<boolean[]> {
      const now = await databaseNow();
      const documents = batch.map(({ documentAt }) => documentAt(now));
      const written = await insertEach(deliveries, documents);
      for (const [index, { page }] of batch.entries()) {
        const id = documents[index]?._id;
        // Once for each: a delivery may be written twice, and the second time in vain.
        if (id !== undefined && page.left.delete(id) && page.left.size === 0) over.push(page.id);
      }
      return written;
    },
    over: (): readonly Types.ObjectId[] => {
      const ids = over;
      over = [];
      return ids;
    },
  };
}

/**
 * How a delivery in hand gets its document: with the outcome of its first attempt, under a lease when that
 * lasts, or as due for anybody. Each is an insert, which succeeds once: whoever comes second learns that the
 * delivery is somebody else's. A page all of whose deliveries have documents is over.
 */
export function firstWrites(deliveries: DeliveryModel, pages: PageStore, databaseNow: () => Promise<Date>) {
  const { insert, over } = pageWriter(deliveries, databaseNow);
  const write = gatherCalls('record deliveries', insert);
  return {
    /**
     * With what its first attempt came to; false when its time in hand had ended and it is somebody else's.
     */
    recordFirst({ page, delivery, createdAt }: InHand, ending: Ending): Promise<boolean> {
      return write({
        page,
        documentAt: (now) => ({ ...newDocument(delivery, createdAt), ...outcomeOf(ending, now) }),
      });
    },

    /** Under a lease, for an attempt that lasts or is late; false when it is somebody else's. */
    claimFirst({ page, delivery, createdAt, attemptId, leaseMs, beganMs }: Taking): Promise<boolean> {
      return write({
        page,
        documentAt: (now) => ({
          ...newDocument(delivery, createdAt),
          status: MOVES.claim.to,
          attempts: 1,
          running: { attemptId, startedAt: begunAt(now, beganMs) },
          dueAt: new Date(now.getTime() + leaseMs),
          updatedAt: now,
        }),
      });
    },

    /** Due at once, for anybody. */
    async insertDue(batch: readonly InHand[]): Promise<void> {
      const writes = batch.map(
        ({ page, delivery, createdAt }): Write => ({
          page,
          documentAt: (now) => ({ ...newDocument(delivery, createdAt), dueAt: now }),
        }),
      );
      if (writes.length > 0) await insert(writes);
    },

    /**
     * What a process that died, or stood still, left in its hand is due at once, for anybody; how many
     * deliveries those were. A page that fails is tried again later, and fails the call when the others are
     * done.
     */
    takeOverLapsed: async (): Promise<number> => takeOverAll(deliveries, pages, await databaseNow()),

    /** Takes away the pages that are over. One that stays lapses, and nothing is left to do for it. */
    endPages: (): Promise<void> => pages.end(over()),
  };
}

async function takeOverAll(deliveries: DeliveryModel, pages: PageStore, now: Date): Promise<number> {
  let taken = 0;
  const failures: unknown[] = [];
  for (let page = await pages.takeLapsed(now); page !== undefined; page = await pages.takeLapsed(now)) {
    try {
      taken += await takeOver(deliveries, pages, page, now);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} pages could not be taken over`);
  return taken;
}

/**
 * Answers how many had no document. All have one where the page outlived its time because its end was late:
 * then nobody has missed anything.
 */
async function takeOver(deliveries: DeliveryModel, pages: PageStore, page: LapsedPage, now: Date): Promise<number> {
  const known = await documented(deliveries, page.deliveries);
  const left = page.deliveries.filter((delivery) => !known.has(onceKey(delivery)));
  const documents = left.map((delivery) => ({ ...newDocument(delivery, page.createdAt), dueAt: now }));
  if (documents.length > 0) await insertEach(deliveries, documents);
  await pages.end([page.id]);
  return left.length;
}

/** True for each that is stored as it is here, by this call or by its repetition. */
async function insertEach(deliveries: DeliveryModel, documents: readonly DeliveryDocument[]): Promise<boolean[]> {
  const insert = async (): Promise<ReadonlySet<number>> => {
    await deliveries.collection.insertMany([...documents] as never[], { ordered: false });
    return new Set();
  };
  const refused = await retryOnDisconnect(() => insert().catch(duplicatesOf));
  if (refused.size === 0) return documents.map(() => true);
  const ids = [...refused].flatMap((index) => documents[index]?._id ?? []);
  const stored = await deliveries.find({ _id: { $in: ids } }, { running: 1, attemptLog: 1 }).lean();
  const known = new Map(stored.map((one) => [one._id, one]));
  return documents.map((one, index) => !refused.has(index) || isOwn(one, known.get(one._id)));
}

type Attempted = Pick<DeliveryDocument, 'running' | 'attemptLog'>;

/** Whether what is stored has the attempt of `own`: in its log, or under way. */
function isOwn(own: Attempted, stored: Attempted | undefined): boolean {
  const [made] = own.attemptLog;
  if (made !== undefined) return stored?.attemptLog.some(({ attemptId }) => attemptId === made.attemptId) === true;
  return own.running !== undefined && stored?.running?.attemptId === own.running.attemptId;
}

const begunAt = (now: Date, beganMs: number | undefined): Date => new Date(now.getTime() - lastsMs(beganMs));

/** Its end is the moment of the write; its beginning is not moved by what it has waited for that. */
function outcomeOf(ending: Ending, now: Date): Partial<DeliveryDocument> {
  const { claim, settlement, outcome } = ending;
  const startedAt = begunAt(now, claim.inHand?.sinceMs);
  const again = settlement.move === 'retry' ? new Date(now.getTime() + settlement.delayMs) : undefined;
  return {
    status: MOVES[settlement.move].to,
    lane: 'retry',
    attempts: 1,
    ...(again && { dueAt: again, nextRetryAt: again }),
    ...(settlement.move === 'deliver' && { deliveredAt: now }),
    ...(outcome.statusCode !== undefined && { lastStatusCode: outcome.statusCode }),
    ...(outcome.error !== undefined && { lastError: outcome.error }),
    ...(outcome.responseBody !== undefined && { lastResponseBody: outcome.responseBody }),
    attemptLog: [{ attempt: 1, attemptId: claim.attemptId, startedAt, ...answerOf(ending) }],
    updatedAt: now,
  };
}
