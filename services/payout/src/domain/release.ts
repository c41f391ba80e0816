import { advance } from './advance.ts';
import { awaitsApproval, dueAt, undecidedUntil } from './create.ts';
import { changed, KEEP, type Payout, type PayoutUpdate, type PlainPayout } from './payout.ts';

/** What is to be done about a payout that waits and whose time may have come. */
export type WaitingStep = 'release' | 'cancel' | 'wait';

/** By the database's time of its claim: a payout that was made due by anything else waits on. */
export function waitingStep(payout: PlainPayout, now: Date): WaitingStep {
  if (awaitsApproval(payout)) return undecidedUntil(payout) <= now ? 'cancel' : 'wait';
  return dueAt(payout, now) <= now ? 'release' : 'wait';
}

/** Waits on, until its time. */
export const waitOn = (payout: Payout, owner: string, now: Date): PayoutUpdate =>
  payout.work.owner === owner
    ? changed({ ...payout, work: { ...payout.work, owner: null } }, { at: dueAt(payout, now) })
    : KEEP;

/** Waits until a time that is not its own: the end of a night. */
export const waitUntil = (payout: Payout, owner: string, at: Date): PayoutUpdate =>
  payout.work.owner === owner ? changed({ ...payout, work: { ...payout.work, owner: null } }, { at }) : KEEP;

/**
 * Lets a payout go to its bank: from now on nobody cancels it. Whoever decided otherwise meanwhile has won. The
 * owner goes on.
 */
export function release(payout: Payout, owner: string, now: Date): PayoutUpdate {
  const { status, finalStatus, work } = payout;
  if (work.owner !== owner || status !== 'PENDING' || finalStatus !== null || awaitsApproval(payout)) return KEEP;
  const moved = advance(payout, 'send', now);
  // Nothing of the looks before it was one at its bank.
  return {
    kind: 'change',
    payout: { ...moved.payout, releasedAt: now, work: { ...work, attempts: 1, polls: 1 } },
    events: moved.events,
    next: 'held',
  };
}

/** Leaves a payout that was let go to whoever works at its bank. */
export const handOver = (payout: Payout, owner: string): PayoutUpdate =>
  payout.work.owner === owner && payout.status === 'PROCESSING'
    ? changed({ ...payout, work: { ...payout.work, owner: null, attempts: 0, polls: 0 } }, 0)
    : KEEP;

/**
 * Notes that it will have a share of a night's limit, before it asks for it: whoever gives up the payout gives
 * that up too. The owner goes on.
 */
export const noteNight = (payout: Payout, owner: string, night: string): PayoutUpdate =>
  payout.work.owner !== owner || payout.finalStatus !== null || payout.night === night
    ? KEEP
    : changed({ ...payout, night }, 'held');
