import type { EndToEndId } from '@gx/core';
import { ORDER_PAYMENT_PREFIX, orderReferenceOf } from '../domain/order.ts';
import type { ChargeDocument, PaymentDocument } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';
import type { UnmatchedPaymentDocument, UnmatchedPaymentModel } from './unmatched-payments.ts';

export type Window = { readonly from: Date; readonly to: Date };
/** A Pix as we have it: of a charge, or of none. */
export type OwnPayment = {
  readonly endToEndId: EndToEndId;
  readonly amount: number;
  readonly paidAt: Date;
  readonly decision: PaymentDocument['decision'] | 'unmatched';
  readonly chargeId: string;
  readonly returned: boolean;
  readonly bankProfileId: string;
};
export type IncomingPaymentStore = ReturnType<typeof paymentStore>;

type Paid = Pick<ChargeDocument, '_id' | 'bankProfileId' | 'payments'>;
const FIELDS = { bankProfileId: 1, payments: 1 } as const;
/** A charge of several options may have money of other methods as well, which is in no list of Pix. */
const PIX = { 'paymentOptions.method': 'PIX' } as const;
/** Every id that begins so: the character after `_` ends the range. */
const ORDER_PAYMENTS = { $gte: ORDER_PAYMENT_PREFIX, $lt: ORDER_PAYMENT_PREFIX.replace('_', '`') } as const;
const isPix = ({ endToEndId }: { readonly endToEndId: EndToEndId }): boolean =>
  !endToEndId.startsWith(ORDER_PAYMENT_PREFIX);

/** Pix that arrived, for a comparison with a bank's books: across tenants. */
export function paymentStore(charges: ChargeModel, unmatchedPayments: UnmatchedPaymentModel) {
  const read = async (charge: object, unmatched: object, limit: number): Promise<OwnPayment[]> => {
    const [paid, stood] = await Promise.all([
      charges.find(charge, FIELDS).limit(limit).lean<Paid[]>(),
      unmatchedPayments.find(unmatched).limit(limit).lean<UnmatchedPaymentDocument[]>(),
    ]);
    return [...paid.flatMap(paymentsOf), ...stood.map(ownUnmatched)];
  };
  return {
    /** What settled in a window, at most about `limit`; one more tells that there is more. */
    async settled(bankProfileId: string, { from, to }: Window, limit: number): Promise<OwnPayment[]> {
      const within = { $gte: from, $lt: to };
      const found = await read(
        {
          ...PIX,
          bankProfileId,
          'payments.endToEndId': { $exists: true },
          payments: { $elemMatch: { paidAt: within } },
        },
        { bankProfileId, paidAt: within },
        limit,
      );
      return found.filter(({ paidAt }) => paidAt >= from && paidAt < to);
    },

    orders: ordersPaid(charges),

    /** These Pix, whatever profile of these they came through. */
    async ofPix(bankProfileIds: readonly string[], ids: readonly EndToEndId[]): Promise<OwnPayment[]> {
      const profiles = { $in: [...bankProfileIds] };
      const named = new Set<string>(ids);
      const found = await read(
        { ...PIX, bankProfileId: profiles, 'payments.endToEndId': { $in: [...ids] } },
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
    const ofOrder = { $elemMatch: { paidAt: within, endToEndId: ORDER_PAYMENTS } };
    const paid = await charges
      .find({ bankProfileId, 'payments.endToEndId': { $exists: true }, payments: ofOrder }, FIELDS)
      .limit(limit)
      .lean<Paid[]>();
    const payments = paid.flatMap(({ payments }) => payments).filter((one) => !isPix(one));
    const ofWindow = payments.filter(({ paidAt }) => paidAt >= from && paidAt < to);
    return [...new Set(ofWindow.map(({ endToEndId }) => orderReferenceOf(endToEndId)))];
  };

const paymentsOf = ({ _id, bankProfileId, payments }: Paid): OwnPayment[] =>
  payments.filter(isPix).map(({ endToEndId, amount, paidAt, decision, returnedAt }) => ({
    endToEndId,
    amount,
    paidAt,
    decision,
    bankProfileId,
    chargeId: _id,
    returned: returnedAt !== null,
  }));

const ownUnmatched = ({
  endToEndId,
  amount,
  paidAt,
  returnedAt,
  bankProfileId,
}: UnmatchedPaymentDocument): OwnPayment => ({
  endToEndId,
  amount,
  paidAt,
  bankProfileId,
  decision: 'unmatched',
  chargeId: '',
  returned: returnedAt !== null,
});
