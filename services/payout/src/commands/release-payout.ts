import { stateRefusal, waitAfter } from '@gx/core';
import { reschedule } from '../domain/create.ts';
import { cancelUndecided } from '../domain/decide.ts';
import type { Payout } from '../domain/payout.ts';
import { release, waitingStep, waitOn, waitUntil } from '../domain/release.ts';
import { RETRY_POLICIES } from '../domain/retry-policies.ts';
import type { PayoutStore } from '../store/payouts.ts';
import { type FitDeps, fitsTonight } from './fits-tonight.ts';

export type ReleaseDeps = FitDeps & { readonly payouts: PayoutStore };

/**
 * What the owner of a waiting payout's lease does about it: lets it go to its bank when its time has come,
 * cancels one that nobody decided about, or waits on. Of an account that may send nothing it waits on, with
 * its money set aside (decisions, section 7, States). The payout as it stands then; undefined when it is
 * gone.
 */
export async function releasePayout(deps: ReleaseDeps, payout: Payout): Promise<Payout | undefined> {
  const { payouts, now } = deps;
  const owner = payout.work.owner ?? '';
  const at = payout.claimedAt ?? now();
  switch (waitingStep(payout, at)) {
    case 'cancel':
      return payouts.update(payout, (current) => cancelUndecided(current, owner));
    case 'wait':
      return payouts.update(payout, (current) => waitOn(current, owner, at));
    case 'release': {
      const { state } = await deps.accounts.termsOf({ requestId: payout.id }, payout.tenant);
      if (stateRefusal(state, 'ACTIVE') !== undefined) {
        const later = waitAfter(RETRY_POLICIES.blocked, payout.work.polls);
        return payouts.update(payout, (current) => reschedule(current, owner, later));
      }
      const night = await fitsTonight(deps, payout);
      return payouts.update(payout, (current) =>
        night === 'fits' ? release(current, owner, now()) : waitUntil(current, owner, night),
      );
    }
  }
}
