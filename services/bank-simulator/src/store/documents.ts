import { invariant } from '@gx/core';
import { isDuplicateKey } from '@gx/runtime/mongo';
import type { ClientSession, Connection, mongo } from 'mongoose';
import type { ListPage, PagedList } from '../domain/page.ts';
import type { CallbackStore, NewCallback, Transaction } from './callbacks.ts';

/** What every document has beside its content: `dueAt` where something is to become of it by itself. */
type Envelope = { readonly _id: string; readonly version: number; readonly dueAt?: Date | undefined };
type DocumentKind<T, D> = {
  readonly name: string;
  readonly indexes: readonly mongo.IndexDescription[];
  readonly toDocument: (value: T) => Omit<D, 'version'>;
  readonly fromDocument: (document: D) => T;
};
type FindOptions = { readonly sort?: Record<string, 1>; readonly skip?: number; readonly limit?: number };
/** What becomes of a document; without `value` nothing is written. */
export type DocumentChange<T, R> = {
  readonly result: R;
  readonly value?: T | undefined;
  readonly callback?: NewCallback | undefined;
  /** What else stands or falls with it. */
  readonly along?: (transaction: Transaction) => Promise<unknown>;
};

/**
 * One collection of what clients of the bank own. A document is inserted once; every later change compares
 * the version it was decided on, and stands together with its callback or not at all.
 */
export function documents<T, D extends Envelope>(
  connection: Connection,
  callbacks: CallbackStore,
  { name, indexes, toDocument, fromDocument }: DocumentKind<T, D>,
) {
  const collection = connection.collection<Envelope>(name) as unknown as mongo.Collection<Envelope>;
  const contentOf = (document: object | null): T | undefined =>
    document === null ? undefined : fromDocument(document as D);
  const find = async (filter: mongo.Filter<D>, options: FindOptions = {}): Promise<T[]> =>
    ((await collection.find(filter as never, options).toArray()) as unknown as D[]).map(fromDocument);
  return {
    collection,

    ready: async (): Promise<void> => void (await collection.createIndexes([...indexes])),

    /** False when the id is in use. */
    async insert(value: T, session?: ClientSession): Promise<boolean> {
      const document = { ...toDocument(value), version: 0 };
      try {
        await collection.insertOne(document, { ignoreUndefined: true, ...(session && { session }) });
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
    },

    first: async (filter: mongo.Filter<D>, session?: ClientSession): Promise<T | undefined> =>
      contentOf(await collection.findOne(filter as never, session && { session })),
    find,

    /** Those that change by themselves now, the longest due first. */
    due: (now: Date, limit: number): Promise<T[]> =>
      find({ dueAt: { $lte: now } } as mongo.Filter<D>, { sort: { dueAt: 1 }, limit }),

    /** A page of those that fit, with the number of them all. */
    async page(filter: mongo.Filter<D>, { index, size }: ListPage, sort: Record<string, 1>): Promise<PagedList<T>> {
      const [total, items] = await Promise.all([
        collection.countDocuments(filter as never),
        find(filter, { sort, skip: index * size, limit: size }),
      ]);
      return { total, items };
    },

    change: <R>(filter: mongo.Filter<D>, decide: (value: T) => DocumentChange<T, R>): Promise<R | undefined> =>
      callbacks.transaction((transaction) => changeIn(transaction, filter, decide)),
    changeIn,
  };

  /** Decides on a document as it is inside the transaction; undefined when there is none. */
  async function changeIn<R>(
    transaction: Transaction,
    filter: mongo.Filter<D>,
    decide: (value: T) => DocumentChange<T, R>,
  ): Promise<R | undefined> {
    const { session, queue } = transaction;
    const before = await collection.findOne(filter as never, { session });
    if (before === null) return undefined;
    const { result, value, callback, along } = decide(fromDocument(before as unknown as D));
    if (value === undefined) return result;
    const { _id, version } = before;
    const after = { ...toDocument(value), version: version + 1 };
    const written = await collection.replaceOne({ _id, version }, after, { session, ignoreUndefined: true });
    invariant(written.modifiedCount === 1, 'a transaction wrote over a change it had not seen');
    await queue(callback);
    await along?.(transaction);
    return result;
  }
}
