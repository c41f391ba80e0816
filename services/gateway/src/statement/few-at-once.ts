import { Refusal } from '@gx/core';

/** However many lines a statement has, an account keeps one process busy with so many. */
export const STATEMENTS_AT_ONCE = 4;

/**
 * Lets an account have so many statements under way in this process, however long each is. One more throws
 * the refusal `rate_limited` in the place of its first piece, until one has ended or its client has left.
 */
export function fewAtOnce(max: number) {
  const running = new Map<string, number>();
  return async function* during<T>(accountId: string, pieces: AsyncIterable<T>): AsyncGenerator<T> {
    const count = running.get(accountId) ?? 0;
    if (count >= max)
      throw new Refusal('rate_limited', `At most ${max} statements of an account at once.`, { retryAfterSeconds: 1 });
    running.set(accountId, count + 1);
    try {
      yield* pieces;
    } finally {
      const left = (running.get(accountId) ?? 1) - 1;
      if (left > 0) running.set(accountId, left);
      else running.delete(accountId);
    }
  };
}
