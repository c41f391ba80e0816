import { type EndToEndId, returnBankId } from '@gx/core';
import type { RefundDocument } from './refund-document.ts';
import type { RefundModel } from './refund-model.ts';

export type OwnDevolution = Pick<RefundDocument, 'endToEndId' | 'bankId' | 'amount' | 'status'>;
export type DevolutionStore = ReturnType<typeof devolutionStore>;

const FIELDS = { _id: 0, kind: 1, bankIds: 1, endToEndId: 1, bankId: 1, amount: 1, status: 1 } as const;
const OURS = ['REFUND', 'RETURN'] as const;
/** What was never promised to anybody may be gone before it is asked for. */
const VISIBLE = { $nin: ['INITIATED', 'DROPPED'] } as const;

/**
 * Every id that a return had at its bank is ours, also one that failed there: each try has one of its own.
 */
const tried = (one: StoredDevolution): OwnDevolution[] => {
  if (one.kind === 'BANK_RETURN') return [{ ...one, bankId: one.bankId.slice(`${one.endToEndId}:`.length) }];
  return one.kind === 'RETURN'
    ? Array.from({ length: one.bankIds }, (_, nth) => ({ ...one, bankId: returnBankId(one.endToEndId, nth + 1) }))
    : [one];
};
type StoredDevolution = OwnDevolution & Pick<RefundDocument, 'kind' | 'bankIds'>;

/** What we have ordered back along a payment, for the reconciliation with a bank's books: across tenants. */
export const devolutionStore = (model: RefundModel) => ({
  /** With `bankReturns` also what the bank has taken back by itself, under its own ids. */
  async ofPayments(
    ids: readonly EndToEndId[],
    { bankReturns = false }: { readonly bankReturns?: boolean } = {},
  ): Promise<OwnDevolution[]> {
    const ours = {
      kind: { $in: [...OURS, ...(bankReturns ? (['BANK_RETURN'] as const) : [])] },
      strategy: { $ne: 'CASHOUT' as const },
    };
    const found = await model
      .find({ endToEndId: { $in: [...ids] }, ...ours, status: VISIBLE }, FIELDS)
      .lean<StoredDevolution[]>();
    return found
      .flatMap(tried)
      .map(({ endToEndId, bankId, amount, status }) => ({ endToEndId, bankId, amount, status }));
  },

  /** The ids of everything that we have ordered back by one order, of whichever of its payments. */
  async idsOfOrder(bankProfileId: string, reference: string): Promise<string[]> {
    const found = await model
      .find({ bankProfileId, 'order.reference': reference, kind: { $ne: 'BANK_RETURN' } }, FIELDS)
      .lean<StoredDevolution[]>();
    return found.flatMap(tried).map(({ bankId }) => bankId);
  },
});
