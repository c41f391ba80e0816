import { isDuplicateKey } from '@gx/runtime/mongo';

/** Two upserts of one document that is not there yet: the second finds what the first has made. */
export async function upserting<T>(upsert: () => Promise<T>): Promise<T> {
  try {
    return await upsert();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return upsert();
  }
}
