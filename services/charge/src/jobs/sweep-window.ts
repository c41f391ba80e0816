import { addMillis } from '@gx/core';
import { ELSEWHERE } from '@gx/runtime';
import type { SweepStore } from '../store/sweeps.ts';

export type SweepPace = {
  readonly sweeps: SweepStore;
  /** How often each replica sweeps; one that finds a sweep younger than half of it leaves the other side alone. */
  readonly sweepEveryMs: number;
  readonly nudge: () => void;
};
export type SweepOf<Page> = {
  /** Under which the end of the last window is kept. */
  readonly id: string;
  /** This process has not swept it yet, so it looks back once. */
  readonly atStart: boolean;
  readonly pages: (window: { readonly from: Date; readonly to: Date }) => AsyncIterable<Page>;
  /** Stores what of a page has to be handled; how much that was. */
  readonly take: (page: Page) => Promise<number>;
};

const OVERLAP_MS = 5 * 60_000;
const LOOK_BACK_MS = 48 * 3_600_000;
const LOOK_BACK_EVERY_MS = 3_600_000;

/** What a turn over all banks says for itself: another replica is at it, where that is so of each. */
export const saidOfAll = (each: readonly unknown[]): unknown =>
  each.length > 0 && each.every((said) => said === ELSEWHERE) ? ELSEWHERE : undefined;

/**
 * Reads what happened since the last sweep, and now and then two days back; how much of it was new to us. The end of the window is fixed before
 * the first page and saved after the last one is stored: whoever dies in between reads it again.
 */
export async function sweepWindow<Page>(
  { sweeps, sweepEveryMs, nudge }: SweepPace,
  { id, atStart, pages, take }: SweepOf<Page>,
): Promise<number> {
  const now = await sweeps.now();
  const last = await sweeps.of(id);
  const lookBack = atStart || last === null || last.lookedBackAt < addMillis(now, -LOOK_BACK_EVERY_MS);
  if (!lookBack && last.readUntil > addMillis(now, -sweepEveryMs / 2)) return 0;
  const recent = addMillis(last?.readUntil ?? now, -OVERLAP_MS);
  const far = addMillis(now, -LOOK_BACK_MS);
  let found = 0;
  for await (const page of pages({ from: lookBack && far < recent ? far : recent, to: now })) {
    found += await take(page);
    if (found > 0) nudge();
  }
  await sweeps.done(id, now, lookBack);
  return found;
}
