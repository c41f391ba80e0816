import type { Id, Tenant } from '@gx/core';
import type { CallContext } from '@gx/runtime';
import { type RefundView, refundView } from '../domain/refund-view.ts';
import type { Charges } from '../peers/charges.ts';
import type { RefundStore } from '../store/refunds.ts';

export type ListRefundsDeps = { readonly refunds: RefundStore; readonly charges: Charges };

/**
 * Every refund and return of a charge, newest first. That there are none is known only of a charge that there
 * is: charge says so.
 */
export async function listRefunds(
  { refunds, charges }: ListRefundsDeps,
  { requestId }: CallContext,
  tenant: Tenant,
  chargeId: Id<'charge'>,
): Promise<{ refunds: RefundView[] }> {
  const found = await refunds.ofCharge(tenant, chargeId);
  if (found.length === 0) await charges.settlement({ requestId }, tenant, chargeId);
  return { refunds: found.map(refundView) };
}
