import { Refusal } from '@gx/core';
import test from 'ava';
import type { z } from 'zod';
import { chargeList } from './charge-list.ts';
import { deliveryList } from './delivery-list.ts';
import { eventList } from './event-list.ts';
import { parsed } from './issues.ts';
import { logList } from './log-list.ts';
import { paymentList } from './payment-list.ts';
import { paymentMetricsQuery, paymentStatsQuery } from './payment-statistics.ts';
import { payoutList } from './payout-list.ts';

type Numbers = { readonly schema: z.ZodType; readonly most: number; readonly usual: number };
/** How many are asked for at most, and how many there are when nobody says. */
const LIMITS: Readonly<Record<string, Numbers & { readonly param: string }>> = {
  'a list of charges': { schema: chargeList, param: 'limit', most: 100, usual: 25 },
  'a list of payments': { schema: paymentList, param: 'limit', most: 100, usual: 20 },
  'a list of payouts': { schema: payoutList, param: 'limit', most: 100, usual: 25 },
  'a list of deliveries': { schema: deliveryList, param: 'limit', most: 100, usual: 25 },
  'a list of events': { schema: eventList, param: 'limit', most: 100, usual: 25 },
  'request logs and audit events': { schema: logList, param: 'limit', most: 100, usual: 25 },
  'the days of statistics': { schema: paymentStatsQuery, param: 'days', most: 365, usual: 7 },
  'the days of metrics': { schema: paymentMetricsQuery, param: 'days', most: 365, usual: 7 },
};

for (const [what, { schema, param, most, usual }] of Object.entries(LIMITS))
  test(`${what}: 1 to ${most}, ${usual} by default, and never quietly less`, (t) => {
    const numberOf = (query: object) => (parsed(schema, query) as Record<string, unknown>)[param];
    t.is(numberOf({}), usual);
    for (const fits of [1, most]) t.is(numberOf({ [param]: String(fits) }), fits);
    for (const bad of [0, most + 1]) {
      const error = t.throws(() => numberOf({ [param]: String(bad) }), { instanceOf: Refusal });
      t.deepEqual([error?.code, error?.more.param], ['invalid_request', param]);
    }
  });

test('a page of payments ends at the 100000th at the latest, whatever its length', (t) => {
  const page = (at: number, limit: number) => parsed(paymentList, { page: String(at), limit: String(limit) });
  for (const [at, limit] of [
    [1_000, 100],
    [100_000, 1],
    [99_999, 1],
  ] as const)
    t.like(page(at, limit), { page: at, limit });
  for (const [at, limit] of [
    [1_001, 100],
    [100_001, 1],
    // 11 pages of 9,091 would be one too many: here 3,704 of 27.
    [3_704, 27],
  ] as const)
    t.is(t.throws(() => page(at, limit), { instanceOf: Refusal })?.more.param, 'page');
});
