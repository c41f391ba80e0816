type Sized = { readonly items: readonly unknown[] };

/**
 * `itemsPerRun` bounds a run of several wallets; one wallet alone takes at least one piece of work, however
 * large.
 */
export type LineLimits = { readonly itemsPerRun: number; readonly walletsPerRun: number };

/**
 * Wallets that wait to be written, in the order in which they became ready, each with its pieces of work in
 * order.
 */
export function walletLine<Work extends Sized>({ itemsPerRun, walletsPerRun }: LineLimits) {
  const waiting = new Map<string, Work[]>();
  const ready: string[] = [];
  const sizeOf = (works: readonly Work[]): number => works.reduce((sum, { items }) => sum + items.length, 0);

  /** Whole pieces of a wallet's work, at least one, up to the bound. */
  const take = (wallet: string): Work[] => {
    const works = waiting.get(wallet) ?? [];
    let items = 0;
    const end = works.findIndex((work, index) => {
      items += work.items.length;
      return index > 0 && items > itemsPerRun;
    });
    return works.splice(0, end === -1 ? works.length : end);
  };

  return {
    /** A wallet that is being written is in no line: what comes for it waits until it is let go. */
    join(wallet: string, work: Work, urgent: boolean): void {
      const works = waiting.get(wallet);
      if (works !== undefined) works.push(work);
      else {
        waiting.set(wallet, [work]);
        ready.push(wallet);
      }
      const place = urgent ? ready.indexOf(wallet) : -1;
      if (place > 0) ready.unshift(...ready.splice(place, 1));
    },

    /** The wallets of the next run, with what each of them has to do in it; empty when nobody waits. */
    next(): ReadonlyMap<string, readonly Work[]> {
      let items = 0;
      const end = ready.findIndex((wallet, index) => {
        items += sizeOf(waiting.get(wallet) ?? []);
        return index >= walletsPerRun || (index > 0 && items > itemsPerRun);
      });
      const wallets = ready.splice(0, end === -1 ? ready.length : end);
      return new Map(wallets.map((wallet) => [wallet, take(wallet)]));
    },

    /** Ends a run: a wallet for which more has come stands in line again. */
    letGo(wallets: Iterable<string>): void {
      for (const wallet of wallets) {
        if ((waiting.get(wallet)?.length ?? 0) > 0) ready.push(wallet);
        else waiting.delete(wallet);
      }
    },
  };
}
