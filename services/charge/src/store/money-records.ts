import type { Id } from '@gx/core';
import type { Charge } from '../domain/charge.ts';
import { type ChargeDocument, chargeOf } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';
import type { UnmatchedPaymentDocument, UnmatchedPaymentModel } from './unmatched-payments.ts';

/** What charge has written down of some money: of these charges, and of the returns of money of none. */
export type MoneyRecords = {
  readonly charges: ReadonlyMap<string, Charge>;
  /** By the id of their return. */
  readonly unmatched: ReadonlyMap<string, UnmatchedPaymentDocument>;
};
export type MoneyNames = {
  readonly chargeIds: readonly Id<'charge'>[];
  readonly returnIds: readonly Id<'refund'>[];
};
export type MoneyRecordStore = ReturnType<typeof moneyRecordStore>;

/** What the events about money are made of. */
const FIELDS = {
  accountId: 1,
  livemode: 1,
  status: 1,
  sequence: 1,
  amount: 1,
  currency: 1,
  fees: 1,
  settlementDelaySeconds: 1,
  bankProfileId: 1,
  method: 1,
  'paymentOptions.method': 1,
  'paymentOptions.txid': 1,
  settlement: 1,
  review: 1,
  payments: 1,
  bankReturns: 1,
  disputes: 1,
} as const;
const MAX_MS = 2_000;

/** Records of any tenant: for those who move money by them. */
export const moneyRecordStore = (charges: ChargeModel, unmatched: UnmatchedPaymentModel) => ({
  /**
   * By one read of each collection that is named. `majority` may lack what a new primary has acknowledged,
   * as long as an old one does not know that it is none any more; `linearizable` has all that was ever
   * published.
   */
  async read({ chargeIds, returnIds }: MoneyNames, level: 'majority' | 'linearizable'): Promise<MoneyRecords> {
    const options = { readConcern: { level }, maxTimeMS: MAX_MS, batchSize: chargeIds.length + returnIds.length + 1 };
    const [paid, none] = await Promise.all([
      chargeIds.length === 0
        ? []
        : charges.collection
            .find<ChargeDocument>({ _id: { $in: [...chargeIds] } } as never, { ...options, projection: FIELDS })
            .toArray(),
      returnIds.length === 0
        ? []
        : unmatched.collection
            .find<UnmatchedPaymentDocument>({ returnId: { $in: [...returnIds] } } as never, options)
            .toArray(),
    ]);
    return {
      charges: new Map(paid.map((document) => [document._id, chargeOf(document)])),
      unmatched: new Map(none.map((document) => [document.returnId, document])),
    };
  },
});
