type ItemBatch = { readonly items: readonly unknown[] };

/**
 * `itemsPerRun` bounds a run of several wallets; one wallet alone gives at least one piece of work, however
 * large.
 */
export type RunLimits = { readonly itemsPerRun: number; readonly walletsPerRun: number };

/** The queue of wallets with pending work, first ready first; each with its pieces of work in order. */
export function readyWallets<Work extends ItemBatch>({ itemsPerRun, walletsPerRun }: RunLimits) {
  const pending = new Map<string, Work[]>();
  const queue: string[] = [];
  const sizeOf = (works: readonly Work[]): number => works.reduce((sum, { items }) => sum + items.length, 0);

  /** Whole pieces of a wallet's work, at least one, up to the bound. */
  const claim = (wallet: string): Work[] => {
    const works = pending.get(wallet) ?? [];
    let items = 0;
    const end = works.findIndex((work, index) => {
      items += work.items.length;
      return index > 0 && items > itemsPerRun;
    });
    return works.splice(0, end === -1 ? works.length : end);
  };

  return {
    /** A wallet that is being written is not queued: what comes for it waits until it is released. */
    add(wallet: string, work: Work, urgent: boolean): void {
      const works = pending.get(wallet);
      if (works !== undefined) works.push(work);
      else {
        pending.set(wallet, [work]);
        queue.push(wallet);
      }
      const index = urgent ? queue.indexOf(wallet) : -1;
      if (index > 0) queue.unshift(...queue.splice(index, 1));
    },

    /** The wallets of the next run, with what each of them has to do in it; empty when nothing is pending. */
    next(): ReadonlyMap<string, readonly Work[]> {
      let items = 0;
      const end = queue.findIndex((wallet, index) => {
        items += sizeOf(pending.get(wallet) ?? []);
        return index >= walletsPerRun || (index > 0 && items > itemsPerRun);
      });
      const wallets = queue.splice(0, end === -1 ? queue.length : end);
      return new Map(wallets.map((wallet) => [wallet, claim(wallet)]));
    },

    /** Ends a run: a wallet for which more has come is queued again. */
    release(wallets: Iterable<string>): void {
      for (const wallet of wallets) {
        if ((pending.get(wallet)?.length ?? 0) > 0) queue.push(wallet);
        else pending.delete(wallet);
      }
    },
  };
}
