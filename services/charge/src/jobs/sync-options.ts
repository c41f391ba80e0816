import { type KeyedWorkers, keyedWorkers, type Lifecycle, oneEach } from '@gx/runtime';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import type { ApplyDeps } from '../commands/apply-provider-charge.ts';
import type { Budget } from '../commands/submit-to-provider.ts';
import { syncOptions, type Untended } from '../commands/sync-options.ts';
import type { Charge } from '../domain/charge.ts';
import type { OptionStore } from '../store/payment-options.ts';

export type SyncDeps = ApplyDeps & {
  readonly banks: BankDirectory;
  readonly paymentOptions: OptionStore;
  readonly budget: Budget;
  readonly life: Lifecycle;
};

/** Of one bank. */
const PAGE = 50;
const AT_ONCE = 8;

/**
 * Opens and closes the other options of charges that may be paid by several methods (ADR 59). Each bank has a
 * line of its own; two replicas may run this at once, and whoever took a charge up is alone with its options
 * for a while.
 */
export const syncAll = (deps: SyncDeps): KeyedWorkers =>
  keyedWorkers({
    ...deps,
    due: async () => oneEach((await deps.banks.usable()).map(({ id }) => id)),
    work: async (bankProfileId, goesOn) => {
      const bank = await deps.banks.ifUsable(bankProfileId);
      if (bank === undefined) return;
      const due = await deps.paymentOptions.due(bankProfileId, PAGE);
      let isSilent = false;
      const lane = async (): Promise<void> => {
        for (let next = due.shift(); next !== undefined && goesOn() && !isSilent; next = due.shift())
          if ((await sync(deps, bank, next)) === 'bank_silent') isSilent = true;
      };
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, due.length) }, lane));
    },
  });

/** What its options still wait for, if somebody else has not taken them up. */
async function sync(deps: SyncDeps, bank: Bank, due: Charge): Promise<Untended | undefined> {
  try {
    const charge = await deps.paymentOptions.take(due);
    if (charge === undefined) return undefined;
    const left = await syncOptions(deps, bank, charge, deps.budget);
    if (left === undefined) return undefined;
    await deps.paymentOptions.putOff(charge);
    if (left === 'still_open')
      deps.log.warn(
        { charge_id: charge.id, bank_profile: bank.id },
        'a way of a charge that is over cannot be closed yet',
      );
    return left;
  } catch (err) {
    deps.log.error({ charge_id: due.id, bank_profile: bank.id, err }, 'payment options not synced, rescheduled');
    return undefined;
  }
}
