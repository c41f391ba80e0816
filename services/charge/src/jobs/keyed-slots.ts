/** Bounds the work of each key that runs at a time; the rest waits for a slot, first come, first served. */
export function keyedSlots(max: number) {
  const keys = new Map<string, { taken: number; readonly waiting: (() => void)[] }>();
  const freeOf = (key: string) => (): void => {
    const slots = keys.get(key);
    if (slots === undefined) return;
    const next = slots.waiting.shift();
    if (next === undefined) slots.taken -= 1;
    else next();
    if (slots.taken === 0) keys.delete(key);
  };
  return {
    /** Resolves with what frees the slot again, to be called once. */
    async take(key: string): Promise<() => void> {
      const slots = keys.get(key) ?? { taken: 0, waiting: [] };
      keys.set(key, slots);
      if (slots.taken < max) slots.taken += 1;
      else await new Promise<void>((resolve) => slots.waiting.push(resolve));
      return freeOf(key);
    },

    waiting: (key: string): number => keys.get(key)?.waiting.length ?? 0,
  };
}
