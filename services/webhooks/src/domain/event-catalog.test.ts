import test from 'ava';
import {
  DELIVERED_AS,
  EVENT_CATALOG,
  type EventName,
  isLegacy,
  isSubscribable,
  subscriptionsTaking,
} from './event-catalog.ts';

test('the catalog has the seven canonical names and marks every other as legacy', (t) => {
  const canonical = Object.entries(EVENT_CATALOG).filter(([, row]) => !('legacy' in row));
  t.deepEqual(
    canonical.map(([name]) => name),
    [
      'charge.created',
      'charge.paid',
      'charge.failed',
      'charge.expired',
      'payout.created',
      'payout.paid',
      'payout.failed',
    ],
  );
});

test('every name of the specification can be subscribed to, and nothing else', (t) => {
  for (const name of [
    'payment.expired',
    'payment.refunded',
    'withdrawal.*',
    'payment.status_changed',
    'withdrawal.status_changed',
  ])
    t.true(isSubscribable(name), name);
  for (const name of ['charge.receipt_accepted', 'charge.*', 'payment.*', '', 'toString', '__proto__'])
    t.false(isSubscribable(name), name);
});

const takes = test.macro({
  exec(t, name: EventName, subscriptions: readonly string[]) {
    t.deepEqual(subscriptionsTaking(name) as string[], subscriptions);
  },
  title: (_, name: EventName, subscriptions: readonly string[]) => `${name} is taken by ${subscriptions.join(', ')}`,
});
test(takes, 'charge.paid', ['charge.paid']);
test(takes, 'payment.completed', ['payment.completed', 'payment.status_changed']);
test(takes, 'withdrawal.completed', ['withdrawal.completed', 'withdrawal.status_changed', 'withdrawal.*']);

test('each public event is delivered once per family: one canonical name, one legacy name', (t) => {
  for (const names of Object.values(DELIVERED_AS)) t.deepEqual(names.map(isLegacy), [false, true]);
});
