import { isUnavailable } from '@gx/core';

/**
 * Repeats a call once when the server was unavailable: another replica answers then. For idempotent calls.
 */
export const retryOnUnavailable = <T>(call: () => Promise<T>): Promise<T> =>
  call().catch((error: unknown) => {
    if (isUnavailable(error)) return call();
    throw error;
  });
