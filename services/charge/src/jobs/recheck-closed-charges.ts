import { eachOf, type Logger } from '@gx/runtime';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import { type Budget, deadlineOf } from '../commands/budget.ts';
import { orderAdapter, pixAdapter, removeAtProvider } from '../commands/provider-adapter.ts';
import type { Charge } from '../domain/charge.ts';
import type { ChargeQueue } from '../store/charge-queue.ts';
import type { WorkAtBank } from './work-on-charges.ts';

export type RecheckDeps = { readonly banks: BankDirectory; readonly log: Logger; readonly budget: Budget };

const PAGE = 50;

/**
 * Looks at the bank again after a charge was closed before it was presented: a creation that was slow on its
 * way may have arrived since, and what is active is removed. Money on it is found by callbacks and the sweep.
 */
export const recheckClosedCharges =
  (deps: RecheckDeps, rechecks: ChargeQueue): WorkAtBank =>
  async (bankProfileId, goesOn) =>
    eachOf(await rechecks.due(bankProfileId, PAGE), { atOnce: 1, goesOn }, async (charge) => {
      const bank = await deps.banks.ifUsable(bankProfileId);
      if (bank !== undefined && (await isGone(deps, bank, charge))) return rechecks.done(charge);
      deps.log.warn({ charge_id: charge.id }, 'recheck of a closed charge failed, rescheduled');
      return rechecks.reschedule(charge);
    });

/**
 * Whether its provider says that nobody can pay the charge, once it was asked to remove what it has of it.
 */
async function isGone(deps: RecheckDeps, bank: Bank, charge: Charge): Promise<boolean> {
  const deadline = deadlineOf(deps.budget);
  const removed =
    charge.method === 'PIX'
      ? await removeAtProvider(pixAdapter(deps, bank, charge), deadline)
      : await removeAtProvider(orderAdapter(deps, bank, charge), deadline);
  return removed.kind === 'done';
}
