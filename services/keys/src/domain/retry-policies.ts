import type { RetryPolicies } from '@gx/core';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** When a mail is handed to the mail hook again. Due times are the database's. */
export const RETRY_POLICIES = {
  mail: {
    what: 'a mail that the mail hook did not take',
    waitsMs: [SECOND, 5 * SECOND, 30 * SECOND, MINUTE, 5 * MINUTE],
    isLastRepeated: true,
    until: 'its link ends: 7 days of an invitation, an hour of a password reset',
  },
} as const satisfies RetryPolicies;
