import { isUnavailable } from '@gx/core';

type Unheard<T> = {
  readonly due: readonly T[];
  /** Asks about one, and tells it again if it was not heard; true when it was told. */
  readonly look: (one: T) => Promise<boolean>;
  /** Says why nobody knows about one, and leaves it for later. */
  readonly putOff: (one: T, err: unknown) => Promise<void>;
};

/** Looks at each of what somebody may not have heard; how many were told again. Whoever is away will be there again, and most of it was heard. */
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

/** Whether what was last told then, and has not been heard, will not be: it was told for a day, and once more if nobody could be asked for so long. */
export const isTooLate = (toldAt: Date, happenedAt: Date): boolean =>
  toldAt.getTime() - happenedAt.getTime() > A_DAY_MS;
