import { isUnavailable } from '@gx/core';

type Unheard<T> = {
  readonly due: readonly T[];
  /** Asks about one, and tells it again if it was not heard; true when it was told. */
  readonly look: (one: T) => Promise<boolean>;
  /** Says why nobody knows about one, and leaves it for later. */
  readonly putOff: (one: T, err: unknown) => Promise<void>;
};

/**
 * Asks about each item and tells it again where it was not heard; answers how many were told. Stops at the
 * first peer that is unavailable: the rest stays due.
 */
export async function tellUnheard<T>({ due, look, putOff }: Unheard<T>): Promise<number> {
  let told = 0;
  for (const one of due) {
    try {
      if (await look(one)) told += 1;
    } catch (err) {
      if (isUnavailable(err)) break;
      await putOff(one, err);
    }
  }
  return told;
}

const A_DAY_MS = 24 * 3_600_000;

/**
 * Whether to give up: it was last told more than a day after it happened. So it was told for a day, and once
 * more if nobody could be asked for so long.
 */
export const isTooLate = (toldAt: Date, happenedAt: Date): boolean =>
  toldAt.getTime() - happenedAt.getTime() > A_DAY_MS;
