import { type RetryPolicies, waitAfter } from '@gx/core';
import type { FollowUp } from './refund.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** When a refund or return is looked at again. Due times are the database's. */
export const RETRY_POLICIES = {
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
    what: 'a bank that spoke of a refund and gives no answer about it: an outage is soon over',
    waitsMs: [2 * SECOND, 5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE],
    isLastRepeated: false,
    until: 'the bank answers; after the last one its own schedule goes on',
  },
  recheck: {
    what: 'a look at a refund that failed: a bank may correct itself',
    waitsMs: [MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, DAY, 3 * DAY, 7 * DAY],
    isLastRepeated: false,
    until: 'the bank says otherwise, or the last look',
  },
  nextId: {
    what: 'a return under its second, third, … bank id',
    waitsMs: [MINUTE, 10 * MINUTE],
    isLastRepeated: false,
    until: 'it is done; after the last one a person decides',
  },
} as const satisfies RetryPolicies;

/** Looks without an end after which people have to know: more than an hour has gone by. */
export const STUCK_AFTER_POLLS = 6;

/** The wait after the `polls`-th poll, never shorter than what the bank wants to be left alone. */
export const pollAfterMs = (polls: number, retryAfterSeconds = 0): number =>
  Math.max(waitAfter(RETRY_POLICIES.poll, polls), retryAfterSeconds * SECOND);

/**
 * When a silent bank is asked again after the `followUps`-th look since it spoke; undefined where it did not
 * speak, or has been asked often enough.
 */
export function followUpAfter(followUps: number, retryAfterSeconds = 0): FollowUp | undefined {
  const waitMs = followUps < 1 ? undefined : waitAfter(RETRY_POLICIES.followUp, followUps);
  return waitMs === undefined ? undefined : { followUpMs: Math.max(waitMs, retryAfterSeconds * SECOND) };
}

/**
 * The wait before what was begun `begun` times is finished: a creation that was left, a hold whose verdict
 * stands.
 */
export const finishAfterMs = (begun: number): number => waitAfter(RETRY_POLICIES.finish, begun);
