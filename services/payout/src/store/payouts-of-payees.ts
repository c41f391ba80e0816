import { payeeRecords } from '@gx/runtime/mongo';
import type { StoredPayout } from '../domain/payout.ts';
import type { PayoutDocument } from './payout-document.ts';
import type { PayoutModel } from './payout-model.ts';
import type { StoredPayouts } from './stored-payouts.ts';

export type PayoutsOfPayees = ReturnType<typeof payoutsOfPayees>;

/** Payouts by the keys of their payees. */
export const payoutsOfPayees = (model: PayoutModel, stored: StoredPayouts) =>
  payeeRecords<PayoutDocument, StoredPayout>(model, {
    open: { status: { $in: ['INITIATED', 'DROPPED', 'PENDING', 'PROCESSING'] } },
    read: stored.opened,
  });
