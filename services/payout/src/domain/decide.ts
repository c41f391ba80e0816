import type { ActOrigin, Id } from '@gx/core';
import { payoutCancelled, payoutDecided } from './acts.ts';
import { awaitsApproval, dueAt } from './create.ts';
import { type ApprovalDecision, changed, KEEP, type PayoutUpdate, type PlainPayout } from './payout.ts';

/** Who decides, about what, and as whose work it goes on. */
export type UserDecision = {
  readonly verdict: ApprovalDecision['verdict'];
  readonly userId: Id<'user'>;
  readonly owner: string;
  /** For how long the owner may go on. */
  readonly leaseMs: number;
  readonly origin: ActOrigin;
};

/** The failure code of a payout that a user rejected (decisions, section 7, States). */
export const REJECTED = 'rejected';

/**
 * A user's word about a payout that waits for it; the first one counts. The caller goes on with it, as the
 * owner of its lease: an approved one is sent when its time has come, a rejected one is brought to its end.
 */
export function decideByUser<P extends PlainPayout>(
  payout: P,
  { verdict, userId, owner, leaseMs, origin }: UserDecision,
): PayoutUpdate<P> {
  if (!awaitsApproval(payout)) return KEEP;
  const { at: now } = origin;
  const act = payoutDecided(payout, verdict, origin);
  const decision: ApprovalDecision = { verdict, userId, at: now, digest: payout.digest };
  const decided = { ...payout, decision };
  if (verdict === 'rejected') {
    const ending = { finalStatus: 'FAILED' as const, failureCode: REJECTED };
    return changed({ ...decided, ...ending, work: { ...payout.work, owner, polls: 0 } }, { leaseMs }, act);
  }
  const at = dueAt(decided, now);
  return at > now
    ? changed({ ...decided, work: { ...payout.work, owner: null } }, { at }, act)
    : changed({ ...decided, work: { ...payout.work, owner } }, { leaseMs }, act);
}

/**
 * Cancels a payout that is not sent yet: what was let go to its bank, or ends otherwise, stays as it is. The
 * caller goes on as the owner of its lease.
 */
export function cancel<P extends PlainPayout>(
  payout: P,
  { owner, leaseMs, origin }: Pick<UserDecision, 'owner' | 'leaseMs' | 'origin'>,
): PayoutUpdate<P> {
  if (payout.status !== 'PENDING') return KEEP;
  if (payout.finalStatus !== null && payout.finalStatus !== 'CANCELLED') return KEEP;
  const work = { ...payout.work, owner, polls: 0 };
  // Who comes when it is cancelled already brings it to its end, and that is no other act.
  const act = payout.finalStatus === null ? payoutCancelled(payout, origin) : undefined;
  return changed({ ...payout, finalStatus: 'CANCELLED', work }, { leaseMs }, act);
}

/** Nobody decided about it in time. The owner goes on. */
export const cancelUndecided = <P extends PlainPayout>(payout: P, owner: string): PayoutUpdate<P> =>
  payout.work.owner === owner && awaitsApproval(payout)
    ? changed({ ...payout, finalStatus: 'CANCELLED', work: { ...payout.work, polls: 0 } }, 'held')
    : KEEP;
