import type { EndToEndId } from '@gx/core';
import { ORDER_PAYMENT_PREFIX, orderReferenceOf } from '../domain/order.ts';
import type { ChargeDocument, ReceiptDocument } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';
import type { UnmatchedPaymentDocument, UnmatchedPaymentModel } from './unmatched-payments.ts';

export type Window = { readonly from: Date; readonly to: Date };
/** A Pix as we have it: of a charge, or of none. */
export type OwnReceipt = {
  readonly endToEndId: EndToEndId;
  readonly amount: number;
  readonly settledAt: Date;
  readonly disposition: ReceiptDocument['disposition'] | 'unmatched';
  readonly chargeId: string;
  readonly returned: boolean;
  readonly bankProfileId: string;
};
export type ReceiptStore = ReturnType<typeof receiptStore>;

type Paid = Pick<ChargeDocument, '_id' | 'bankProfileId' | 'receipts'>;
const FIELDS = { bankProfileId: 1, receipts: 1 } as const;
/** Money of another method is in no list of Pix; a charge of several ways may have money of both. */
const PIX = { $or: [{ order: { $exists: false } }, { ways: { $exists: true } }] } as const;
/** Every id that begins so: the character after `_` ends the range. */
const ORDER_PAYMENTS = { $gte: ORDER_PAYMENT_PREFIX, $lt: ORDER_PAYMENT_PREFIX.replace('_', '`') } as const;
const isPix = ({ endToEndId }: { readonly endToEndId: EndToEndId }): boolean =>
  !endToEndId.startsWith(ORDER_PAYMENT_PREFIX);

/** Pix that arrived, for whoever holds them against a bank's books: across tenants. */
export function receiptStore(charges: ChargeModel, unmatchedPayments: UnmatchedPaymentModel) {
  const read = async (charge: object, unmatchedPayment: object, limit: number): Promise<OwnReceipt[]> => {
    const [paid, stood] = await Promise.all([
      charges.find(charge, FIELDS).limit(limit).lean<Paid[]>(),
      unmatchedPayments.find(unmatchedPayment).limit(limit).lean<UnmatchedPaymentDocument[]>(),
    ]);
    return [...paid.flatMap(receiptsOf), ...stood.map(unmatchedPaymentReceipt)];
  };
  return {
    /** What settled in a window, at most about `limit`; one more tells that there is more. */
    async settled(bankProfileId: string, { from, to }: Window, limit: number): Promise<OwnReceipt[]> {
      const within = { $gte: from, $lt: to };
      const found = await read(
        {
          ...PIX,
          bankProfileId,
          'receipts.endToEndId': { $exists: true },
          receipts: { $elemMatch: { settledAt: within } },
        },
        { bankProfileId, settledAt: within },
        limit,
      );
      return found.filter(({ settledAt }) => settledAt >= from && settledAt < to);
    },

    orders: ordersPaid(charges),

    /** These Pix, whatever profile of these they came through. */
    async ofPix(bankProfileIds: readonly string[], ids: readonly EndToEndId[]): Promise<OwnReceipt[]> {
      const profiles = { $in: [...bankProfileIds] };
      const named = new Set<string>(ids);
      const found = await read(
        { ...PIX, bankProfileId: profiles, 'receipts.endToEndId': { $in: [...ids] } },
        { bankProfileId: profiles, endToEndId: { $in: [...ids] } },
        0,
      );
      return found.filter(({ endToEndId }) => named.has(endToEndId));
    },
  };
}

/**
 * References of the orders of which money came in a window by the acquirer's time, of at most `limit`
 * charges.
 */
const ordersPaid =
  (charges: ChargeModel) =>
  async (bankProfileId: string, { from, to }: Window, limit: number): Promise<string[]> => {
    const within = { $gte: from, $lt: to };
    const ofOrder = { $elemMatch: { settledAt: within, endToEndId: ORDER_PAYMENTS } };
    const paid = await charges
      .find({ bankProfileId, 'receipts.endToEndId': { $exists: true }, receipts: ofOrder }, FIELDS)
      .limit(limit)
      .lean<Paid[]>();
    const payments = paid.flatMap(({ receipts }) => receipts).filter((one) => !isPix(one));
    const ofWindow = payments.filter(({ settledAt }) => settledAt >= from && settledAt < to);
    return [...new Set(ofWindow.map(({ endToEndId }) => orderReferenceOf(endToEndId)))];
  };

const receiptsOf = ({ _id, bankProfileId, receipts }: Paid): OwnReceipt[] =>
  receipts.filter(isPix).map(({ endToEndId, amount, settledAt, disposition, returnedAt }) => ({
    ...{ endToEndId, amount, settledAt, disposition, bankProfileId },
    chargeId: _id,
    returned: returnedAt !== null,
  }));

const unmatchedPaymentReceipt = ({
  endToEndId,
  amount,
  settledAt,
  returnedAt,
  bankProfileId,
}: UnmatchedPaymentDocument): OwnReceipt => ({
  ...{ endToEndId, amount, settledAt, bankProfileId },
  disposition: 'unmatched',
  chargeId: '',
  returned: returnedAt !== null,
});
