import { type RetryPolicies, waitAfter } from './retry-policy.ts';

/**
 * Money that we send through a bank under an id of ours: a refund, a return, a payout. The rules that all of
 * them share: what a look at the bank proves, and when it is looked at again.
 */

/** The work on one transfer: who does it now, and what was done under the present id. */
export type TransferWork = {
  /** The owner of the lease; its end is compared in the database alone. */
  readonly owner: string | null;
  /** How often somebody took it up and may have sent it. */
  readonly attempts: number;
  /** The bank has shown it: it is never sent again. */
  readonly acknowledged: boolean;
  /** The bank declined it in doubt, and did not show it: how often. */
  readonly declines: number;
  /**
   * Looks by its own schedule since the last news, not those that a callback brought; once a final status
   * stands, how often its hold was to end.
   */
  readonly polls: number;
  /**
   * How often it was looked at since the bank last spoke of it, this look among them; 0 where its own time
   * brought it here.
   */
  readonly followUps: number;
};

/** What a poll of the provider brought. */
export type TransferResult =
  /**
   * Nothing may be concluded. `isUnknown`: the bank may have the transfer, so it counts as sent.
   * `noResponse`: the bank gave no readable response.
   */
  | {
      readonly kind: 'open';
      readonly isUnknown: boolean;
      readonly noResponse?: boolean;
      readonly retryAfterSeconds?: number;
    }
  /** The bank has it, and has not finished. */
  | { readonly kind: 'in_progress' }
  /** The money has arrived, or is back. */
  | { readonly kind: 'succeeded' }
  /** The bank shows it, as failed for good. */
  | { readonly kind: 'failed'; readonly code: string }
  /** Refused, and the bank does not show it. `isUnknown`: an earlier attempt may yet appear. */
  | { readonly kind: 'declined'; readonly code: string; readonly isUnknown: boolean };

/**
 * Refusals after an unknown outcome that together count as one: a bank whose lists lag refuses an id that
 * worked, and does not show it yet.
 */
const DECLINES_CONFIRMED = 2;

/** How a transfer ended by this result; null while it has not. Never by silence, age or absence alone. */
export function transferEnd({ declines }: TransferWork, result: TransferResult): 'succeeded' | 'failed' | null {
  switch (result.kind) {
    case 'succeeded':
    case 'failed':
      return result.kind;
    case 'declined':
      return !result.isUnknown || declines + 1 >= DECLINES_CONFIRMED ? 'failed' : null;
    default:
      return null;
  }
}

/**
 * When it is to be taken up next: this many milliseconds after the write, at a time that somebody named, when
 * the lease is over that the write gives to its owner, never, or as the lease says, which the owner keeps.
 */
export type NextLook = number | { readonly at: Date } | { readonly leaseMs: number } | FollowUp | 'never' | 'held';
/**
 * So many milliseconds later, for what the bank spoke of and gave no answer about: none of the transfer's own
 * looks.
 */
export type FollowUp = { readonly followUpMs: number };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** When a transfer is looked at again. Due times are the database's. */
export const TRANSFER_POLICIES = {
  poll: {
    what: 'a look at the bank that brought no end (pix.md, section 3)',
    waitsMs: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, DAY],
    isLastRepeated: true,
    until: 'the bank says how it ended',
  },
  finish: {
    what: 'what waits for a service of ours, not for the bank',
    waitsMs: [5 * SECOND, 30 * SECOND, MINUTE],
    isLastRepeated: true,
    until: 'the service answers',
  },
  followUp: {
    what: 'a bank that spoke of it and gives no answer about it: an outage is soon over',
    waitsMs: [2 * SECOND, 5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE],
    isLastRepeated: false,
    until: 'the bank answers; after the last one its own schedule goes on',
  },
  recheck: {
    what: 'a look at what failed: a bank may correct itself',
    waitsMs: [MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, DAY, 3 * DAY, 7 * DAY],
    isLastRepeated: false,
    until: 'the bank says otherwise, or the last look',
  },
  returns: {
    what: 'a look at a Pix that arrived: it may be sent back for 90 days (pix.md, 1.4)',
    waitsMs: [10 * SECOND, 10 * MINUTE, 6 * HOUR, DAY, 6 * DAY, 23 * DAY, 60 * DAY],
    isLastRepeated: false,
    until: 'the last look; a callback of the bank brings a look at any time',
  },
} as const satisfies RetryPolicies;

/** Looks without an end after which people have to know: more than an hour has gone by. */
export const STUCK_AFTER_POLLS = 6;

