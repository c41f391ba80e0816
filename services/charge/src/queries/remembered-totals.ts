/**
 * A total is good for so long after it was counted, for each charge in it: a million lasts 20 s, a thousand
 * 20 ms.
 */
const GOOD_FOR_US_PER_CHARGE = 20;
const REMEMBERED_MAX = 10_000;

/** `asOfMs`: when the oldest part of it was counted, by the clock of the memory. */
export type CountedTotal = { readonly total: number; readonly asOfMs: number };

/** How old the parts of a total may be when it is told. */
export const goodForMs = (total: number): number => (total * GOOD_FOR_US_PER_CHARGE) / 1_000;

/**
 * Totals that this process has counted lately. Counting costs time in proportion to what is counted, so a
 * total is kept in that proportion: counting then takes a few hundredths of a processor at most however often
 * a list is asked for, and the lists of all but the largest merchants are always counted.
 */
export function rememberedTotals() {
  const totals = new Map<string, CountedTotal>();
  const counting = new Map<string, Promise<CountedTotal>>();

  const counted = async (name: string, count: () => Promise<CountedTotal>): Promise<CountedTotal> => {
    const found = await count();
    totals.delete(name);
    totals.set(name, found);
    for (const oldest of totals.keys()) {
      if (totals.size <= REMEMBERED_MAX) break;
      totals.delete(oldest);
    }
    return found;
  };

  return {
    /** Whatever was counted last under that name, however long ago. */
    last: (name: string): CountedTotal | undefined => totals.get(name),

    /**
     * The total of that name, counted unless it was since `sinceMs`; those who ask meanwhile wait for one
     * count.
     */
    get(name: string, sinceMs: number, count: () => Promise<CountedTotal>): Promise<CountedTotal> {
      const known = totals.get(name);
      if (known !== undefined && known.asOfMs > sinceMs) return Promise.resolve(known);
      const underway = counting.get(name);
      if (underway !== undefined) return underway;
      const run = counted(name, count).finally(() => counting.delete(name));
      counting.set(name, run);
      return run;
    },
  };
}
