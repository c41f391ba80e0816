import { newId, refundBankId } from '@gx/core';
import test from 'ava';
import { isOurRefund } from './our-refund.ts';

const NOW = new Date();
const heard = newId('refund');
const refunds = [{ id: heard, amount: 500 as never, status: 'FAILED' as const }];
/** A refund's id as it was made so many milliseconds ago. */
const madeAgo = (ms: number): string =>
  (NOW.getTime() - ms).toString(16).padStart(12, '0') + refundBankId(heard).slice(12);

const CASES = {
  'a refund that the charge has heard of is ours, however it ended': [refundBankId(heard), true],
  'one that was made a moment ago is ours: the charge may be yet to hear of it': [madeAgo(1_000), true],
  'one made like ours that the charge ought to have heard of is not': [madeAgo(2 * 3_600_000), false],
  'the bank’s own name for a devolution is not': ['D0000000020261124', false],
  'a random UUID is not': ['9f0335de8dcc40549bf90dbd61d36906', false],
} as const;

for (const [rule, [id, isOurs]] of Object.entries(CASES)) {
  test(rule, (t) => t.is(isOurRefund({ refunds }, id, NOW), isOurs));
}
