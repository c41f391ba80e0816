import type { Id } from '@gx/core';
import type { Charge } from '../domain/charge.ts';
import { type ChargeDocument, chargeOf } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';

export type OldReturnStore = ReturnType<typeof oldReturnStore>;

/** What an earlier version stored as returned and never ordered back. */
export const oldReturnStore = (model: ChargeModel) => ({
  /** Charges with such money, a page by id. */
  async charges(after: Id<'charge'> | null, limit: number): Promise<Charge[]> {
    const documents = await model
      .find(
        {
          // The first condition is the index's, the second the question.
          'receipts.disposition': 'returned',
          receipts: { $elemMatch: { disposition: 'returned', returnId: null } },
          ...(after === null ? {} : { _id: { $gt: after } }),
        },
        { outbox: 0 },
      )
      .hint('returns')
      .sort({ _id: 1 })
      .limit(limit)
      .lean<ChargeDocument[]>();
    return documents.map(chargeOf);
  },
});
