type Options = { readonly forMs: number; readonly max: number };

/** What was read, for a while and up to a size; what was read first is forgotten first. */
export function remembered<T>({ forMs, max }: Options) {
  const known = new Map<string, { readonly value: T; readonly until: number }>();
  return {
    get(name: string): T | undefined {
      const found = known.get(name);
      return found === undefined || performance.now() >= found.until ? undefined : found.value;
    },

    /** Answers the value; what is known already is not known for longer. */
    set(name: string, value: T): T {
      const found = known.get(name);
      const now = performance.now();
      if (found !== undefined && now < found.until) return value;
      known.delete(name);
      if (known.size >= max) known.delete(known.keys().next().value as string);
      known.set(name, { value, until: now + forMs });
      return value;
    },
  };
}
