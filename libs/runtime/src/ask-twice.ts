import { isUnavailable } from '@gx/core';

/**
 * Asks, and once more where there was no answer: of several replicas it is then another's turn. For what may
 * be repeated.
 */
export const askTwice = <T>(ask: () => Promise<T>): Promise<T> =>
  ask().catch((error: unknown) => {
    if (isUnavailable(error)) return ask();
    throw error;
  });
