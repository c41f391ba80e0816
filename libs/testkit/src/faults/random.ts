/** Randomness that a seed repeats: the same name gives the same throws, whatever else was thrown before. */
export type Random = {
  /** From 0 up to 1. */
  readonly throw: () => number;
  /** An integer from 0 up to `below`. */
  readonly below: (below: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(from: readonly T[]) => T;
  /** Random of its own for a part of the work, so that parts that run at once do not disturb each other. */
  readonly for: (part: string) => Random;
};

export function random(seed: string): Random {
  let state = hash32(seed);
  const next = (): number => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    throw: next,
    below: (below) => Math.floor(next() * below),
    chance: (probability) => next() < probability,
    pick: (from) => {
      if (from.length === 0) throw new Error('nothing to pick from');
      return from[Math.floor(next() * from.length)] as never;
    },
    for: (part) => random(`${seed}/${part}`),
  };
}

/** No chance at all: nothing that has a chance happens, and the first is always picked. */
export const SOBER: Random = {
  throw: () => 0.999_999,
  below: () => 0,
  chance: () => false,
  pick: (from) => {
    if (from.length === 0) throw new Error('nothing to pick from');
    return from[0] as never;
  },
  for: () => SOBER,
};

/** FNV-1a with a final mix: enough for throws that only have to look unrelated. */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
