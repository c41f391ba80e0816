import type { Cents, Id } from '@gx/core';
import type { VisiblePayoutStatus } from '../domain/transitions.ts';
import type { PayoutDocument } from './payout-document.ts';
import type { PayoutModel } from './payout-model.ts';

export type ReleasedPixOut = {
  readonly payoutId: Id<'payout'>;
  readonly bankId: string;
  readonly amount: Cents;
  readonly status: VisiblePayoutStatus;
  readonly releasedAt: Date;
  /** It had arrived, and all of it came back. */
  readonly returned: boolean;
};
export type PixOutStore = ReturnType<typeof pixOutStore>;
type Window = {
  readonly from: Date;
  readonly to: Date;
  readonly after: { readonly releasedAt: Date; readonly payoutId: string } | undefined;
  readonly limit: number;
};

/** Pix that we have let go to banks, for the reconciliation with their books: across tenants. */
export const pixOutStore = (model: PayoutModel) => ({
  /** Those that were let go from `from` on and before `to`, after the one that is named, the first first. */
  async released(bankProfileId: string, { from, to, after, limit }: Window): Promise<ReleasedPixOut[]> {
    const rest =
      after === undefined
        ? {}
        : {
            $or: [
              { releasedAt: { $gt: after.releasedAt } },
              { releasedAt: after.releasedAt, _id: { $gt: after.payoutId } },
            ],
          };
    const found = await model
      .find({ bankProfileId, releasedAt: { $gte: from, $lt: to }, ...rest } as never, {
        bankId: 1,
        amount: 1,
        status: 1,
        releasedAt: 1,
        finalStatus: 1,
      })
      .sort({ releasedAt: 1, _id: 1 })
      .limit(limit)
      .lean<Pick<PayoutDocument, '_id' | 'bankId' | 'amount' | 'status' | 'releasedAt' | 'finalStatus'>[]>();
    return found.map(({ _id: payoutId, bankId, amount, status, releasedAt, finalStatus }) => ({
      payoutId,
      bankId,
      amount,
      status: status as VisiblePayoutStatus,
      releasedAt: releasedAt as Date,
      returned: status === 'FAILED' && finalStatus === 'PAID',
    }));
  },
});
