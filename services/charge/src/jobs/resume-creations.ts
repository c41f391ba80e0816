import { isUnavailable } from '@gx/core';
import { eachOf } from '@gx/runtime';
import type { Bank } from '../banks/bank-directory.ts';
import { type Budget, deadlineOf } from '../commands/budget.ts';
import { closePending } from '../commands/close-pending.ts';
import type { DecideForCallbackDeps } from '../commands/decide-for-callback.ts';
import { type SubmitDeps, submitToProvider } from '../commands/submit-to-provider.ts';
import type { DueCreation } from '../store/creations.ts';
import type { WorkAtBank } from './work-on-charges.ts';

export type ResumeDeps = SubmitDeps &
  DecideForCallbackDeps & { readonly newOwner: () => string; readonly budget: Budget };

/** Of one bank. */
const PAGE = 50;
const AT_ONCE = 8;

/**
 * Resumes the creations at a bank that nobody works on: an unknown outcome is queried again, what its dead
 * owner left is finished, and a charge that the bank never confirmed in its time is closed.
 */
export const resumeCreations =
  (deps: ResumeDeps): WorkAtBank =>
  async (bankProfileId, goesOn) =>
    eachOf(await deps.creations.due(bankProfileId, PAGE), { atOnce: AT_ONCE, goesOn }, (due) => resume(deps, due));

async function resume(deps: ResumeDeps, due: DueCreation): Promise<void> {
  const { creations, log } = deps;
  const { overdue } = due;
  const owner = deps.newOwner();
  const charge = overdue ? await creations.claimOverdue(due.charge, owner) : await creations.claim(due.charge, owner);
  if (charge === undefined) return;
  try {
    const bank: Bank | undefined = await deps.banks.byId(charge.bankProfileId);
    if (bank === undefined) throw new Error('the bank profile of a charge is gone');
    if (overdue) await closePending(deps, bank, charge, { deadline: deadlineOf(deps.budget) });
    else await submitToProvider(deps, bank, charge, deps.budget);
  } catch (err) {
    // The next run comes back to it; an answer that is still open is no fault of ours.
    const open = isUnavailable(err);
    log[open ? 'info' : 'error'](
      { charge_id: charge.id, overdue, ...(open ? {} : { err }) },
      'a creation is still open',
    );
  }
}
