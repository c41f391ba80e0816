import { type Id, notFound, type Tenant, unavailable } from '@gx/core';
import type { TestPayer } from '@gx/providers/test-payer';
import type { PayoutStore } from '../store/payouts.ts';

export type SimulatedStateDeps = {
  readonly payouts: Pick<PayoutStore, 'byId'>;
  /** The simulated bank; undefined where there is none. */
  readonly testPayer: TestPayer | undefined;
};

/**
 * The simulator's own books of a payout as JSON, `{}` before it was sent. Throws 404 for an unknown or foreign
 * payout, for a live tenant, and where there is no simulator.
 */
export async function getSimulatedProviderState(
  { payouts, testPayer }: SimulatedStateDeps,
  tenant: Tenant,
  id: Id<'payout'> | undefined,
): Promise<{ stateJson: string }> {
  const found =
    tenant.livemode || testPayer === undefined || id === undefined ? undefined : await payouts.byId(tenant, id);
  if (found === undefined || testPayer === undefined) throw notFound('payout');
  const outcome = await testPayer.getPixOutBooks(found.bank.id);
  if (outcome.kind !== 'done') throw unavailable('The simulated bank cannot be read now.');
  return { stateJson: JSON.stringify(outcome.value ?? {}) };
}
