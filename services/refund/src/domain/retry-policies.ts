import { type RetryPolicies, TRANSFER_POLICIES } from '@gx/core';

const MINUTE = 60_000;

/** When a refund or return is looked at again. Due times are the database's. */
export const RETRY_POLICIES = {
  ...TRANSFER_POLICIES,
  nextId: {
    what: 'a return under its second, third, … bank id',
    waitsMs: [MINUTE, 10 * MINUTE],
    isLastRepeated: false,
    until: 'it is done; after the last one a person decides',
  },
} as const satisfies RetryPolicies;
