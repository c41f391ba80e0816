import type { Times } from '../domain/time-to-pay.ts';

/**
 * Slots of all entries together that are kept, of ten bytes each; what an entry takes beside its slots counts
 * as so many more.
 */
const SLOTS_MAX = 1_000_000;
const SLOTS_OF_ENTRY = 32;

type CacheEntry = { readonly recomputed: number; readonly times: PackedTimes };

/** How long payments took, by slot, without a key object and a map entry for each. */
class PackedTimes implements Times {
  readonly #slots: Uint16Array;
  readonly #counts: Float64Array;

  constructor(counts: Readonly<Record<string, number>>) {
    this.#slots = Uint16Array.from(Object.keys(counts), Number);
    this.#counts = Float64Array.from(Object.values(counts));
  }

  get weight(): number {
    return this.#slots.length + SLOTS_OF_ENTRY;
  }

  forEach(each: (count: number, slot: number) => void): void {
    for (let at = 0; at < this.#slots.length; at += 1) each(this.#counts[at] as number, this.#slots[at] as number);
  }
}

/**
 * The times to pay of rows, by name, as of the last recompute of their statistics cell. What was read longest
 * ago is forgotten first.
 */
export function rememberedTimes(slotsMax = SLOTS_MAX) {
  const entries = new Map<string, CacheEntry>();
  let slots = 0;

  const forget = (name: string): void => {
    slots -= entries.get(name)?.times.weight ?? 0;
    entries.delete(name);
  };

  return {
    /** Undefined where they are not known as of this recompute. */
    after(name: string, recomputed: number): Times | undefined {
      const kept = entries.get(name);
      if (kept === undefined || kept.recomputed !== recomputed) return undefined;
      entries.delete(name);
      entries.set(name, kept);
      return kept.times;
    },

    keep(name: string, recomputed: number, counts: Readonly<Record<string, number>>): Times {
      const times = new PackedTimes(counts);
      forget(name);
      entries.set(name, { recomputed, times });
      slots += times.weight;
      for (const oldest of entries.keys()) {
        if (slots <= slotsMax) break;
        forget(oldest);
      }
      return times;
    },
  };
}
