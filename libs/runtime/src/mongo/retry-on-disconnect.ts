import { isDatabaseUnavailable } from './mongo.ts';

/**
 * Repeats a write of many documents once when the connection to the database was lost: the driver repeats
 * writes of one document only. For writes whose filter no longer matches what they have written.
 */
export const retryOnDisconnect = <T>(write: () => Promise<T>): Promise<T> =>
  write().catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) return write();
    throw error;
  });
