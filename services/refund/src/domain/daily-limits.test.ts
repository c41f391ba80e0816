import { cents } from '@gx/core';
import test from 'ava';
import { dailyShares, sumMaxBySales, sumTotalOf, velocityExceeded } from './daily-limits.ts';

const refund = { createdAt: new Date('2026-11-29T12:00:00.000Z'), currency: 'BRL', limits: {} };
const shares = (change: Parameters<typeof dailyShares>[0] | object = {}, counted: object = {}) =>
  dailyShares(
    { ...refund, ...change },
    { amount: cents(500), sumMax: undefined, newDestination: undefined, ...counted },
  );

test('without limits it is counted all the same, and never refused', (t) => {
  t.deepEqual(shares(), [
    { total: 'refund_count_per_day:2026-11-29', by: 1, max: undefined },
    { total: 'refund_sum_per_day:2026-11-29:BRL', by: 500, max: undefined },
  ]);
});

test('each limit bounds its own total; a key counts by its name', (t) => {
  const limits = { countPerDay: 3, newDestinationsPerDay: 2 };
  t.deepEqual(
    shares({ limits }, { sumMax: cents(900), newDestination: 'k' }).map(({ max }) => max),
    [3, 900, 2],
  );
  t.like(shares({ limits }, { newDestination: 'k' }).at(-1), { by: 1, once: 'k' });
});

const day = test.macro({
  exec: (t, createdAt: string, expected: string) =>
    t.true(shares({ createdAt: new Date(createdAt) }).every(({ total }) => total.includes(`:${expected}`))),
  title: (_, createdAt, expected) => `ordered at ${createdAt}, then it counts on ${expected} in São Paulo`,
});
test(day, '2026-11-29T02:59:59.999Z', '2026-11-28');
test(day, '2026-11-29T03:00:00.000Z', '2026-11-29');
test(day, '2026-11-30T02:59:59.999Z', '2026-11-29');

test('each currency has a sum of its own', (t) => {
  t.not(sumTotalOf({ ...refund, currency: 'EUR' }), sumTotalOf(refund));
});

const sales = test.macro({
  exec: (t, sold: number, expected: number) => t.is(sumMaxBySales(cents(sold), cents(1_000_000)), cents(expected)),
  title: (_, sold, expected) => `sales of ${sold} in 30 days allow ${expected}`,
});
test(sales, 0, 1_000_000);
test(sales, 14_999_999, 1_000_000);
test(sales, 15_000_015, 1_000_001);
test(sales, 30_000_000, 2_000_000);
test(sales, 29_999_999, 1_999_999);

const refused = test.macro({
  exec: (t, total: string, reason: string, param: string | undefined) => {
    const { code, more } = velocityExceeded(total);
    t.deepEqual([code, more.reason, more.param], ['fraud.refund_velocity_exceeded', reason as never, param]);
  },
  title: (_, total) => `over ${total}, then the refusal names the limit`,
});
test(refused, 'refund_count_per_day:2026-11-29', 'refund_count_per_day', undefined);
test(refused, 'refund_sum_per_day:2026-11-29:BRL', 'refund_sum_per_day', undefined);
test(refused, 'refund_new_destinations:2026-11-29', 'refund_new_destinations', 'destinationKey');
