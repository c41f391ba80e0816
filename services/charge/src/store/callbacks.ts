import type { EndToEndId } from '@gx/core';
import { batched, type EncryptedValue } from '@gx/runtime';
import { databaseClock, databaseTime, duplicatesOf } from '@gx/runtime/mongo';
import type { Connection, mongo, Types } from 'mongoose';
import {
  CALLBACKS_COLLECTION as COLLECTION,
  makeCallbackIndexes,
  RESCHEDULED,
  RESCHEDULED_BY,
  UNREADABLE,
  WAITING,
} from './callback-indexes.ts';
import { updateFirst } from './update-first.ts';

/**
 * One element of a bank's callback, or one Pix that a sweep found: worth asking the bank about.
 */
export type CallbackDocument = {
  _id: Types.ObjectId;
  bankProfileId: string;
  /** The same for the same element, so that it is stored once. */
  elementKey: string;
  endToEndId: EndToEndId | null;
  /** As the callback says, which proves nothing. */
  txid: string | null;
  /** The Pix-out that it tells of, by the id that we gave it; null for money that arrived. */
  pixOutId: string | null;
  /** The order that it names; absent where it tells of no order. */
  orderReference?: string | null;
  /** The infraction report that it names; absent where it names none. */
  infractionId?: string;
  /** What the acquirer wrote, not the bank. */
  isOfAcquirer?: true;
  /** The Pix has devolutions: the refund service wants to know. */
  devolved: boolean;
  /** Why it cannot be read; null for one that can. */
  problems: string[] | null;
  /**
   * The element as the bank wrote it, which may name persons. Null for what a sweep found, and once handled.
   */
  encrypted: EncryptedValue | null;
  traceparent: string | null;
  /** Absent of what we found at a bank by ourselves, and of what came before there was this. */
  livemode?: boolean;
  receivedAt: Date;
  state: 'waiting' | 'handled';
  outcome: string | null;
  /** Due, or leased until then by the holder of `claim`. */
  dueAt: Date;
  claim: string | null;
  attempts: number;
  handledAt: Date | null;
};
export type CallbackStore = Awaited<ReturnType<typeof callbackStore>>;
export type NewCallback = Omit<
  CallbackDocument,
  '_id' | 'state' | 'outcome' | 'dueAt' | 'claim' | 'attempts' | 'handledAt'
>;
export type Callback = Omit<NewCallback, 'problems' | 'receivedAt'> &
  Pick<CallbackDocument, '_id' | 'attempts'> & { readonly claim: string };

/** How many elements were new, and those of them that the caller has to handle. */
export type InsertResult = { readonly stored: number; readonly claimed: readonly Callback[] };

type CallbackOutcome = { readonly callback: Callback; readonly outcome: string };

/** The Pix, or the orders, that callbacks speak of. */
type About =
  | { readonly endToEndId: { readonly $in: EndToEndId[] } }
  | { readonly orderReference: { readonly $in: string[] } };

const ENDED_TOGETHER_MAX = 64;
/** Due at once, whatever the clock. */
const LONG_DUE = new Date(0);

/** The attempt that follows is not of its own schedule, which has to last until no sweep finds it. */
const DUE_NOW = { dueAt: '$$NOW', attempts: { $subtract: ['$attempts', 1] } };
/** No erasure of a person reaches what a bank wrote, so nothing of it outlives its use. */
const ENDED = { state: 'handled', claim: null, encrypted: null } as const;
const IS_LATER = { $expr: { $gt: ['$dueAt', '$$NOW'] } };

