type Pace = {
  readonly atOnce: number;
  /** No item is begun once this says no. */
  readonly goesOn?: () => boolean;
};

/**
 * Works on items in their order, so many at once. After a failure no item is begun; all errors are thrown.
 */
export async function eachOf<T>(
  items: readonly T[],
  { atOnce, goesOn = () => true }: Pace,
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
  await allEnded(Array.from({ length: Math.min(atOnce, left.length) }, worker));
}

/** Waits for all, failed or not. Throws the error of the one that failed, an `AggregateError` of several. */
export async function allEnded(work: readonly Promise<unknown>[]): Promise<void> {
  const errors = (await Promise.allSettled(work)).flatMap((ended) =>
    ended.status === 'rejected' ? [ended.reason as unknown] : [],
  );
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} of ${work.length} failed`);
  if (errors.length === 1) throw errors[0];
}
