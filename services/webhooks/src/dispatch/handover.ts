import { newId } from '@gx/core';
import { type Claim, type DueDelivery, firstClaim, HANDOVER_MS, type Handover } from '../store/attempts.ts';

/**
 * For `HANDOVER_MS` after its insert, by the database's clock, a delivery belongs to the process that stored
 * it. What is in hand needs no claim for an attempt that begins within `BEGIN_WITHIN_MS` and ends within
 * `CLAIM_AFTER_MS`. A later one is claimed first, a longer one while it runs. The rest is a margin for a slow
 * claim, or for a process that stands still.
 */
const BEGIN_WITHIN_MS = 3_000;
export const CLAIM_AFTER_MS = 1_000;

/** The handover of what is stored from now on. */
export const handovers = (databaseNow: () => Promise<Date>) => async (): Promise<Handover> => {
  const now = await databaseNow();
  return { dueAt: new Date(now.getTime() + HANDOVER_MS), sinceMs: performance.now() };
};

/**
 * The right to the first attempt of what is in this process's hand, as long as there is time for it;
 * undefined when it has to be claimed.
 */
export function claimInHand(due: DueDelivery): Claim | undefined {
  const inHand = isInTime(due) ? due.stored?.inHand : undefined;
  const claim = inHand && firstClaim(due, newId('attempt'));
  return claim && inHand && { ...claim, inHand: { ...inHand, sinceMs: performance.now() } };
}

/** Whether an attempt may still begin without a claim. */
export const isInTime = ({ stored }: DueDelivery): boolean =>
  stored !== undefined && performance.now() - stored.sinceMs < BEGIN_WITHIN_MS;
