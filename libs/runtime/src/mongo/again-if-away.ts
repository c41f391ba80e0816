import { isDatabaseAway } from './mongo.ts';

/**
 * Runs a write of many documents once more when the database went away under it: its driver repeats writes of
 * one document only. For writes whose filter no longer fits what they have written.
 */
export const againIfAway = <T>(write: () => Promise<T>): Promise<T> =>
  write().catch((error: unknown) => {
    if (isDatabaseAway(error)) return write();
    throw error;
  });
