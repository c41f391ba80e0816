type Pace = {
  readonly atOnce: number;
  /** No item is begun once this says no. */
  readonly goesOn: () => boolean;
};

/** Does items in their order, so many at once. The first that throws ends it, once those under way have ended. */
export async function eachOf<T>(
  items: readonly T[],
  { atOnce, goesOn }: Pace,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const left = [...items];
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    while (left.length > 0 && !hasFailed && goesOn())
      await work(left.shift() as T).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
  };
  const workers = Array.from({ length: Math.min(atOnce, left.length) }, worker);
  for (const ended of await Promise.allSettled(workers)) if (ended.status === 'rejected') throw ended.reason;
}
