import { type Refusal, unavailable } from '@gx/core';
import type { LimitClaimant, LimitClaims } from '@gx/runtime/mongo';
import {
  claimedUntil,
  duplicateRefusal,
  likenessOf,
  limitRefusal,
  nightShareOf,
  type PayoutLimits,
  perPaymentRefusal,
  plannedNight,
  sharesOf,
} from '../domain/limits.ts';
import type { PlainPayout } from '../domain/payout.ts';
import type { PayoutStore } from '../store/payouts.ts';

export type LimitDeps = { readonly payouts: PayoutStore; readonly limits: LimitClaims };

/** For those that are being created at the same time and may yet be refused. */
const WAIT_MS = { first: 10, max: 200, total: 4_000 } as const;

const claimantOf = (payout: PlainPayout): LimitClaimant => ({
  tenant: payout.tenant,
  id: payout.id,
  until: claimedUntil(payout),
});
const ofNight = (payout: PlainPayout, night: string): LimitClaimant => ({
  ...claimantOf(payout),
  id: `${payout.id}:${night}`,
});

/**
 * Claims a share of every limit of the account for the day and hour of sending, unless it looks like a payout of
 * the last minutes: exactly, also among creates at once (decisions, section 7, Refused). What stands in the way
 * may not be promised to anybody yet, and may still be refused itself: then that is waited for.
 */
export async function claimLimits(
  deps: LimitDeps,
  payout: PlainPayout,
  limits: PayoutLimits,
): Promise<'claimed' | 'released' | Refusal> {
  const tooMuch = perPaymentRefusal(payout.amount, limits);
  if (tooMuch !== undefined) return tooMuch;
  const firstPaidAt = await deps.payouts.firstPaidAt(payout.tenant, payout.destinationIdentity);
  const shares = sharesOf(payout, limits, firstPaidAt);
  const end = performance.now() + WAIT_MS.total;
  for (;;) {
    const result = await deps.limits.claimUnlessAlike(claimantOf(payout), shares, likenessOf(payout));
    if (result.kind === 'claimed' || result.kind === 'released') return result.kind;
    const refusal = result.kind === 'alike' ? duplicateRefusal() : limitRefusal(result.total);
    if (!(await othersSettled(deps, payout, end))) return refusal;
  }
}

/**
 * Waits until nobody who claimed something, and is not promised yet, is in that state any more; false where there
 * was nobody, so that what stands in the way stands. Throws when that takes too long: nobody knows then. Who
 * waits has claimed nothing, so that no two wait for each other.
 */
async function othersSettled(
  { payouts, limits }: LimitDeps,
  { tenant, id }: PlainPayout,
  end: number,
): Promise<boolean> {
  const unpromised = (await payouts.unpromised(tenant, 'all')).filter((one) => one !== id);
  const others = (await limits.standing(tenant, unpromised)) as typeof unpromised;
  if (others.length === 0) return false;
  for (let pause: number = WAIT_MS.first; ; pause = Math.min(pause * 2, WAIT_MS.max)) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if ((await payouts.unpromised(tenant, others)).length === 0) return true;
    if (performance.now() > end)
      throw unavailable('Other payouts of the account are being created. Retry with the same Idempotency-Key.');
  }
}

/**
 * A share of the limit of the night in which it is sent, where that is another one than it was planned for; false
 * where it does not fit. `night` was noted in the payout before (decisions, section 7, Limits).
 */
export async function claimNight(
  { limits }: LimitDeps,
  payout: PlainPayout,
  night: string,
  { perNight }: PayoutLimits,
): Promise<boolean> {
  if (perNight === undefined || plannedNight(payout) === night) return true;
  const result = await limits.claim(ofNight(payout, night), [nightShareOf(payout, night, perNight)]);
  return result.kind === 'claimed';
}

/** Gives back everything that a payout has claimed: it failed, was cancelled, or never came to be. */
export async function releaseLimits({ limits }: Pick<LimitDeps, 'limits'>, payout: PlainPayout): Promise<void> {
  await limits.release(claimantOf(payout));
  if (payout.night !== null) await limits.release(ofNight(payout, payout.night));
}
