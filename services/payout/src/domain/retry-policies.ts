import { type RetryPolicies, TRANSFER_POLICIES } from '@gx/core';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** When a payout is looked at again. Due times are the database's. */
export const RETRY_POLICIES = {
  ...TRANSFER_POLICIES,
  returns: {
    what: 'a look at a payout that arrived: a Pix may be sent back for 90 days (pix.md, 1.4)',
    waitsMs: [10 * SECOND, 10 * MINUTE, 6 * HOUR, DAY, 6 * DAY, 23 * DAY, 60 * DAY],
    isLastRepeated: false,
    until: 'all of it is back, or the last look; a callback of the bank brings a look at any time',
  },
  turn: {
    what: 'a payout at a bank that sends one Pix at a time, while another one is under way',
    waitsMs: [SECOND, 2 * SECOND, 5 * SECOND, 15 * SECOND, 30 * SECOND],
    isLastRepeated: true,
    until: 'its turn has come; the end of the one before it makes it due at once',
  },
} as const satisfies RetryPolicies;
