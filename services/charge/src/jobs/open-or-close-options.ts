import { eachOf } from '@gx/runtime';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import type { ApplyDeps } from '../commands/apply-provider-charge.ts';
import type { Budget } from '../commands/budget.ts';
import { type OpenReason, syncOptions } from '../commands/sync-options.ts';
import type { Charge } from '../domain/charge.ts';
import type { ChargeQueue } from '../store/charge-queue.ts';
import type { WorkAtBank } from './work-on-charges.ts';

export type OptionDeps = ApplyDeps & {
  readonly banks: BankDirectory;
  readonly optionChanges: ChargeQueue;
  readonly budget: Budget;
};

/** Of one bank. */
const PAGE = 200;
const AT_ONCE = 8;

/**
 * Opens and closes the other options of charges that may be paid by several methods (ADR 59). Two replicas
 * may run this at once: a process that claimed the options of a charge is alone with them for a while.
 */
export const openOrCloseOptions =
  (deps: OptionDeps): WorkAtBank =>
  async (bankProfileId, goesOn) => {
    const bank = await deps.banks.ifUsable(bankProfileId);
    if (bank === undefined) return;
    let isSilent = false;
    const pace = { atOnce: AT_ONCE, goesOn: () => goesOn() && !isSilent };
    await eachOf(await deps.optionChanges.due(bankProfileId, PAGE), pace, async (due) => {
      if ((await openOrClose(deps, bank, due)) === 'bank_silent') isSilent = true;
    });
  };

/** What its options still wait for, if somebody else has not taken them up. */
async function openOrClose(deps: OptionDeps, bank: Bank, due: Charge): Promise<OpenReason | undefined> {
  try {
    const charge = await deps.optionChanges.claim(due);
    if (charge === undefined) return undefined;
    const left = await syncOptions(deps, bank, charge, deps.budget);
    if (left === undefined) return undefined;
    await deps.optionChanges.reschedule(charge);
    if (left === 'still_open')
      deps.log.warn(
        { charge_id: charge.id, bank_profile: bank.id },
        'an option of a charge that is over cannot be closed yet',
      );
    return left;
  } catch (err) {
    deps.log.error({ charge_id: due.id, bank_profile: bank.id, err }, 'payment options not synced, rescheduled');
    return undefined;
  }
}
