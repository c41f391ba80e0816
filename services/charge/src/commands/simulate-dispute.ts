import { type EndToEndId, type Id, Refusal, type Tenant } from '@gx/core';
import type { DisputeOrder, PlayedDispute } from '@gx/providers/test-payer';
import { paymentOf } from './simulate-bank-return.ts';
import {
  answered,
  getSimulatedProviderState,
  refuseIfFull,
  type SimulateDeps,
  testCharge,
} from './simulate-payment.ts';

export type SimulatedDispute = PlayedDispute & { readonly endToEndId: EndToEndId };

const refused = (message: string): Refusal =>
  new Refusal('unprocessable_entity', message, { reason: 'payment_rejected' });

/**
 * Plays a payer who contests a paid Pix at the bank, or a bank that decides the case: what comes of it comes
 * by its callback, or is found. What is lost is taken back by the bank.
 */
export async function simulateDispute(
  deps: SimulateDeps,
  tenant: Tenant,
  id: Id<'charge'>,
  order: DisputeOrder,
): Promise<SimulatedDispute> {
  const { charge, payer } = await testCharge(deps, tenant, id);
  if (charge.method !== 'PIX')
    throw refused('Only a Pix has a case at its bank: dispute others with simulate_outcome.');
  const payment = paymentOf(charge, await getSimulatedProviderState(deps, tenant, id));
  if (payment === undefined) throw refused('The bank has no payment of this charge: pay it with simulate_payment.');
  const { endToEndId, amount, devolutions, infractions } = payment;
  const isUndecided = infractions.some(({ status }) => status === 'ABERTA' || status === 'EM_DEFESA');
  if (order.outcome === 'opened' || !isUndecided) {
    refuseIfFull(infractions.length);
    const gone = devolutions.reduce((sum, one) => (one.status === 'NAO_REALIZADO' ? sum : sum + one.amount), 0);
    if (gone >= amount) throw refused('Nothing is left of the payment.');
    if (order.amount !== undefined && order.amount > amount)
      throw new Refusal('invalid_amount', `The amount is more than the payment, ${amount}.`, { param: 'amount' });
  }
  return { endToEndId, ...answered(await payer.playDispute(endToEndId, order)) };
}
