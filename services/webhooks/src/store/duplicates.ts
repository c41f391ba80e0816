import { isDuplicateKey } from '@gx/runtime/mongo';
import type { mongo } from 'mongoose';

/** Of an unordered insert: positions that were refused as duplicates; any other failure is thrown on. */
export function duplicatesOf(error: unknown): ReadonlySet<number> {
  if (!isDuplicateKey(error)) throw error;
  const { writeErrors } = error as mongo.MongoBulkWriteError;
  const failures = Array.isArray(writeErrors) ? writeErrors : [writeErrors];
  if (!failures.every((failure) => failure.code === 11_000)) throw error;
  return new Set(failures.map((failure) => failure.index));
}
