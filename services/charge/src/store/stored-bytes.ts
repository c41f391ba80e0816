import { addMillis, type Tenant } from '@gx/core';
import type { Logger } from '@gx/runtime';
import type { Connection } from 'mongoose';
import { type StoredBytesLimits, storageDayOf, storedBytesMax } from '../domain/stored-bytes.ts';

type StoredBytesDocument = { _id: string; bytes: number; until: Date };
/** What all replicas have written down, and what this one has not yet. */
type Count = { written: Promise<number>; pending: number; isWriting: boolean };
type Options = { readonly limits: StoredBytesLimits; readonly log: Logger };
export type StoredBytes = Awaited<ReturnType<typeof storedBytes>>;

const COLLECTION = 'stored_bytes';
const ACCOUNTS_MAX = 10_000;
/** Written down once so much of a limit came together: what a process that dies forgets is less. */
const WRITTEN_SHARE = 0.001;
/** Longer than the day that it counts, wherever in it the document was made. */
const KEPT_MS = 2 * 86_400_000;

/** Makes the index that is missing. */
export async function makeStoredBytesIndexes(connection: Connection): Promise<void> {
  await connection.collection(COLLECTION).createIndex({ until: 1 }, { name: 'expired', expireAfterSeconds: 0 });
}

/**
 * How much an account has stored on a day, in charges and evidence: one small document each. A replica writes
 * down what it adds a thousandth of the limit at a time, and learns then what the others have added: each
 * may exceed it by that much, and a creation costs no write of its own.
 */
export async function storedBytes(connection: Connection, { limits, log }: Options) {
  const collection = connection.collection<StoredBytesDocument>(COLLECTION);
  await makeStoredBytesIndexes(connection);
  const counts = new Map<string, Count>();

  const read = async (id: string): Promise<number> => (await collection.findOne({ _id: id }))?.bytes ?? 0;

  async function add(id: string, bytes: number, now: Date): Promise<number> {
    const change = { $inc: { bytes }, $setOnInsert: { until: addMillis(now, KEPT_MS) } };
    const found = await collection.findOneAndUpdate({ _id: id }, change, { upsert: true, returnDocument: 'after' });
    return found?.bytes ?? bytes;
  }

  function startCount(id: string): Count {
    const count = { written: read(id), pending: 0, isWriting: false };
    const oldest = counts.size < ACCOUNTS_MAX ? undefined : counts.keys().next().value;
    if (oldest !== undefined) counts.delete(oldest);
    counts.set(id, count);
    count.written.catch(() => counts.delete(id));
    return count;
  }

  /** Behind the answer; what could not be written is still pending. */
  async function write(id: string, count: Count, now: Date): Promise<void> {
    const { pending } = count;
    count.isWriting = true;
    try {
      const written = await add(id, pending, now);
      count.written = Promise.resolve(written);
      count.pending -= pending;
    } catch (err) {
      log.warn({ err }, 'the stored bytes of an account could not be written down, they are kept for the next time');
    } finally {
      count.isWriting = false;
    }
  }

  return {
    /** Counts what will be stored and answers how to undo that; undefined when it would be too much. */
    async claim(tenant: Tenant, bytes: number, now: Date): Promise<(() => void) | undefined> {
      const max = storedBytesMax(limits, tenant);
      const id = `${tenant.accountId}:${tenant.livemode ? 'live' : 'test'}:${storageDayOf(now)}`;
      const count = counts.get(id) ?? startCount(id);
      if ((await count.written) + count.pending + bytes > max) return undefined;
      count.pending += bytes;
      if (count.pending >= max * WRITTEN_SHARE && !count.isWriting) void write(id, count, now);
      return () => {
        count.pending -= bytes;
      };
    },
  };
}
