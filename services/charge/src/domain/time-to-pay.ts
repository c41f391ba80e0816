/**
 * Slots of each doubling of time; half of one, told as its middle, is the largest error: 1/32 of the true
 * value.
 */
const SLOTS = 16;

/**
 * The slot of a histogram that a duration falls into. Below 32 ms each millisecond has its own; above, each
 * doubling has 16 slots of the same width, so that 24 hours need some 350 and sums of histograms stay
 * histograms.
 */
export function slotOf(ms: number): number {
  const whole = Math.max(0, Math.floor(ms));
  let doublings = 0;
  // Division by a power of two is exact, which a logarithm is not.
  while (whole / 2 ** doublings >= 2 * SLOTS) doublings += 1;
  return doublings * SLOTS + Math.floor(whole / 2 ** doublings);
}

/** The middle of a slot, in milliseconds. */
export function middleOf(slot: number): number {
  if (slot < 2 * SLOTS) return slot;
  const doublings = Math.floor(slot / SLOTS) - 1;
  const width = 2 ** doublings;
  return (slot - doublings * SLOTS) * width + Math.floor(width / 2);
}

/** How many durations fell into each slot. */
export type Histogram = ReadonlyMap<number, number>;
/** One that can be read from beginning to end alone. */
export type Times = { forEach(each: (count: number, slot: number) => void): void };

/** Sums of histograms are histograms. */
export function sumOf(all: readonly Times[]): Histogram {
  const counts: number[] = [];
  for (const times of all)
    times.forEach((count, slot) => {
      counts[slot] = (counts[slot] ?? 0) + count;
    });
  return new Map([...counts.entries()].filter(([, count]) => count !== undefined));
}

/**
 * The duration that `share` of all do not exceed (nearest rank), in milliseconds, at most 1/32 off;
 * undefined when there are none.
 */
export function percentile(histogram: Histogram, share: number): number | undefined {
  const slots = [...histogram].filter(([, count]) => count > 0).toSorted(([a], [b]) => a - b);
  const rank = Math.ceil(slots.reduce((sum, [, count]) => sum + count, 0) * share);
  let seen = 0;
  for (const [slot, count] of slots) {
    seen += count;
    if (seen >= rank) return middleOf(slot);
  }
  return undefined;
}
