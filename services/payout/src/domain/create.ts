import { keyedRequestHash } from '@gx/core';
import { advance } from './advance.ts';
import { addDays } from './local-time.ts';
import { changed, KEEP, type Payout, type PayoutUpdate, type PlainPayout } from './payout.ts';
import { isHidden } from './transitions.ts';

/** So long an approval is waited for, after the moment of sending (decisions, section 7, States). */
const DECIDED_WITHIN_DAYS = 7;

/** Whether it waits, for a time or for a user's approval, instead of being sent at once. */
export const waitsAtFirst = ({ scheduledFor, approvalRequired }: PlainPayout): boolean =>
  scheduledFor !== null || approvalRequired;

/** When one that nobody has decided about is cancelled. */
export const undecidedUntil = ({ scheduledFor, createdAt }: Pick<PlainPayout, 'scheduledFor' | 'createdAt'>): Date =>
  addDays(scheduledFor ?? createdAt, DECIDED_WITHIN_DAYS);

/** Whether a user still has to approve it. */
export const awaitsApproval = ({ approvalRequired, decision, status, finalStatus }: PlainPayout): boolean =>
  approvalRequired && decision === null && status === 'PENDING' && finalStatus === null;

/**
 * Its money is set aside: the payout is promised. It waits for its time or for an approval, or its bank comes
 * next. An owner that lost the lease writes nothing.
 */
export function accept(payout: Payout, owner: string, now: Date): PayoutUpdate {
  if (payout.status !== 'INITIATED' || payout.work.owner !== owner) return KEEP;
  const waits = waitsAtFirst(payout);
  const moved = advance(payout, waits ? 'wait' : 'accept', now);
  const work = { ...payout.work, owner: null, attempts: 0, polls: 0 };
  return {
    kind: 'change',
    payout: { ...moved.payout, work, releasedAt: waits ? null : now },
    events: moved.events,
    next: waits ? { at: dueAt(moved.payout, now) } : 0,
  };
}

/** When a waiting payout is worth a look: once it may be sent, or once nobody may approve it any more. */
export const dueAt = (payout: PlainPayout, now: Date): Date =>
  awaitsApproval(payout) ? undecidedUntil(payout) : (payout.scheduledFor ?? now);

/**
 * It was refused: written before anything of it is undone, so that nobody promises it meanwhile. The owner
 * goes on.
 */
export function drop(payout: Payout, owner: string, now: Date): PayoutUpdate {
  if (payout.status !== 'INITIATED' || payout.work.owner !== owner) return KEEP;
  return { kind: 'change', ...advance(payout, 'drop', now), next: 'held' };
}

/** Gives unfinished work back: the next owner resumes it. */
export const reschedule = <P extends PlainPayout>(
  payout: P,
  owner: string,
  next: Extract<PayoutUpdate, { kind: 'change' }>['next'],
): PayoutUpdate<P> =>
  payout.work.owner === owner ? changed({ ...payout, work: { ...payout.work, owner: null } }, next) : KEEP;

/** What a request finds under a key that was used before. */
export type ExistingPayout = 'other_request' | 'in_flight' | 'answered';

/**
 * Reads a payout as the record of its idempotency key. One that is being taken back binds nothing any more.
 */
export function readIdempotencyRecord(payout: PlainPayout, requestHash: string, secret: Buffer): ExistingPayout {
  if (payout.status === 'DROPPED') return 'in_flight';
  if (![keyedRequestHash(secret, requestHash), requestHash].includes(payout.requestHash)) return 'other_request';
  return isHidden(payout.status) ? 'in_flight' : 'answered';
}
