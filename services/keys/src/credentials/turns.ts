import { Refusal } from '@gx/core';

const tooMany = (): Refusal =>
  new Refusal('rate_limited', 'Too many at once. Try again in a moment.', { retryAfterSeconds: 1 });

type Bounds = {
  readonly atOnce: number;
  readonly waiting: number;
  /** How long a turn is at least: an act that ends sooner leaves the rest of it to others. */
  readonly turnMs?: number;
};

/**
 * Runs so many acts at once and lets so many more wait, in order; a caller beyond that is told to come again.
 */
export function turns({ atOnce, waiting, turnMs = 0 }: Bounds): <T>(act: () => Promise<T>) => Promise<T> {
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
    const beganAt = performance.now();
    try {
      return await act();
    } finally {
      const restMs = turnMs - (performance.now() - beganAt);
      if (restMs > 0) setTimeout(next, restMs);
      else next();
    }
  };
}
