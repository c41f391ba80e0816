import type { Id } from '@gx/core';
import type { OwnedKey } from '@gx/runtime/mongo';
import type { StoredPayout } from '../domain/payout.ts';
import type { PayoutDocument } from './payout-document.ts';
import type { PayoutModel } from './payout-model.ts';
import type { StoredPayouts } from './stored-payouts.ts';

export type PayoutsOfPayees = ReturnType<typeof payoutsOfPayees>;

const NO_OUTBOX = { outbox: 0 } as const;
/** Money of these may be on its way, or may yet be sent. */
const OPEN = { status: { $in: ['INITIATED', 'DROPPED', 'PENDING', 'PROCESSING'] } };

/** Payouts by the keys of their payees. */
export const payoutsOfPayees = (model: PayoutModel, stored: StoredPayouts) => ({
  /** How many there are under a key. */
  count: ({ id, tenant }: OwnedKey): Promise<number> =>
    model.countDocuments({ ...tenant, 'payee.keyId': id } as never).hint('payee'),

  /** Those under a key that have not ended, at most `limit`. */
  async open({ id, tenant }: OwnedKey, limit: number): Promise<readonly Id<'payout'>[]> {
    const documents = await model
      .find({ ...tenant, 'payee.keyId': id, ...OPEN } as never, { _id: 1 })
      .hint('payee')
      .limit(limit)
      .lean<Pick<PayoutDocument, '_id'>[]>();
    return documents.map(({ _id }) => _id);
  },

  /** A page under any of these keys, in the order of their ids. */
  async page(keys: readonly OwnedKey[], after: Id<'payout'> | undefined, limit: number): Promise<StoredPayout[]> {
    const beyond = after === undefined ? {} : { _id: { $gt: after } };
    const documents = await Promise.all(
      keys.map(({ id, tenant }) =>
        model
          .find({ ...tenant, 'payee.keyId': id, ...beyond } as never, NO_OUTBOX)
          .hint('payee')
          .sort({ _id: 1 })
          .limit(limit)
          .lean<PayoutDocument[]>(),
      ),
    );
    const first = documents.flat().toSorted((a, b) => (a._id < b._id ? -1 : 1));
    return Promise.all(first.slice(0, limit).map(stored.opened));
  },
});
