import { type Cents, type EndToEndId, Refusal } from '@gx/core';
import type { PaidOrder, Surface } from './refund.ts';

/** What charge says about the money that came in. Holds personal data: never logged. */
export type Settlement = {
  readonly status: string;
  readonly surface: Surface | null;
  readonly amount: Cents;
  readonly currency: string;
  readonly bankProfileId: string;
  /** The payment is in the wallet. */
  readonly posted: boolean;
  /** Somebody wants it back: its bank, or the acquirer, decides about it. */
  readonly disputed: boolean;
  /** The order that it paid; null for a Pix. */
  readonly order: PaidOrder | null;
  readonly endToEndId: EndToEndId | null;
  /** The bank's own time of the payment. */
  readonly paidAt: Date | null;
  readonly expectedPayerTaxId: string | null;
  /** Of who paid, as the bank reported it; null where it named nobody. */
  readonly payerTaxId: string | null;
  /** What the bank and the platform took of it: not given back (decisions A24). */
  readonly fees: { readonly provider: Cents; readonly platform: Cents };
  /** What the bank takes back by itself, as far as charge knows. */
  readonly bankReturns: readonly BankShare[];
};
/** What the bank takes back of a payment, by its own id. */
export type BankShare = { readonly devolutionId: string; readonly amount: Cents; readonly status: string };

/** A settlement that money can go back from. */
export type RefundableSettlement = Settlement & {
  readonly endToEndId: EndToEndId;
  readonly paidAt: Date;
};

const REFUNDABLE: ReadonlySet<string> = new Set(['PAID', 'APPROVED']);

/** The settlement, if its money can be refunded at all (decisions A59; of a disputed one, section 9). */
export function refundableOf(settlement: Settlement): RefundableSettlement | Refusal {
  const { status, posted, disputed, endToEndId, paidAt } = settlement;
  if (disputed)
    return new Refusal('unprocessable_entity', 'The payment is disputed: nothing of it is refunded meanwhile.', {
      reason: 'charge_disputed',
    });
  if (!REFUNDABLE.has(status) || !posted || endToEndId === null || paidAt === null) {
    return new Refusal('unprocessable_entity', 'Only a settled payment that is not fully refunded can be refunded.', {
      reason: 'charge_not_refundable',
    });
  }
  return { ...settlement, endToEndId, paidAt };
}
