import type { Cents, Tenant } from '@gx/core';
import type { Wallet } from '../domain/wallet.ts';
import { toWallet } from './documents.ts';
import type { LedgerModels, TrancheDocument, WalletDocument } from './models.ts';

/** When the next pending money is released, and all that is released at that moment. */
export type NextRelease = { readonly at: Date; readonly amount: Cents };
export type WalletView = { readonly wallet: Wallet; readonly next: NextRelease | undefined };

type Due = Pick<NextRelease, 'amount'>;
type WalletWithTranches = WalletDocument & { readonly next: readonly TrancheDocument[]; readonly due: readonly Due[] };

/** Wallets as they stand: reads alone, every write goes through the journal. */
export function walletStore({ wallets, tranches }: LedgerModels) {
  const from = { from: tranches.collection.name, localField: 'currency', foreignField: 'currency' };

  /** Each wallet of a tenant, its earliest tranche, and the sum of all that are due at that moment. */
  function queryOfTenant({ accountId, livemode }: Tenant) {
    const own = { accountId, livemode };
    const next = [{ $match: own }, { $sort: { releaseAt: 1 } }, { $limit: 1 }] as const;
    const due = [
      { $match: { ...own, $expr: { $eq: ['$releaseAt', '$$at'] } } },
      { $group: { _id: null, amount: { $sum: '$amount' } } },
    ];
    return wallets
      .aggregate<WalletWithTranches>([
        { $match: own },
        { $lookup: { ...from, pipeline: [...next], as: 'next' } },
        { $lookup: { ...from, let: { at: { $first: '$next.releaseAt' } }, pipeline: due, as: 'due' } },
      ])
      .readConcern('snapshot');
  }

  return {
    queryOfTenant,
    /**
     * Every wallet of a tenant with its next release, as of one moment; empty for one that was never
     * credited.
     */
    async ofTenant(tenant: Tenant): Promise<readonly WalletView[]> {
      const found = await queryOfTenant(tenant);
      return found.map(({ next, due, ...wallet }) => ({ wallet: toWallet(wallet), next: toNext(next[0], due[0]) }));
    },
  };
}
export type WalletStore = ReturnType<typeof walletStore>;

const toNext = (tranche: TrancheDocument | undefined, due: Due | undefined): NextRelease | undefined =>
  tranche === undefined || due === undefined ? undefined : { at: tranche.releaseAt, amount: due.amount };
