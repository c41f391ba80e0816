type Options = { readonly forMs: number; readonly max: number };

/** What was read, for a while and up to a size; what was read first is forgotten first. */
export function remembered<T>({ forMs, max }: Options) {
  const known = new Map<string, { readonly value: T; readonly until: number }>();
  const get = (name: string): T | undefined => {
    const found = known.get(name);
    return found === undefined || performance.now() >= found.until ? undefined : found.value;
  };
  return {
    get,

    /** Answers the value; what is known already is not known for longer. */
    set(name: string, value: T): T {
      if (get(name) !== undefined) return value;
      known.delete(name);
      const oldest = known.size < max ? undefined : known.keys().next().value;
      if (oldest !== undefined) known.delete(oldest);
      known.set(name, { value, until: performance.now() + forMs });
      return value;
    },

    /** Unless it is another value by now. */
    forget(name: string, value: T): void {
      if (known.get(name)?.value === value) known.delete(name);
    },
  };
}
