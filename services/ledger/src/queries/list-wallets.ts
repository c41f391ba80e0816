import type { ListWalletsResponse } from '@gx/contracts/ledger';
import type { Tenant } from '@gx/core';
import { byPrimaryCurrency, type Wallet } from '../domain/wallet.ts';
import type { TrancheStore } from '../store/tranches.ts';
import type { WalletStore } from '../store/wallets.ts';

type Deps = { readonly wallets: WalletStore; readonly tranches: TrancheStore };

/** A tenant's wallets, the primary currency first; an account that was never credited has none. */
export const listWallets =
  ({ wallets, tranches }: Deps) =>
  async (tenant: Tenant): Promise<ListWalletsResponse> => {
    const found = await wallets.ofTenant(tenant);
    const messages = [...found].sort(byPrimaryCurrency).map(async (wallet) => ({
      currency: wallet.currency,
      available: wallet.available,
      pending: wallet.pending,
      retained: wallet.retained,
      ...(await nextRelease(tranches, wallet)),
    }));
    return { wallets: await Promise.all(messages) };
  };

async function nextRelease(tranches: TrancheStore, wallet: Wallet) {
  if (wallet.pending === 0) return {};
  const next = await tranches.next(wallet);
  return next === undefined ? {} : { nextReleaseAtMs: next.releaseAt.getTime(), nextReleaseAmount: next.amount };
}
