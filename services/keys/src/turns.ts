import { Refusal } from '@gx/core';

const tooMany = (): Refusal =>
  new Refusal('rate_limited', 'Too many at once. Try again in a moment.', { retryAfterSeconds: 1 });

type Bounds = { readonly atOnce: number; readonly waiting: number };

/**
 * Runs so many acts at once and lets so many more wait, in order; a caller beyond that is told to come again.
 */
export function turns({ atOnce, waiting }: Bounds): <T>(act: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let running = 0;
  const next = (): void => {
    const start = queue.shift();
    if (start === undefined) running -= 1;
    else start();
  };
  return async (act) => {
    if (running < atOnce) running += 1;
    else {
      if (queue.length >= waiting) throw tooMany();
      await new Promise<void>((start) => queue.push(start));
    }
    try {
      return await act();
    } finally {
      next();
    }
  };
}
