import { isUnavailable } from '@gx/core';
import { type KeyedWorkers, keyedWorkers, type Lifecycle, oneEach } from '@gx/runtime';
import type { Bank } from '../banks/bank-directory.ts';
import { closePending } from '../commands/close-pending.ts';
import type { DecidePaymentsDeps } from '../commands/decide-payments.ts';
import { type Budget, type SubmitDeps, submitToProvider } from '../commands/submit-to-provider.ts';
import type { DueCreation } from '../store/creations.ts';

export type ResumeDeps = SubmitDeps &
  DecidePaymentsDeps & { readonly newOwner: () => string; readonly budget: Budget; readonly life: Lifecycle };

/** Of one bank. */
const PAGE = 50;
const AT_ONCE = 8;

/**
 * Takes up creations that nobody works on: an unknown outcome is asked again, what its dead owner left is
 * finished, and a charge that the bank never confirmed in its time is closed. Each bank has a line of its
 * own: those of one that hangs, or cannot be opened, wait for themselves.
 */
export const resumeCreations = (deps: ResumeDeps): KeyedWorkers =>
  keyedWorkers({
    ...deps,
    due: async () => oneEach(await deps.creations.dueBanks()),
    work: async (bankProfileId, goesOn) => {
      const due = await deps.creations.due(bankProfileId, PAGE);
      const lane = async (): Promise<void> => {
        for (let next = due.shift(); next !== undefined && goesOn(); next = due.shift()) await resume(deps, next);
      };
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, due.length) }, lane));
    },
  });

async function resume(deps: ResumeDeps, { tenant, id, overdue }: DueCreation): Promise<void> {
  const { creations, log } = deps;
  const owner = deps.newOwner();
  const charge = overdue ? await creations.claimOverdue(tenant, id, owner) : await creations.claim(tenant, id, owner);
  if (charge === undefined) return;
  try {
    const bank: Bank | undefined = await deps.banks.byId(charge.bank.profileId);
    if (bank === undefined) throw new Error('the bank profile of a charge is gone');
    if (overdue) await closePending(deps, bank, charge, deps.budget);
    else await submitToProvider(deps, bank, charge, deps.budget);
  } catch (err) {
    // The next run comes back to it; an answer that is still open is no fault of ours.
    const open = isUnavailable(err);
    log[open ? 'info' : 'error']({ charge_id: id, overdue, ...(open ? {} : { err }) }, 'a creation is still open');
  }
}
