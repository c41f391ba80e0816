import type { mongo } from 'mongoose';

type First = {
  readonly sort: Readonly<Record<string, 1>>;
  readonly max: number;
  readonly hint?: string;
  /** The fields that are set, as expressions. */
  readonly set: object;
};

/** Changes the first documents that fit, and only those that still do; how many. */
export async function updateFirst<D extends object>(
  collection: mongo.Collection<D>,
  filter: object,
  { sort, max, hint, set }: First,
): Promise<number> {
  const found = await collection
    .find(filter as never, { projection: { _id: 1 }, ...(hint === undefined ? {} : { hint }) })
    .sort(sort)
    .limit(max)
    .toArray();
  if (found.length === 0) return 0;
  const _id = { $in: found.map((document) => document._id) };
  const { modifiedCount } = await collection.updateMany({ ...filter, _id } as never, [{ $set: set }]);
  return modifiedCount;
}
