import type { Id, Tenant } from '@gx/core';
import { isDisputed } from '../domain/answer-dispute.ts';
import { bankReturnsOf } from '../domain/bank-return.ts';
import { chargeView, type PublicAddresses } from '../domain/charge-view.ts';
import { optionOf } from '../domain/payment-options.ts';
import { acknowledgedRefunds } from '../domain/refund-progress.ts';
import type { ChargeStore } from '../store/charges.ts';

export type GetSettlementDeps = { readonly charges: ChargeStore; readonly addresses: PublicAddresses };

/** What a refund of a charge builds on; the fields are those of the message gx.charge.v1.Settlement. */
export async function getSettlement({ charges, addresses }: GetSettlementDeps, tenant: Tenant, id: Id<'charge'>) {
  const charge = await charges.byId(tenant, id);
  const { bankProfileId, settlement, payer } = charge;
  const { method, txid } = optionOf(charge);
  return {
    charge: chargeView(charge, addresses),
    bankProfileId,
    orderReference: method === 'PIX' ? undefined : txid,
    acknowledged: { refunds: acknowledgedRefunds(charge).map(({ id: refundId, ...rest }) => ({ refundId, ...rest })) },
    payerTaxId: payer,
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
