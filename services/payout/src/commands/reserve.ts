import { finishAfterMs, invariant, Refusal, stateRefusal } from '@gx/core';
import { type Call, type Logger, retryOnUnavailable } from '@gx/runtime';
import { accept, drop, reschedule } from '../domain/create.ts';
import type { PayoutLimits } from '../domain/limits.ts';
import type { Payout } from '../domain/payout.ts';
import { isHidden } from '../domain/transitions.ts';
import type { AccountsPeer } from '../peers/keys.ts';
import type { Ledger } from '../peers/ledger.ts';
import type { LimitClaims } from '../store/limits.ts';
import type { PayoutStore } from '../store/payouts.ts';
import { claimLimits, releaseLimits } from './claim-limits.ts';

export type ReserveDeps = {
  readonly accounts: Pick<AccountsPeer, 'termsOf'>;
  readonly payouts: PayoutStore;
  readonly limits: LimitClaims;
  readonly ledger: Ledger;
  readonly log: Logger;
  readonly now: () => Date;
};
/**
 * What became of a creation. `gone`: nothing of it is left, and its key is free. `lease_lost`: another
 * process owns it now.
 */
export type ReservationResult =
  | { readonly kind: 'accepted'; readonly payout: Payout }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'gone' | 'lease_lost' };
/**
 * How its peers are called, for how long, and what its account may send: undefined where that has to be asked
 * for.
 */
export type Reservation = {
  readonly call: () => Call;
  readonly leftMs: () => number;
  readonly limits: PayoutLimits | undefined;
};

/**
 * The steps between the insert and the promise, on behalf of the lease's owner: a share of the limits, the
 * hold in the wallet, then the first status with its event. Each may be repeated by anybody. Throws when
 * one got no answer: the payout is given back, and the next owner resumes it.
 */
export async function reserve(deps: ReserveDeps, payout: Payout, reservation: Reservation): Promise<ReservationResult> {
  const owner = payout.work.owner ?? '';
  try {
    return await steps(deps, payout, reservation);
  } catch (error) {
    await deps.payouts
      .update(payout, (current) => reschedule(current, owner, finishAfterMs(current.work.polls)))
      .catch((err: unknown) =>
        deps.log.warn({ payout_id: payout.id, err }, 'a creation stays with its owner until its lease is over'),
      );
    throw error;
  }
}

async function steps(
  deps: ReserveDeps,
  payout: Payout,
  { call, limits, leftMs }: Reservation,
): Promise<ReservationResult> {
  if (payout.status === 'DROPPED') return undo(deps, payout, call);
  const owner = payout.work.owner ?? '';
  const bounds = limits ?? (await boundsOf(deps, payout, call));
  if (bounds instanceof Refusal) return refuse(deps, payout, bounds, call);
  const claim = await claimLimits(deps, payout, { limits: bounds, leftMs });
  if (claim !== 'claimed') return refuse(deps, payout, claim, call);
  // No answer is not "short": the same hold is asked for again.
  const placed = await retryOnUnavailable(() => deps.ledger.place(call(), payout));
  if (placed !== 'held') return dropPayout(deps, payout, placed === 'voided' ? undefined : placed, call);
  const after = await deps.payouts.update(payout, (current) => accept(current, owner, deps.now()));
  if (after === undefined) return { kind: 'gone' };
  return isHidden(after.status) ? { kind: 'lease_lost' } : { kind: 'accepted', payout: after };
}

/**
 * What its account may send now, or why it may send nothing any more: a creation that was left is refused
 * then.
 */
async function boundsOf(
  { accounts }: ReserveDeps,
  { tenant }: Payout,
  call: () => Call,
): Promise<PayoutLimits | Refusal> {
  const { state, limits } = await accounts.termsOf(call(), tenant);
  return stateRefusal(state, 'ACTIVE') ?? limits;
}

/**
 * Refused before its hold was asked for. If no owner before this one can have asked for it either, there is
 * nothing to undo.
 */
async function refuse(
  deps: ReserveDeps,
  payout: Payout,
  claim: Refusal | 'released',
  call: () => Call,
): Promise<ReservationResult> {
  if (claim === 'released') return dropPayout(deps, payout, undefined, call);
  if (payout.work.attempts > 0) return dropPayout(deps, payout, claim, call);
  return (await deps.payouts.remove(payout)) ? { kind: 'refused', refusal: claim } : { kind: 'lease_lost' };
}

/**
 * Nothing of a refused payout stays. That it is refused is written down first, so that nobody promises it
 * meanwhile; then its hold and its claims are given back, so that one that is still on its way finds it
 * voided.
 */
async function dropPayout(
  deps: ReserveDeps,
  payout: Payout,
  refusal: Refusal | undefined,
  call: () => Call,
): Promise<ReservationResult> {
  const owner = payout.work.owner ?? '';
  const dropped = await deps.payouts.update(payout, (current) => drop(current, owner, deps.now()));
  if (dropped?.work.owner !== owner) return { kind: dropped === undefined ? 'gone' : 'lease_lost' };
  const undone = await undo(deps, dropped, call);
  return undone.kind === 'gone' && refusal !== undefined ? { kind: 'refused', refusal } : undone;
}

/** Gives hold, claims and key of a dropped payout back. */
async function undo(deps: ReserveDeps, dropped: Payout, call: () => Call): Promise<ReservationResult> {
  const isVoid = await deps.ledger.end(call(), dropped, 'FAILED');
  invariant(isVoid, 'the hold of a payout that was never promised was committed');
  await releaseLimits(deps, dropped);
  return { kind: (await deps.payouts.remove(dropped)) ? 'gone' : 'lease_lost' };
}
