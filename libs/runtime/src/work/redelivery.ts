import { isUnavailable } from '@gx/core';

type Redelivery<T> = {
  readonly due: readonly T[];
  /** Publishes an item again if its consumer has not acknowledged it; true when it did. */
  readonly check: (item: T) => Promise<boolean>;
  /** Logs why nobody knows about an item, and checks it later. */
  readonly reschedule: (item: T, err: unknown) => Promise<void>;
};

/**
 * Publishes again what consumers have not acknowledged; returns how many items. Stops at the first peer that
 * is unavailable: the rest stays due.
 */
export async function redeliver<T>({ due, check, reschedule }: Redelivery<T>): Promise<number> {
  let redelivered = 0;
  for (const item of due) {
    try {
      if (await check(item)) redelivered += 1;
    } catch (err) {
      if (isUnavailable(err)) break;
      await reschedule(item, err);
    }
  }
  return redelivered;
}

const A_DAY_MS = 24 * 3_600_000;

/**
 * Whether redelivery ends: the last publication was more than a day after the event. So an event is published
 * for a day, and once more if nobody could be asked for so long.
 */
export const isTooLate = (publishedAt: Date, occurredAt: Date): boolean =>
  publishedAt.getTime() - occurredAt.getTime() > A_DAY_MS;
