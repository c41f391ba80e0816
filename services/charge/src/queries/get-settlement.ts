import type { Id, Tenant } from '@gx/core';
import { isDisputed } from '../domain/answer-dispute.ts';
import { bankReturnsOf } from '../domain/bank-return.ts';
import { isPayerKnown } from '../domain/charge.ts';
import { chargeView, type PublicAddresses } from '../domain/charge-view.ts';
import { optionOf } from '../domain/payment-options.ts';
import { acknowledgedRefunds } from '../domain/refund-progress.ts';
import type { ChargeStore } from '../store/charges.ts';
import type { Payers } from '../store/payers.ts';

export type GetSettlementDeps = {
  readonly charges: ChargeStore;
  readonly payers: Payers;
  readonly addresses: PublicAddresses;
};

/** What a refund of a charge builds on; the fields are those of the message gx.charge.v1.Settlement. */
export async function getSettlement(
  { charges, payers, addresses }: GetSettlementDeps,
  tenant: Tenant,
  id: Id<'charge'>,
) {
  const charge = await charges.byId(tenant, id);
  const { bankProfileId, settlement } = charge;
  const { method, txid } = optionOf(charge);
  const payerTaxId = await payers.forRefund(charge);
  // Where who paid was erased, a refund must not go to whom the lock names: that may be somebody else.
  const isForgotten = payerTaxId === undefined && isPayerKnown(charge);
  return {
    charge: chargeView(isForgotten ? { ...charge, expectedPayerTaxId: null } : charge, addresses),
    bankProfileId,
    orderReference: method === 'PIX' ? undefined : txid,
    acknowledged: { refunds: acknowledgedRefunds(charge).map(({ id: refundId, ...rest }) => ({ refundId, ...rest })) },
    payerTaxId,
    bankReturns: bankReturnsOf(charge).map(({ id: refundId, devolutionId, amount, status }) => ({
      refundId,
      devolutionId,
      amount,
      status,
    })),
    disputed: isDisputed(charge),
    posted: settlement?.postedAt != null,
    endToEndId: settlement?.endToEndId,
    paidAtMs: settlement?.paidAt.getTime(),
  };
}
