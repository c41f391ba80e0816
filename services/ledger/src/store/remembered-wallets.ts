import type { WalletSnapshot } from '../domain/fold.ts';
import { isWhollyListed } from '../domain/listing.ts';
import { type Wallet, type WalletKey, walletName } from '../domain/wallet.ts';
import { isRelease, type WalletBatch } from './standing.ts';

const NOTHING = { entries: new Map(), holds: new Map(), tranches: new Map(), lent: new Map() } as const;
const WALLETS_MAX = 10_000;

/**
 * Wallets as this process left them, the last written last. A memory decides nothing: who writes on top of it
 * compares the head of the wallet in the database.
 */
export function rememberedWallets(max = WALLETS_MAX) {
  const wallets = new Map<string, Wallet>();
  const forget = (key: WalletKey): void => void wallets.delete(walletName(key));
  return {
    /** But for one that is not wholly listed: the next look at it may find that it is. */
    keep(wallet: Wallet): void {
      forget(wallet);
      if (!isWhollyListed(wallet)) return;
      wallets.set(walletName(wallet), wallet);
      for (const oldest of wallets.keys()) {
        if (wallets.size <= max) return;
        wallets.delete(oldest);
      }
    },

    forget,

    /**
     * What stands if nobody else has written meanwhile and no reference is known: then postings need no
     * reading. What is guessed wrong meets the head or the index of references. Undefined where an act needs
     * more than its wallet, or a wallet is not remembered.
     */
    guess(batches: readonly WalletBatch[]): readonly WalletSnapshot[] | undefined {
      const standings: WalletSnapshot[] = [];
      for (const { key, writes } of batches) {
        const wallet = wallets.get(walletName(key));
        if (wallet === undefined || writes.some((write) => write.kind === 'hold' || isRelease(write.draft)))
          return undefined;
        standings.push({ ...NOTHING, wallet });
      }
      return standings;
    },
  };
}
