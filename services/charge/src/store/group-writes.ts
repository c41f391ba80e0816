import { groupCommit } from '@gx/runtime';
import { isDuplicateKey } from '@gx/runtime/mongo';
import { mongo } from 'mongoose';
import type { ChargeDocument } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';

/** One compare-and-set: applied if the filter still fits. */
export type GuardedUpdate = {
  readonly filter: Record<string, unknown>;
  readonly update: mongo.UpdateFilter<ChargeDocument>;
};

/** One group under way while the next one gathers: under load the groups are as large as they can be. */
const GROUPS = { inFlight: 1, maxItems: 64 } as const;

/**
 * The two writes of every create, folded: what arrives while a write is under way shares the next one, its round trip and
 * its journal flush. Each document still succeeds or fails alone.
 */
export function groupWrites(model: ChargeModel) {
  const collection = model.collection;
  return {
    /** False for a document whose idempotency key is taken. */
    insert: groupCommit<ChargeDocument, boolean>({ ...GROUPS, run: (documents) => insertEach(collection, documents) }),
    /** False when another writer may have come first: the caller reads again and decides again. */
    update: groupCommit<GuardedUpdate, boolean>({ ...GROUPS, run: (updates) => updateEach(collection, updates) }),
  };
}

type Collection = ChargeModel['collection'];

async function insertEach(collection: Collection, documents: readonly ChargeDocument[]): Promise<boolean[]> {
  try {
    await collection.insertMany([...documents] as never[], { ordered: false });
    return documents.map(() => true);
  } catch (error) {
    if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
    const failures = [error.writeErrors].flat();
    if (failures.length === 0 || !failures.every(isDuplicateKey)) throw error;
    const taken = new Set(failures.map(({ index }) => index));
    return documents.map((_, index) => !taken.has(index));
  }
}

/**
 * MongoDB counts how many of a group fitted, not which. All is the rule; when one did not, all of the group are told to
 * look again: whose write stands finds it done, and the sweeper publishes its events.
 */
async function updateEach(collection: Collection, updates: readonly GuardedUpdate[]): Promise<boolean[]> {
  const operations = updates.map(({ filter, update }) => ({ updateOne: { filter, update } }));
  const { matchedCount } = await collection.bulkWrite(operations as never[], { ordered: false });
  return updates.map(() => matchedCount === updates.length);
}
