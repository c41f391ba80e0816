type Work<Item, Result> = {
  readonly items: readonly Item[];
  readonly resolve: (results: readonly Result[]) => void;
  readonly reject: (error: unknown) => void;
};

type Limits = { readonly itemsPerRun: number; readonly runsAtOnce: number };

/**
 * One queue per wallet: one run at a time, and what comes meanwhile goes into the next run together. So writers of one
 * process never collide on a wallet, and a busy wallet needs fewer transactions per entry, not more. `runsAtOnce`
 * bounds how many wallets are written at the same time.
 */
export function walletQueue<Item, Result>(
  run: (wallet: string, items: readonly Item[]) => Promise<readonly Result[]>,
  { itemsPerRun, runsAtOnce }: Limits,
) {
  const waiting = new Map<string, Work<Item, Result>[]>();
  const ready: string[] = [];
  const busy = new Set<string>();

  /** Takes whole pieces of work, at least one, up to the bound. */
  const take = (wallet: string): Work<Item, Result>[] => {
    const works = waiting.get(wallet) ?? [];
    let items = 0;
    const end = works.findIndex((work, index) => {
      items += work.items.length;
      return index > 0 && items > itemsPerRun;
    });
    return works.splice(0, end === -1 ? works.length : end);
  };

  const settle = async (wallet: string): Promise<void> => {
    const works = take(wallet);
    try {
      const results = await run(
        wallet,
        works.flatMap(({ items }) => items),
      );
      let from = 0;
      for (const { items, resolve } of works) {
        resolve(results.slice(from, from + items.length));
        from += items.length;
      }
    } catch (error) {
      for (const { reject } of works) reject(error);
    }
    busy.delete(wallet);
    if ((waiting.get(wallet)?.length ?? 0) > 0) ready.push(wallet);
    else waiting.delete(wallet);
    start();
  };

  const start = (): void => {
    while (busy.size < runsAtOnce) {
      const wallet = ready.shift();
      if (wallet === undefined) return;
      busy.add(wallet);
      void settle(wallet);
    }
  };

  /** What stands in line already steps to its front. */
  const hurry = (wallet: string): void => {
    const place = ready.indexOf(wallet);
    if (place > 0) ready.unshift(...ready.splice(place, 1));
  };

  return {
    /**
     * Resolves with one result per item when the run that took them has ended; rejects when it failed. `urgent`: a caller
     * waits for it, so its wallet goes before all those that a batch brought.
     */
    add(wallet: string, items: readonly Item[], urgent = false): Promise<readonly Result[]> {
      return new Promise((resolve, reject) => {
        const works = waiting.get(wallet);
        if (works === undefined) {
          waiting.set(wallet, [{ items, resolve, reject }]);
          ready.push(wallet);
        } else works.push({ items, resolve, reject });
        if (urgent) hurry(wallet);
        start();
      });
    },
  };
}
