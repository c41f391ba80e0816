import type { RetryPolicies } from '@gx/core';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** When what a bank or another service left undone is tried again. Due times are the database's. */
export const RETRY_POLICIES = {
  creation: {
    what: 'a creation whose outcome the bank did not say (pix.md, section 3)',
    waitsMs: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE],
    isLastRepeated: true,
    until: 'the bank says, or the time to give it up: then it is cancelled there',
  },
  callback: {
    what: 'a callback whose query to the bank failed',
    waitsMs: [2 * SECOND, 10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE],
    isLastRepeated: true,
    until: 'the bank says: money is not given up',
  },
  closing: {
    what: 'a closing that the bank leaves open',
    minMs: 2 * SECOND,
    maxMs: 10 * MINUTE,
    until: 'nobody can pay the charge any more',
  },
  options: {
    what: 'other options of a charge that a provider did not open or close',
    minMs: 5 * SECOND,
    maxMs: 10 * MINUTE,
    until: 'they are open while the payer may choose, and over afterwards',
  },
  payer: {
    what: 'the question who paid held money, first sent 5 s after it was held',
    waitsMs: [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR],
    isLastRepeated: true,
    until: 'the bank says, or a day is over: then an operator ends it',
  },
  recheck: {
    what: 'a look at the bank that failed, after a charge was closed before it was presented',
    waitsMs: [MINUTE],
    isLastRepeated: true,
    until: 'the bank answered, a minute after the end and an hour after that',
  },
  disputeAnswer: {
    what: 'what a merchant says of a case that its bank did not answer',
    waitsMs: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
    isLastRepeated: true,
    until: 'the bank has it, or declines it: then an operator brings it there',
  },
} as const satisfies RetryPolicies;
