import type { Cents, Tenant } from '@gx/core';
import type { Wallet } from '../domain/wallet.ts';
import { toWallet } from './documents.ts';
import type { LedgerModels, TrancheDocument, WalletDocument } from './models.ts';

/** When the next pending money is released, and all that is released at that moment. */
export type NextRelease = { readonly at: Date; readonly amount: Cents };
export type WalletView = { readonly wallet: Wallet; readonly next: NextRelease | undefined };

type Found = WalletDocument & {
  readonly next: readonly TrancheDocument[];
  readonly due: readonly { amount: number }[];
};

/** Wallets as they stand: reads alone, every write goes through the journal. */
export const walletStore = ({ wallets, tranches }: LedgerModels) => ({
  /** Every wallet of a tenant with its next release, as of one moment; empty for one that was never credited. */
  async ofTenant({ accountId, livemode }: Tenant): Promise<readonly WalletView[]> {
    const own = { from: tranches.collection.name, localField: 'currency', foreignField: 'currency' };
    const of = { accountId, livemode };
    const found = await wallets
      .aggregate<Found>([
        { $match: of },
        { $lookup: { ...own, pipeline: [{ $match: of }, { $sort: { releaseAt: 1 } }, { $limit: 1 }], as: 'next' } },
        {
          $lookup: {
            ...own,
            let: { at: { $first: '$next.releaseAt' } },
            pipeline: [
              { $match: { ...of, $expr: { $eq: ['$releaseAt', '$$at'] } } },
              { $group: { _id: null, amount: { $sum: '$amount' } } },
            ],
            as: 'due',
          },
        },
      ])
      .readConcern('snapshot');
    return found.map((document) => ({ wallet: toWallet(document), next: toNext(document) }));
  },
});
export type WalletStore = ReturnType<typeof walletStore>;

function toNext({ next: [tranche], due: [sum] }: Found): NextRelease | undefined {
  return tranche === undefined || sum === undefined
    ? undefined
    : { at: tranche.releaseAt, amount: sum.amount as Cents };
}
