import type { Id } from '@gx/core';
import type { Charge } from '../domain/charge.ts';
import type { CheckoutStatus } from '../domain/checkout-view.ts';
import { type ChargeDocument, paymentOf } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';
import type { StoredCharges } from './stored-charges.ts';

export type CheckoutStore = ReturnType<typeof checkoutStore>;

/** What a read by a merchant would find, too: a charge that the bank declined is in no answer. */
const SHOWN = { status: { $ne: 'REJECTED' } } as const;
const STANDING = {
  status: 1,
  settlement: 1,
  method: 1,
  paymentOptions: 1,
  payments: 1,
} as const;
type CheckoutFields = Pick<ChargeDocument, '_id' | keyof typeof STANDING>;

/**
 * Charges for their payers, who know no tenant: the address that they were sent is the unguessable id alone.
 */
export function checkoutStore(model: ChargeModel, stored: StoredCharges) {
  return {
    async byId(id: Id<'charge'>): Promise<Charge | undefined> {
      const document = await model.findOne({ _id: id, ...SHOWN }, { outbox: 0 }).lean<ChargeDocument>();
      return document === null ? undefined : stored.opened(document);
    },

    /** Those of the ids that are charges, in no order. */
    async standings(ids: readonly Id<'charge'>[]): Promise<CheckoutStatus[]> {
      const documents = await model.find({ _id: { $in: ids }, ...SHOWN }, STANDING).lean<CheckoutFields[]>();
      return documents.map(({ _id: id, payments, ...standing }) => ({
        id,
        ...standing,
        payments: payments.map(paymentOf),
      }));
    },
  };
}
