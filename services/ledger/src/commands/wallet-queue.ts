import { type RunLimits, readyWallets } from './ready-wallets.ts';

type Work<Item, Result> = {
  readonly items: readonly Item[];
  readonly resolve: (results: readonly Result[]) => void;
  readonly reject: (error: unknown) => void;
};

type Limits = RunLimits & { readonly runsAtOnce: number };

/** Writes the items of several wallets; one settled list of results for each wallet, in order. */
export type Run<Item, Result> = (
  batches: readonly (readonly Item[])[],
) => Promise<readonly PromiseSettledResult<readonly Result[]>[]>;

/**
 * One queue per wallet: a wallet is in one run at a time, and what comes meanwhile goes into its next run
 * together. So writers of one process never collide on a wallet, and a busy wallet needs fewer runs per
 * entry, not more. Wallets that wait at the same moment share a run: many quiet wallets are as cheap as one
 * busy one.
 */
export function walletQueue<Item, Result>(run: Run<Item, Result>, { runsAtOnce, ...limits }: Limits) {
  const ready = readyWallets<Work<Item, Result>>(limits);
  let runs = 0;

  const settle = async (batches: ReadonlyMap<string, readonly Work<Item, Result>[]>): Promise<void> => {
    const pieces = [...batches.values()];
    const outcome = await run(pieces.map((works) => works.flatMap(({ items }) => items))).catch(
      (reason: unknown): PromiseRejectedResult => ({ status: 'rejected', reason }),
    );
    for (const [index, works] of pieces.entries()) answer(works, Array.isArray(outcome) ? outcome[index] : outcome);
    ready.release(batches.keys());
    runs -= 1;
    start();
  };

  const start = (): void => {
    while (runs < runsAtOnce) {
      const batches = ready.next();
      if (batches.size === 0) return;
      runs += 1;
      void settle(batches);
    }
  };

  return {
    /**
     * Resolves with one result per item when the run that took them has ended; rejects when it failed.
     * `urgent`: a caller waits for it, so its wallet goes before all those that a batch brought.
     */
    add(wallet: string, items: readonly Item[], urgent = false): Promise<readonly Result[]> {
      return new Promise((resolve, reject) => {
        ready.add(wallet, { items, resolve, reject }, urgent);
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
