import type { Tenant } from '@gx/core';
import type { Wallet } from '../domain/wallet.ts';
import { toWallet } from './documents.ts';
import type { LedgerModels, WalletDocument } from './models.ts';

/** Wallets as they stand: reads alone, every write goes through the journal. */
export const walletStore = ({ wallets }: LedgerModels) => ({
  /** Every wallet of a tenant; empty for one that was never credited. */
  async ofTenant({ accountId, livemode }: Tenant): Promise<readonly Wallet[]> {
    const found = await wallets.find({ accountId, livemode }).lean<WalletDocument[]>();
    return found.map(toWallet);
  },
});
export type WalletStore = ReturnType<typeof walletStore>;
