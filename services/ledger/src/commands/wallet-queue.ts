type Work<Item, Result> = {
  readonly items: readonly Item[];
  readonly resolve: (results: readonly Result[]) => void;
  readonly reject: (error: unknown) => void;
};

/** `itemsPerRun` bounds a run of several wallets; one wallet alone takes at least one piece of work, however large. */
type Limits = { readonly itemsPerRun: number; readonly walletsPerRun: number; readonly runsAtOnce: number };

/** Writes the items of several wallets; one settled list of results for each wallet, in order. */
export type Run<Item, Result> = (
  lots: readonly (readonly Item[])[],
) => Promise<readonly PromiseSettledResult<readonly Result[]>[]>;

/**
 * One queue per wallet: a wallet is in one run at a time, and what comes meanwhile goes into its next run together. So
 * writers of one process never collide on a wallet, and a busy wallet needs fewer runs per entry, not more. Wallets
 * that wait at the same moment share a run: many quiet wallets are as cheap as one busy one.
 */
export function walletQueue<Item, Result>(run: Run<Item, Result>, limits: Limits) {
  const { itemsPerRun, walletsPerRun, runsAtOnce } = limits;
  const waiting = new Map<string, Work<Item, Result>[]>();
  const ready: string[] = [];
  let runs = 0;

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

  /** The wallets of the next run, in the order in which they became ready. */
  const pick = (): string[] => {
    const size = (wallet: string): number =>
      (waiting.get(wallet) ?? []).reduce((sum, { items }) => sum + items.length, 0);
    let items = 0;
    const end = ready.findIndex((wallet, index) => {
      items += size(wallet);
      return index >= walletsPerRun || (index > 0 && items > itemsPerRun);
    });
    return ready.splice(0, end === -1 ? ready.length : end);
  };

  const settle = async (wallets: readonly string[]): Promise<void> => {
    const lots = wallets.map(take);
    const outcome = await run(lots.map((works) => works.flatMap(({ items }) => items))).catch(
      (reason: unknown): PromiseRejectedResult => ({ status: 'rejected', reason }),
    );
    for (const [index, works] of lots.entries()) answer(works, Array.isArray(outcome) ? outcome[index] : outcome);
    for (const wallet of wallets) {
      if ((waiting.get(wallet)?.length ?? 0) > 0) ready.push(wallet);
      else waiting.delete(wallet);
    }
    runs -= 1;
    start();
  };

  const start = (): void => {
    while (runs < runsAtOnce && ready.length > 0) {
      runs += 1;
      void settle(pick());
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

/** Each piece of work gets its own share of its wallet's results. */
function answer<Item, Result>(
  works: readonly Work<Item, Result>[],
  outcome: PromiseSettledResult<readonly Result[]> | undefined,
): void {
  let from = 0;
  for (const { items, resolve, reject } of works) {
    if (outcome?.status === 'fulfilled') resolve(outcome.value.slice(from, from + items.length));
    else reject(outcome?.reason ?? new Error('a run without an outcome'));
    from += items.length;
  }
}