/** Makes the indexes and the store. */
export async function callbackStore(connection: Connection, leaseMs: number) {
  const collection = connection.collection<CallbackDocument>(COLLECTION);
  await makeCallbackIndexes(connection);
  const clock = databaseClock(connection);
  return {
    /**
     * Stores every element that is not there yet, durably; how many were new. What cannot be read is stored
     * as handled.
     */
    add: async (callbacks: readonly NewCallback[]): Promise<number> =>
      (await insertEach(collection, callbacks.map(documentOf))).length,

    /**
     * The same, claimed: those that were new and can be read are the caller's to handle, each
     * under a claim of its own.
     */
    async addClaimed(callbacks: readonly NewCallback[], newClaim: () => string): Promise<InsertResult> {
      const dueAt = new Date((await clock()).getTime() + leaseMs);
      const inserted = await insertEach(
        collection,
        callbacks.map((callback) => {
          const document = documentOf(callback);
          return document.state === 'waiting' ? { ...document, dueAt, claim: newClaim(), attempts: 1 } : document;
        }),
      );
      return { stored: inserted.length, claimed: inserted.filter(isClaimed) };
    },

    /** Stores what a sweep found, and opens again what was found before but not decided about. */
    async reopen(callbacks: readonly NewCallback[]): Promise<void> {
      if (callbacks.length === 0) return;
      await collection
        .bulkWrite(
          callbacks.map((callback) => ({
            updateOne: {
              filter: {
                bankProfileId: callback.bankProfileId,
                elementKey: callback.elementKey,
                state: { $ne: 'waiting' },
              },
              update: { $set: { ...documentOf(callback) } },
              upsert: true,
            },
          })),
          { ordered: false },
        )
        // One that is waiting already is what we want.
        .catch(duplicatesOf);
    },

    /**
     * What could not be read of a bank's own, in the order in which it was stored, after the one that is
     * named.
     */
    unreadable: (
      bankProfileId: string,
      after: Types.ObjectId | null,
      max: number,
    ): Promise<readonly CallbackDocument[]> =>
      collection
        .find({
          ...UNREADABLE,
          bankProfileId,
          isOfAcquirer: { $exists: false },
          ...(after === null ? {} : { _id: { $gt: after } }),
        })
        .sort({ _id: 1 })
        .limit(max)
        .hint('unreadable')
        .toArray(),

    /**
     * Stores what has been read of one that could not be. A process that dies in between does it again: what
     * is there and can be read is left alone.
     */
    async replaceUnreadable(
      { _id, bankProfileId, elementKey }: Pick<CallbackDocument, '_id' | 'bankProfileId' | 'elementKey'>,
      callbacks: readonly NewCallback[],
    ): Promise<void> {
      await collection
        .bulkWrite(
          callbacks.map((callback) => ({
            updateOne: {
              filter: { ...UNREADABLE, bankProfileId, elementKey: callback.elementKey },
              update: { $set: { ...documentOf(callback) } },
              upsert: true,
            },
          })),
          { ordered: false },
        )
        .catch(duplicatesOf);
      if (callbacks.every((callback) => callback.elementKey !== elementKey))
        await collection.updateOne({ _id, ...UNREADABLE }, { $set: { outcome: 'reread' } });
    },

    /**
     * What is known already and waits because the bank did not answer is due at once, behind what is new: the
     * bank has just spoken. How many.
     */
    async rescheduleNow(bankProfileId: string, about: About): Promise<number> {
      const { modifiedCount } = await collection.updateMany(
        { bankProfileId, ...about, ...RESCHEDULED, ...IS_LATER },
        [{ $set: DUE_NOW }],
        { hint: 'endToEndId' in about ? RESCHEDULED_BY.endToEndId : RESCHEDULED_BY.orderReference },
      );
      return modifiedCount;
    },

    /**
     * What waits because its bank did not answer is due at once, the oldest first, at most `max`; how many.
     */
    askAtOnce: (bankProfileId: string, max: number): Promise<number> =>
      updateFirst(
        collection,
        { bankProfileId, ...RESCHEDULED, ...IS_LATER },
        { sort: { receivedAt: 1 }, max, hint: RESCHEDULED_BY.endToEndId, set: DUE_NOW },
      ),

    /** The txids that waiting callbacks of these profiles name for a Pix, of those that came since. */
    txidsNamed: (bankProfileIds: readonly string[], endToEndId: EndToEndId, since: Date): Promise<string[]> =>
      collection.distinct('txid', {
        ...WAITING,
        bankProfileId: { $in: [...bankProfileIds] },
        endToEndId,
        txid: { $ne: null },
        receivedAt: { $gt: since },
      }) as Promise<string[]>,

    /** The banks of which a callback is due. */
    async dueBanks(): Promise<string[]> {
      return collection.distinct('bankProfileId', { ...WAITING, dueAt: { $lte: await databaseTime(connection) } });
    },

    /** Claims the callback of a bank that waits longest; nobody else gets it before the lease is over. */
    async claim(bankProfileId: string, claim: string, now: Date): Promise<Callback | undefined> {
      const document = await collection.findOneAndUpdate(
        { ...WAITING, bankProfileId, dueAt: { $lte: now } },
        [{ $set: { claim, dueAt: { $add: ['$$NOW', leaseMs] }, attempts: { $add: ['$attempts', 1] } } }],
        { sort: { dueAt: 1 }, returnDocument: 'after' },
      );
      return document === null ? undefined : ({ ...document, claim } as Callback);
    },

    /** What ends while others are being written down is written down together. */
    handled: batched<CallbackOutcome, undefined>({
      maxItems: ENDED_TOGETHER_MAX,
      run: async (ended) => {
        await collection.bulkWrite(
          ended.map(({ callback: { _id, claim }, outcome }) => ({
            updateOne: {
              filter: { _id, claim },
              update: { $set: { ...ENDED, outcome }, $currentDate: { handledAt: true } },
            },
          })),
          { ordered: false },
        );
        return ended.map(() => undefined);
      },
    }),

    /** Due again after a wait. A callback that no process had time for has used up no attempt. */
    async reschedule({ _id, claim, attempts }: Callback, waitMs: number, isAttempt = true): Promise<void> {
      const later = { claim: null, attempts: isAttempt ? attempts : attempts - 1, dueAt: { $add: ['$$NOW', waitMs] } };
      await collection.updateOne({ _id, claim }, [{ $set: later }]);
    },

    now: () => databaseTime(connection),
  };
}

const documentOf = (callback: NewCallback): Omit<CallbackDocument, '_id'> => ({
  ...callback,
  ...(callback.problems === null
    ? { state: 'waiting', outcome: null, handledAt: null }
    : { state: 'handled', outcome: 'unreadable', handledAt: callback.receivedAt }),
  dueAt: LONG_DUE,
  claim: null,
  attempts: 0,
});

type NewDocument = Omit<CallbackDocument, '_id'> & { _id?: Types.ObjectId };

/** Those that were not there yet; the driver gives each its id. */
async function insertEach(
  collection: mongo.Collection<CallbackDocument>,
  documents: NewDocument[],
): Promise<CallbackDocument[]> {
  if (documents.length === 0) return [];
  try {
    await collection.insertMany(documents as never, { ordered: false });
    return documents as CallbackDocument[];
  } catch (error) {
    const duplicates = duplicatesOf(error);
    return documents.filter((_, index) => !duplicates.has(index)) as CallbackDocument[];
  }
}

const isClaimed = (document: CallbackDocument): document is CallbackDocument & { claim: string } =>
  document.claim !== null;
