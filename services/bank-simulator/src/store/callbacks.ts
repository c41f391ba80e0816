import { randomUUID } from 'node:crypto';
import type { ClientSession, Connection } from 'mongoose';
import type { SimulatedCallback } from '../domain/callback.ts';

export type NewCallback = Omit<SimulatedCallback, 'id' | 'attempts'> & {
  readonly delayMs: number;
  readonly now: Date;
};
/** Who sends the callbacks of this process. */
export type CallbackQueue = {
  readonly leaseMs: number;
  /** Hears of each that is stored: its lease is claimed where it is due at once, and it is to be sent. */
  readonly stored: (due: SimulatedCallback | undefined) => void;
};
type Queue = (callback: NewCallback | undefined) => Promise<void>;
/** A transaction under way: callbacks that are queued in it are sent once it stands. */
export type Transaction = { readonly session: ClientSession; readonly queue: Queue };
type CallbackState = 'queued' | 'delivered' | 'given_up' | 'no_webhook';
type CallbackDocument = Omit<SimulatedCallback, 'id'> & {
  readonly _id: string;
  readonly state: CallbackState;
  readonly dueAt: Date;
  readonly lastError: string | null;
};

const fromDocument = ({ _id, state, dueAt, lastError, ...callback }: CallbackDocument): SimulatedCallback => ({
  ...callback,
  id: _id,
});

export type CallbackStore = ReturnType<typeof callbackStore>;

/**
 * The queue of callbacks. It lives in the database, so a restart loses none; a claim is a lease, so a death
 * delays only.
 */
export function callbackStore(connection: Connection, { leaseMs, stored }: CallbackQueue) {
  const collection = connection.collection<CallbackDocument>('callbacks');

  /** What is due at once is stored with its lease claimed: the process that stores it sends it. */
  async function insert(callback: NewCallback, session?: ClientSession): Promise<CallbackDocument> {
    const { delayMs, now, ...rest } = callback;
    const [attempts, waitMs] = delayMs > 0 ? [0, delayMs] : [1, leaseMs];
    const dueAt = new Date(now.getTime() + waitMs);
    const document = { ...rest, _id: randomUUID(), attempts, state: 'queued', dueAt, lastError: null } as const;
    await collection.insertOne(document, session === undefined ? {} : { session });
    return document;
  }

  const notify = (document: CallbackDocument): void =>
    stored(document.attempts === 0 ? undefined : fromDocument(document));

  return {
    ready: async (): Promise<void> => void (await collection.createIndex({ state: 1, dueAt: 1 })),

    async enqueue(callback: NewCallback): Promise<string> {
      const document = await insert(callback);
      notify(document);
      return document._id;
    },

    /** Runs `work` in a transaction; the callbacks that it queues are sent once that stands. */
    async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
      let queued: CallbackDocument[] = [];
      const result = await connection.transaction((session) => {
        queued = [];
        const queue: Queue = async (callback) => {
          if (callback !== undefined) queued.push(await insert(callback, session));
        };
        return work({ session, queue });
      });
      for (const document of queued) notify(document);
      return result;
    },

    /** When the next one is due, or the lease on it is over. */
    async nextDueAt(): Promise<Date | undefined> {
      const next = { projection: { _id: 0, dueAt: 1 }, sort: { dueAt: 1 } } as const;
      return (await collection.findOne({ state: 'queued' }, next))?.dueAt;
    },

    /** Takes the callback that has waited longest; due times and leases follow the database's clock. */
    async claim(): Promise<SimulatedCallback | undefined> {
      const claimed = await collection.findOneAndUpdate(
        { state: 'queued', $expr: { $lte: ['$dueAt', '$$NOW'] } },
        [{ $set: { attempts: { $add: ['$attempts', 1] }, dueAt: { $add: ['$$NOW', leaseMs] } } }],
        { sort: { dueAt: 1 }, returnDocument: 'after' },
      );
      return claimed === null ? undefined : fromDocument(claimed);
    },

    /** Ends a claimed attempt; a claim that another one made meanwhile changes nothing. */
    async finish(
      { id, attempts }: SimulatedCallback,
      state: Exclude<CallbackState, 'queued'>,
      lastError: string | null = null,
    ): Promise<void> {
      await collection.updateOne({ _id: id, attempts, state: 'queued' }, { $set: { state, lastError } });
    },

    async retry({ id, attempts }: SimulatedCallback, waitMs: number, lastError: string | null): Promise<void> {
      const update = { dueAt: { $add: ['$$NOW', waitMs] }, lastError: { $literal: lastError } };
      await collection.updateOne({ _id: id, attempts, state: 'queued' }, [{ $set: update }]);
    },

    async count(clientId: string): Promise<Record<string, number>> {
      const counts = [{ $match: { clientId } }, { $group: { _id: '$state', n: { $sum: 1 } } }];
      const rows = await collection.aggregate<{ _id: string; n: number }>(counts).toArray();
      return Object.fromEntries(rows.map(({ _id, n }) => [_id, n]));
    },
  };
}
