import { type Cents, firstIdAt, type Id } from '@gx/core';
import type { RefundDocument } from './refund-document.ts';
import type { RefundModel } from './refund-model.ts';

export type OwnPixOut = { readonly refundId: Id<'refund'>; readonly bankId: string; readonly amount: Cents } & Pick<
  RefundDocument,
  'status'
>;
export type PixOutStore = ReturnType<typeof pixOutStore>;
type Window = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly after: string | undefined;
  readonly limit: number;
};

/** What was never promised to anybody may be gone before it is asked for. */
const VISIBLE = { $nin: ['INITIATED', 'DROPPED'] } as const;

/** Pix that we have sent, for the reconciliation with a bank's books: across tenants. */
export const pixOutStore = (model: RefundModel) => ({
  /**
   * Those that were ordered from `fromMs` on and before `toMs`, after the one that is named, the first first.
   */
  async ordered(bankProfileId: string, { fromMs, toMs, after, limit }: Window): Promise<OwnPixOut[]> {
    const begin = after === undefined ? { $gte: firstIdAt<'refund'>(fromMs) } : { $gt: after as Id<'refund'> };
    const found = await model
      .find(
        { _id: { ...begin, $lt: firstIdAt<'refund'>(toMs) }, bankProfileId, strategy: 'CASHOUT', status: VISIBLE },
        { bankId: 1, amount: 1, status: 1 },
      )
      .sort({ _id: 1 })
      .limit(limit)
      .lean<Pick<RefundDocument, '_id' | 'bankId' | 'amount' | 'status'>[]>();
    return found.map(({ _id: refundId, bankId, amount, status }) => ({
      refundId,
      bankId,
      amount: amount as Cents,
      status,
    }));
  },
});
