import type { Collection } from 'mongoose';

/** What is recorded for the audit log, in the document of what it records. */
type UnfiledEvent = { readonly _id: string };
export type UnfiledEvents<E extends UnfiledEvent> = {
  /** Audit events of these documents that the log may not have yet. */
  readonly unfiled: (limit: number) => Promise<E[]>;
  readonly markFiled: (ids: readonly E['_id'][]) => Promise<void>;
};

/** The index that finds what waits; give it to the collection that holds it. */
export const UNFILED_INDEX = {
  keys: { 'unfiled._id': 1 },
  options: { name: 'unfiled._id_1', partialFilterExpression: { 'unfiled._id': { $exists: true } } },
} as const;

/** Audit events in the documents they were written with, until the audit log has them. */
export const unfiledEvents = <E extends UnfiledEvent>(
  documents: Pick<Collection, 'find' | 'updateMany'>,
  /** Of which documents they count. */
  where: object = {},
): UnfiledEvents<E> => ({
  async unfiled(limit) {
    const waiting = { ...where, 'unfiled._id': { $exists: true } };
    const found = await documents
      .find(waiting, { projection: { unfiled: 1 } })
      .limit(limit)
      .toArray();
    return found.flatMap((document) => document['unfiled'] as E[]);
  },

  async markFiled(ids) {
    const these = { $in: [...ids] };
    await documents.updateMany({ 'unfiled._id': these }, { $pull: { unfiled: { _id: these } } } as never);
  },
});
