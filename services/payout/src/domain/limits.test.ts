import { cents } from '@gx/core';
import test from 'ava';
import { isNewDestination, likenessOf, limitRefusal, perPaymentRefusal, plannedNight, sharesOf } from './limits.ts';

const local = (text: string): Date => new Date(`${text}-03:00`);
const NOON = local('2026-11-20T12:00:00');
const payout = { amount: cents(500), destinationIdentity: 'dest', createdAt: NOON, scheduledFor: null };
const LIMITS = { perPayment: 1_000, perDay: 10_000, perNight: 1_000, newDestination: 2_000 };
const namesOf = (one: Parameters<typeof sharesOf>[0], firstPaidAt: Date | null = null): string[] =>
  sharesOf(one, LIMITS, firstPaidAt).map(({ total, by, max }) => `${total} ${by} of ${max}`);

test('by day a payout counts in its day and, to a new destination, there', (t) => {
  t.deepEqual(namesOf(payout), ['payout_per_day:2026-11-20 500 of 10000', 'payout_new_destination:dest 500 of 2000']);
});

test('one that is scheduled counts in the local day and night of its sending', (t) => {
  const scheduledFor = local('2026-12-02T01:30:00');
  t.deepEqual(namesOf({ ...payout, scheduledFor }), [
    'payout_per_day:2026-12-02 500 of 10000',
    'payout_per_night:2026-12-01 500 of 1000',
    'payout_new_destination:dest 500 of 2000',
  ]);
  t.is(plannedNight({ ...payout, scheduledFor }), '2026-12-01');
});

test('what no limit bounds is counted without a maximum', (t) => {
  t.deepEqual(sharesOf(payout, {}, null), [
    { total: 'payout_per_day:2026-11-20', by: cents(500) },
    { total: 'payout_new_destination:dest', by: cents(500) },
  ]);
});

test('a destination is new until 24 hours after something first arrived there, at the moment of sending', (t) => {
  const paid = (text: string): Date => local(text);
  t.true(isNewDestination(payout, null));
  t.true(isNewDestination(payout, paid('2026-11-19T12:00:00.001')));
  t.false(isNewDestination(payout, paid('2026-11-19T12:00:00.000')));
  t.false(isNewDestination({ ...payout, scheduledFor: local('2026-11-21T12:00:00') }, NOON));
  t.is(namesOf(payout, paid('2026-11-01T12:00:00')).length, 1);
});

test('the limit of one payout needs no sum', (t) => {
  t.is(perPaymentRefusal(1_000, LIMITS), undefined);
  t.is(perPaymentRefusal(1_001, LIMITS)?.more.reason, 'payout_per_payment');
  t.is(perPaymentRefusal(999_999_999_999, {}), undefined);
});

test('a refusal names its limit', (t) => {
  for (const reason of ['payout_per_day', 'payout_per_night', 'payout_new_destination'] as const) {
    const refusal = limitRefusal(`${reason}:2026-11-20`);
    t.is(refusal.code, 'fraud.payout_limit_exceeded');
    t.is(refusal.more.reason, reason);
  }
});

test('alike is the same destination and amount within ten minutes, unless both are meant', (t) => {
  const like = likenessOf({ ...payout, allowDuplicate: false });
  t.deepEqual(like, { name: 'dest:500', at: NOON, notSince: local('2026-11-20T11:50:00') });
  t.deepEqual(likenessOf({ ...payout, allowDuplicate: true }), { name: 'dest:500', at: NOON });
});
