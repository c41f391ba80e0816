import { type Id, type Refusal, type Tenant, unavailable } from '@gx/core';
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
import type { LimitClaimant, LimitClaims } from '../store/limits.ts';
import type { PayoutStore } from '../store/payouts.ts';

export type LimitDeps = { readonly payouts: PayoutStore; readonly limits: LimitClaims };
/** What bounds an account's payouts, and how long to wait for others, in milliseconds. */
export type LimitRequest = { readonly limits: PayoutLimits; readonly leftMs: () => number };

/** For those that are being created at the same time and may yet be refused. */
const POLL_MS = { first: 20, max: 250 } as const;

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
  { limits, leftMs }: LimitRequest,
): Promise<'claimed' | 'released' | Refusal> {
  const tooMuch = perPaymentRefusal(payout.amount, limits);
  if (tooMuch !== undefined) return tooMuch;
  const firstPaidAt = await deps.payouts.firstPaidAt(payout.tenant, payout.destinationIdentity);
  const shares = sharesOf(payout, limits, firstPaidAt);
  for (;;) {
    const result = await deps.limits.claimUnlessAlike(claimantOf(payout), shares, likenessOf(payout));
    if (result.kind === 'claimed' || result.kind === 'released') return result.kind;
    const refusal = result.kind === 'alike' ? duplicateRefusal() : limitRefusal(result.total);
    const others = await unpromisedClaims(deps, payout);
    if (others.length === 0) return refusal;
    await settled(deps, payout.tenant, others, leftMs);
  }
}

/**
 * Who has claimed something and is not promised to anybody: while there is nobody, what stands in the way
 * stands.
 */
async function unpromisedClaims({ payouts, limits }: LimitDeps, { tenant, id }: PlainPayout) {
  const unpromised = new Set<string>(await payouts.unpromised(tenant));
  unpromised.delete(id);
  return limits.standing(tenant, [...unpromised]);
}

/**
 * Waits until none of these is being created any more. Who waits has claimed nothing, so that no two wait for
 * each other. Throws when that takes too long: nobody knows then.
 */
async function settled(
  { payouts }: LimitDeps,
  tenant: Tenant,
  others: readonly string[],
  leftMs: () => number,
): Promise<void> {
  const waited = others as readonly Id<'payout'>[];
  for (let pause: number = POLL_MS.first; ; pause = Math.min(pause * 2, POLL_MS.max)) {
    // Before the pause: while others go on being created, each wait may be short, and there may be many.
    if (leftMs() < pause)
      throw unavailable('Other payouts of the account are being created. Retry with the same Idempotency-Key.');
    await new Promise((resolve) => setTimeout(resolve, pause));
    const unpromised = new Set(await payouts.unpromised(tenant));
    if (!waited.some((one) => unpromised.has(one))) return;
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