/** The wait after the `polls`-th poll, never shorter than what the bank wants to be left alone. */
export const pollAfterMs = (polls: number, retryAfterSeconds = 0): number =>
  Math.max(waitAfter(TRANSFER_POLICIES.poll, polls), retryAfterSeconds * SECOND);

/**
 * When a silent bank is asked again after the `followUps`-th look since it spoke; undefined where it did not
 * speak, or has been asked often enough.
 */
export function followUpAfter(followUps: number, retryAfterSeconds = 0): FollowUp | undefined {
  const waitMs = followUps < 1 ? undefined : waitAfter(TRANSFER_POLICIES.followUp, followUps);
  return waitMs === undefined ? undefined : { followUpMs: Math.max(waitMs, retryAfterSeconds * SECOND) };
}

/**
 * The wait before what was begun `begun` times is finished: a creation that was left, a hold whose final
 * status stands.
 */
export const finishAfterMs = (begun: number): number => waitAfter(TRANSFER_POLICIES.finish, begun);

/** The work as its owner leaves it, and when somebody takes it up again. */
export type TransferSchedule<W extends TransferWork> = { readonly work: W; readonly next: NextLook };

/** The bank has it and has not finished: its first showing begins the schedule anew. */
export function afterProgress<W extends TransferWork>(work: W): TransferSchedule<W> {
  const polls = work.acknowledged ? work.polls : 1;
  return { work: { ...work, owner: null, acknowledged: true, polls }, next: pollAfterMs(polls) };
}

/**
 * A look that brought no end: polled again later; soon, where the bank named the transfer and then cannot be
 * reached. What was provably not sent does not count as an attempt, so the next attempt need not poll first.
 */
export function afterOpen<W extends TransferWork>(work: W, result: TransferResult): TransferSchedule<W> {
  let change: Partial<TransferWork> = {};
  if (result.kind === 'declined') change = { declines: work.declines + 1 };
  else if (result.kind === 'open' && !result.isUnknown) change = { attempts: 0 };
  const retryAfterSeconds = result.kind === 'open' ? result.retryAfterSeconds : undefined;
  const isSilent = result.kind === 'open' && result.noResponse === true;
  const followUp = isSilent ? followUpAfter(work.followUps, retryAfterSeconds) : undefined;
  return { work: { ...work, ...change, owner: null }, next: followUp ?? pollAfterMs(work.polls, retryAfterSeconds) };
}

/**
 * One of our own services did not answer: work goes on soon after it is back. Where the bank was to be asked
 * (`isOpen`), that was no look at it, so that an outage of ours never makes the bank's next answer wait for
 * hours.
 */
export function afterPeerUnavailable<W extends TransferWork>(work: W, isOpen: boolean): TransferSchedule<W> {
  const { polls, followUps } = work;
  const released = { ...work, owner: null };
  if (!isOpen) return { work: released, next: finishAfterMs(polls) };
  // What the bank spoke of is still to be asked for, and that look was not counted.
  if (followUps > 0) return { work: released, next: { followUpMs: finishAfterMs(followUps) } };
  return { work: { ...released, polls: Math.max(polls - 1, 0) }, next: finishAfterMs(polls) };
}

/** What a later look at something that failed brought. */
export type LateTransferResult = 'still_failed' | 'succeeded' | 'no_answer';

/** After a look at what failed. */
export const afterRecheck = <W extends TransferWork>(work: W, result: LateTransferResult): TransferSchedule<W> =>
  afterLateLook(work, 'recheck', result !== 'no_answer');

/** After a look for what came back of a transfer that had arrived. */
export const afterReturnsLook = <W extends TransferWork>(work: W, isAnswered: boolean): TransferSchedule<W> =>
  afterLateLook(work, 'returns', isAnswered);

/** A look at what is over: one that its bank did not answer is still to be made, if it was counted. */
function afterLateLook<W extends TransferWork>(
  work: W,
  policy: 'recheck' | 'returns',
  isAnswered: boolean,
): TransferSchedule<W> {
  // A look that the bank's own word brought was not counted.
  const isUncounted = !isAnswered && work.followUps === 0;
  const polls = isUncounted ? Math.max(work.polls - 1, 0) : work.polls;
  const followUp = isAnswered ? undefined : followUpAfter(work.followUps);
  const next = followUp ?? waitAfter(TRANSFER_POLICIES[policy], polls + 1) ?? 'never';
  return { work: { ...work, owner: null, polls }, next };
}
