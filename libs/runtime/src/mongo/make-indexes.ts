import type { Collection } from 'mongoose';

type IndexedModel = {
  readonly schema: { readonly indexes: () => readonly (readonly [keys: object, options: object])[] };
  readonly collection: Pick<Collection, 'createIndexes'>;
};

/**
 * Makes the indexes of a model that are missing, and its collection, in one command: every start waits for
 * the answer, and Mongoose's own `createIndexes` asks once for each index.
 */
export async function makeIndexesOf({ schema, collection }: IndexedModel): Promise<void> {
  await collection.createIndexes(schema.indexes().map(([key, options]) => ({ ...options, key }) as never));
}
