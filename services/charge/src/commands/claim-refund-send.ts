import type { Cents, Id, Tenant } from '@gx/core';
import { isDisputed } from '../domain/answer-dispute.ts';
import { claimSend } from '../domain/refund-progress.ts';
import type { ChargeStore } from '../store/charges.ts';

/**
 * Notes that a refund is about to leave its bank; whether the charge is disputed, in which case it must not.
 * One write decides between a refund and a case that come at once (decisions, section 9). Throws `not_found`
 * for a charge that the tenant does not have.
 */
export async function claimRefundSend(
  { charges }: { readonly charges: ChargeStore },
  tenant: Tenant,
  { chargeId, ...refund }: { readonly chargeId: Id<'charge'>; readonly id: Id<'refund'>; readonly amount: Cents },
): Promise<{ readonly disputed: boolean }> {
  const found = await charges.byId(tenant, chargeId);
  const charge = await charges.update(tenant, found, (current) => claimSend(current, refund));
  return { disputed: isDisputed(charge) };
}
