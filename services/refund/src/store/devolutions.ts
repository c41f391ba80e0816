import type { EndToEndId } from '@gx/core';
import type { RefundDocument } from './refund-document.ts';
import type { RefundModel } from './refund-model.ts';

export type OwnDevolution = Pick<RefundDocument, 'endToEndId' | 'bankId' | 'amount' | 'status'>;
export type DevolutionStore = ReturnType<typeof devolutionStore>;

const FIELDS = { _id: 0, endToEndId: 1, bankId: 1, amount: 1, status: 1 } as const;
/** What was never promised to anybody may be gone before it is asked for. */
const VISIBLE = { $nin: ['INITIATED', 'DROPPED'] } as const;

/** What we have ordered back along a Pix, for whoever holds it against a bank's books: across tenants. */
export const devolutionStore = (model: RefundModel) => ({
  ofPix: (ids: readonly EndToEndId[]): Promise<OwnDevolution[]> =>
    model
      .find({ endToEndId: { $in: [...ids] }, strategy: 'DEVOLUTION', status: VISIBLE }, FIELDS)
      .lean<OwnDevolution[]>(),
});
