import { invariant } from '@gx/core';
import { keyOfAct } from '../domain/fold.ts';
import { walletName } from '../domain/wallet.ts';
import type { JournalStore, WalletBatch, Write, WriteOutcome } from '../store/journal.ts';
import { walletQueue } from './wallet-queue.ts';

type Deps = { readonly journal: JournalStore; readonly now: () => Date };

/** Bounds one transaction: far below what a snapshot may live for, far above what makes folding cheap. */
const WRITES_PER_TRANSACTION = 1_000;
/**
 * A transaction of many wallets meets more of the other replicas' writes: cheap enough, seldom enough in the
 * way.
 */
const WALLETS_PER_TRANSACTION = 50;
const TRANSACTIONS_AT_ONCE = 6;

/**
 * Every write to any wallet, from the bus, by RPC or by a job, goes through here: each wallet's together and
 * in order, what waits folded into the next transaction. One outcome per write, in the order given.
 */
export function walletWriter({ journal, now }: Deps) {
  const queue = walletQueue<Write, WriteOutcome>((batches) => journal.write(batches.map(toBatch), now()), {
    itemsPerRun: WRITES_PER_TRANSACTION,
    walletsPerRun: WALLETS_PER_TRANSACTION,
    runsAtOnce: TRANSACTIONS_AT_ONCE,
  });
  return async (writes: readonly Write[]): Promise<readonly WriteOutcome[]> => {
    const byWallet = Map.groupBy(writes.keys(), (index) => walletName(keyOfAct(writes[index] as Write)));
    const outcomes: WriteOutcome[] = [];
    await Promise.all(
      [...byWallet].map(async ([wallet, indexes]) => {
        const own = indexes.map((index) => writes[index] as Write);
        const urgent = own.some(({ kind }) => kind === 'hold');
        const results = await inPieces(own, (piece) => queue.add(wallet, piece, urgent));
        for (const [nth, index] of indexes.entries()) outcomes[index] = results[nth] as WriteOutcome;
      }),
    );
    return outcomes;
  };
}
export type WriteWallets = ReturnType<typeof walletWriter>;

function toBatch(writes: readonly Write[]): WalletBatch {
  const [first] = writes;
  invariant(first !== undefined, 'a batch without a write');
  return { key: keyOfAct(first), writes };
}

async function inPieces(
  writes: readonly Write[],
  add: (piece: readonly Write[]) => Promise<readonly WriteOutcome[]>,
): Promise<readonly WriteOutcome[]> {
  const pieces: Promise<readonly WriteOutcome[]>[] = [];
  for (let from = 0; from < writes.length; from += WRITES_PER_TRANSACTION) {
    pieces.push(add(writes.slice(from, from + WRITES_PER_TRANSACTION)));
  }
  return (await Promise.all(pieces)).flat();
}
