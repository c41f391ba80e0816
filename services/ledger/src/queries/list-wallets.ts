import type { ListWalletsResponse } from '@gx/contracts/ledger';
import { PLATFORM_ACCOUNT, type Tenant } from '@gx/core';
import { byPrimaryCurrency } from '../domain/wallet.ts';
import type { WalletStore } from '../store/wallets.ts';

export type ListWalletsDeps = { readonly wallets: WalletStore };

/**
 * A tenant's wallets, the primary currency first; an account that was never credited has none. Neither has
 * the platform: what stands under its account is the chain of money that belongs to no merchant.
 */
export async function listWallets({ wallets }: ListWalletsDeps, tenant: Tenant): Promise<ListWalletsResponse> {
  if (tenant.accountId === PLATFORM_ACCOUNT) return { wallets: [] };
  const found = await wallets.ofTenant(tenant);
  const messages = found.map(({ wallet: { currency, available, pending, retained }, next }) => ({
    currency,
    available,
    pending,
    retained,
    ...(next === undefined ? {} : { nextReleaseAtMs: next.at.getTime(), nextReleaseAmount: next.amount }),
  }));
  return { wallets: messages.sort(byPrimaryCurrency) };
}
