import { plannedNight } from '../domain/limits.ts';
import { endOfNight, nightOf } from '../domain/local-time.ts';
import type { Payout } from '../domain/payout.ts';
import { noteNight } from '../domain/release.ts';
import type { AccountsPeer } from '../peers/keys.ts';
import type { LimitClaims } from '../store/limits.ts';
import type { PayoutStore } from '../store/payouts.ts';
import { claimNight } from './claim-limits.ts';

export type FitDeps = {
  readonly payouts: PayoutStore;
  readonly accounts: Pick<AccountsPeer, 'termsOf'>;
  readonly limits: LimitClaims;
  readonly now: () => Date;
};

/**
 * Whether a payout may leave at this hour, by the limit of the night; else when the night is over (decisions,
 * section 7, Limits). The night is noted in the payout before anything of its limit is claimed.
 */
export async function fitsTonight(deps: FitDeps, payout: Payout): Promise<'fits' | Date> {
  const now = deps.now();
  const night = nightOf(now);
  if (night === null || plannedNight(payout) === night) return 'fits';
  const { limits } = await deps.accounts.termsOf({ requestId: payout.id }, payout.tenant);
  if (limits.perNight === undefined) return 'fits';
  const owner = payout.work.owner ?? '';
  const noted = await deps.payouts.update(payout, (current) => noteNight(current, owner, night));
  if (noted?.work.owner !== owner || noted.night !== night) return endOfNight(now);
  return (await claimNight(deps, payout, night, limits)) ? 'fits' : endOfNight(now);
}
