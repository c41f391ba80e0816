/** A total is good for so long after it was counted, for each charge in it: a million lasts 20 s, a thousand 20 ms. */
const GOOD_FOR_US_PER_CHARGE = 20;
const REMEMBERED_MAX = 1_000;

type Total = { readonly total: number; readonly goodUntilMs: number };

/**
 * Totals that this process has counted lately. Counting costs time in proportion to what is counted, so a total is kept in that proportion: counting then takes a
 * few hundredths of a processor at most however often a list is asked for, and the lists of all but the largest merchants are always counted.
 */
export function rememberedTotals(clockMs: () => number) {
  const totals = new Map<string, Total>();
  const counting = new Map<string, Promise<number>>();

  const counted = async (name: string, count: () => Promise<number>): Promise<number> => {
    const total = await count();
    totals.delete(name);
    totals.set(name, { total, goodUntilMs: clockMs() + (total * GOOD_FOR_US_PER_CHARGE) / 1_000 });
    for (const oldest of totals.keys()) {
      if (totals.size <= REMEMBERED_MAX) break;
      totals.delete(oldest);
    }
    return total;
  };

  /** The total of that name, counted if nobody has lately; those who ask meanwhile wait for one count. */
  return (name: string, count: () => Promise<number>): Promise<number> => {
    const known = totals.get(name);
    if (known !== undefined && clockMs() < known.goodUntilMs) return Promise.resolve(known.total);
    const underway = counting.get(name);
    if (underway !== undefined) return underway;
    const run = counted(name, count).finally(() => counting.delete(name));
    counting.set(name, run);
    return run;
  };
}
