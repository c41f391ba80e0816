import { isUnavailable } from '@gx/core';

/** Calls, and once more where the server was unavailable: another replica answers then. For idempotent calls. */
export const retryOnUnavailable = <T>(call: () => Promise<T>): Promise<T> =>
  call().catch((error: unknown) => {
    if (isUnavailable(error)) return call();
    throw error;
  });
