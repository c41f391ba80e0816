import { type Id, notFound } from '@gx/core';
import type { CallContext } from '@gx/runtime';
import type { AccountSettings } from '../accounts/account-settings.ts';
import type { SimulateDeps } from '../commands/simulate-payment.ts';
import { checkoutView } from '../domain/checkout-view.ts';
import type { CheckoutStore } from '../store/checkouts.ts';

export type GetCheckoutDeps = Pick<SimulateDeps, 'payer'> & {
  readonly checkouts: CheckoutStore;
  readonly settings: AccountSettings;
};
type CheckoutCall = Pick<CallContext, 'requestId' | 'now'>;

/**
 * What the payer's page shows of a charge. A merchant whose name cannot be looked up now can still be paid.
 */
export async function getCheckout(
  { checkouts, settings, payer }: GetCheckoutDeps,
  { requestId, now }: CheckoutCall,
  id: Id<'charge'>,
): Promise<ReturnType<typeof checkoutView>> {
  const charge = await checkouts.byId(id);
  if (charge === undefined) throw notFound('charge');
  const account = await settings(charge.tenant.accountId, requestId).catch(() => undefined);
  return checkoutView(charge, { merchantName: account?.name, hasSimulator: payer !== undefined, now });
}
