import type { FollowUp } from './refund.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The bank is asked again this long after the first, second, … look that brought no end; the last one for
 * ever (pix.md, section 3).
 */
export const POLL_AFTER_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, DAY] as const;

/**
 * What waits for one of our own services, not for the bank, is taken up this long after the first, second, …
 * time: it is soon back.
 */
export const FINISH_AFTER_MS = [5 * SECOND, 30 * SECOND, MINUTE] as const;

/**
 * A bank that spoke of a refund and then gives no answer about it is asked again this long after the first,
 * second, … time: an outage is soon over. Then the refund's own schedule goes on.
 */
export const FOLLOW_UP_MS = [2 * SECOND, 5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE] as const;

/**
 * A refund that failed is looked at again this long after the failure, then after each look: a bank may take
 * back its word.
 */
export const RECHECK_AFTER_MS = [MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, DAY, 3 * DAY, 7 * DAY] as const;

/** The wait before the second, third, … bank id of a return; after the last one a person is asked. */
export const NEXT_ID_AFTER_MS = [MINUTE, 10 * MINUTE] as const;
/** Ids under which a return is tried by itself. */
export const BANK_IDS_MAX = NEXT_ID_AFTER_MS.length + 1;

/** Looks without an end after which people have to know: more than an hour has gone by. */
export const STUCK_AFTER_POLLS = 6;

/** The wait after the `asked`-th look, never shorter than what the bank wants to be left alone. */
export function pollAfterMs(asked: number, retryAfterSeconds = 0): number {
  const step = Math.min(Math.max(asked, 1), POLL_AFTER_MS.length) - 1;
  return Math.max(POLL_AFTER_MS[step] ?? POLL_AFTER_MS[0], retryAfterSeconds * SECOND);
}

/**
 * When a silent bank is asked again after the `followUps`-th look since it spoke; undefined where it did not
 * speak, or has been asked often enough.
 */
export function followUpAfter(followUps: number, retryAfterSeconds = 0): FollowUp | undefined {
  const waitMs = FOLLOW_UP_MS[followUps - 1];
  return waitMs === undefined ? undefined : { followUpMs: Math.max(waitMs, retryAfterSeconds * SECOND) };
}

/**
 * The wait before what was begun `begun` times is finished: a creation that was left, a hold whose verdict
 * stands.
 */
export function finishAfterMs(begun: number): number {
  const step = Math.min(Math.max(begun, 1), FINISH_AFTER_MS.length) - 1;
  return FINISH_AFTER_MS[step] ?? FINISH_AFTER_MS[0];
}
