import type { Collection } from 'mongoose';

const INDEX_NOT_FOUND = 27;

/**
 * Drops the indexes of an earlier version whose questions others answer now. Another replica may have been
 * first.
 */
export async function dropReplaced(collection: Pick<Collection, 'dropIndex'>, names: readonly string[]): Promise<void> {
  for (const name of names)
    await collection.dropIndex(name).catch((error: unknown) => {
      if ((error as { readonly code?: unknown }).code !== INDEX_NOT_FOUND) throw error;
    });
}
