import { type RetryPolicies, TRANSFER_POLICIES } from '@gx/core';

const SECOND = 1_000;

/** When a payout is looked at again. Due times are the database's. */
export const RETRY_POLICIES = {
  ...TRANSFER_POLICIES,
  turn: {
    what: 'a payout at a bank that sends one Pix at a time, while another one is under way',
    waitsMs: [SECOND, 2 * SECOND, 5 * SECOND, 15 * SECOND, 30 * SECOND],
    isLastRepeated: true,
    until: 'its turn has come; the end of the one before it makes it due at once',
  },
  blocked: {
    what: 'a payout that waits while its account may send nothing',
    waitsMs: [5 * SECOND, 15 * SECOND, 30 * SECOND],
    isLastRepeated: true,
    until: 'its account is ACTIVE again, or it is cancelled',
  },
} as const satisfies RetryPolicies;
