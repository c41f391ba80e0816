import type { Id, Tenant } from '@gx/core';
import { batched } from '@gx/runtime';
import { duplicatesOf, ownEntries, retryOnDisconnect } from '@gx/runtime/mongo';
import type { ChargeDocument } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';

/**
 * One compare-and-set on a charge that nobody has written to since its insert: the fields as they are to be.
 */
export type FirstChange = {
  readonly id: Id<'charge'>;
  readonly tenant: Tenant;
  readonly set: Partial<ChargeDocument>;
};

/** The version that a charge is inserted with. */
export const FIRST_VERSION = 1;
const BATCH_MAX = 64;

/**
 * The two writes of every create: what arrives while a write is under way shares the next one. Each document
 * still succeeds or fails alone.
 */
export function groupWrites(model: ChargeModel) {
  const collection = model.collection;
  return {
    /** False for a document whose idempotency key is taken. */
    insert: batched<ChargeDocument, boolean>({
      maxItems: BATCH_MAX,
      run: (documents) => insertEach(collection, documents),
    }),
    /** False when another writer may have come first: the caller reads again and decides again. */
    change: batched<FirstChange, boolean>({ maxItems: BATCH_MAX, run: (changes) => changeEach(collection, changes) }),
  };
}

type Collection = ChargeModel['collection'];

async function insertEach(collection: Collection, documents: readonly ChargeDocument[]): Promise<boolean[]> {
  try {
    await collection.insertMany([...documents] as never[], { ordered: false });
    return documents.map(() => true);
  } catch (error) {
    const taken = duplicatesOf(error);
    return documents.map((_, index) => !taken.has(index));
  }
}

/**
 * One statement for all: one for each costs the database twice as much. It counts how many of a group fitted,
 * not which. All is the rule; when one did not, all of the group look again: whose write stands
 * finds it done, and the sweeper publishes its events.
 */
async function changeEach(collection: Collection, changes: readonly FirstChange[]): Promise<boolean[]> {
  const own = ownEntries('$_id', new Map(changes.map(({ id, tenant, set }) => [id, { ...tenant, ...set }])));
  const filter = { _id: { $in: changes.map(({ id }) => id) }, version: FIRST_VERSION, $expr: own.ofTenant };
  // One stage: each more is another copy of every document.
  const update = [{ $replaceWith: { $mergeObjects: ['$$ROOT', own.entry] } }];
  const { matchedCount } = await retryOnDisconnect(() => collection.updateMany(filter as never, update as never));
  return changes.map(() => matchedCount === changes.length);
}
