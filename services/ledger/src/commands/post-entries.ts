import { invariant } from '@gx/core';
import { walletKeyOf, walletName } from '../domain/wallet.ts';
import type { JournalStore, Outcome, Wanted } from '../store/journal.ts';
import { walletQueue } from './wallet-queue.ts';

type Deps = { readonly journal: JournalStore; readonly now: () => Date };

/** Bounds one transaction: far below what a snapshot may live for, far above what makes folding cheap. */
const ENTRIES_PER_TRANSACTION = 1_000;
const WALLETS_AT_ONCE = 24;

/** Posts drafts of any wallets, each wallet's together and in order; one outcome per draft, in the order given. */
export function postEntries({ journal, now }: Deps) {
  const queue = walletQueue<Wanted, Outcome>(
    (_wallet, items) => {
      const first = items[0];
      invariant(first !== undefined, 'a run without a draft');
      return journal.post(walletKeyOf(first.draft), items, now());
    },
    { itemsPerRun: ENTRIES_PER_TRANSACTION, runsAtOnce: WALLETS_AT_ONCE },
  );
  return async (wanted: readonly Wanted[]): Promise<readonly Outcome[]> => {
    const places = Map.groupBy(wanted.keys(), (index) => walletName((wanted[index] as Wanted).draft));
    const outcomes: Outcome[] = [];
    await Promise.all(
      [...places].map(async ([wallet, indexes]) => {
        const results = await postInPieces(
          queue.add,
          wallet,
          indexes.map((index) => wanted[index] as Wanted),
        );
        for (const [nth, index] of indexes.entries()) outcomes[index] = results[nth] as Outcome;
      }),
    );
    return outcomes;
  };
}
export type PostEntries = ReturnType<typeof postEntries>;

type Add = (wallet: string, items: readonly Wanted[]) => Promise<readonly Outcome[]>;

async function postInPieces(add: Add, wallet: string, items: readonly Wanted[]): Promise<readonly Outcome[]> {
  const pieces: Promise<readonly Outcome[]>[] = [];
  for (let from = 0; from < items.length; from += ENTRIES_PER_TRANSACTION) {
    pieces.push(add(wallet, items.slice(from, from + ENTRIES_PER_TRANSACTION)));
  }
  return (await Promise.all(pieces)).flat();
}
