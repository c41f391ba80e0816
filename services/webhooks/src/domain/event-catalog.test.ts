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

test('canonical names are described in the words of the specification, legacy ones point to their successors', (t) => {
  const described = (name: keyof typeof EVENT_CATALOG): string => EVENT_CATALOG[name].description;
  t.is(described('charge.created'), 'Charge created, awaiting payment.');
  t.is(described('charge.paid'), 'Charge paid and confirmed.');
  t.is(described('charge.failed'), 'Charge failed or was cancelled.');
  t.is(described('charge.expired'), 'Charge expired unpaid.');
  t.is(described('payout.created'), 'Withdrawal requested.');
  t.is(described('payout.paid'), 'Withdrawal settled.');
  t.is(described('payout.failed'), 'Withdrawal failed or was rejected.');
  t.regex(described('payment.completed'), /charge\.paid/);
  t.regex(described('withdrawal.completed'), /payout\.paid/);
});

test('every name of the specification can be subscribed to, and nothing else', (t) => {
  for (const name of [
    'charge.created',
    'charge.paid',
    'charge.failed',
    'charge.expired',
    'payout.created',
    'payout.paid',
    'payout.failed',
    'payment.created',
    'payment.completed',
    'payment.failed',
    'payment.expired',
    'payment.refunded',
    'withdrawal.*',
    'payment.status_changed',
    'withdrawal.status_changed',
  ])
    t.true(isSubscribable(name), name);
  for (const name of ['charge.payment_accepted', 'charge.*', 'payment.*', '', 'toString', '__proto__'])
    t.false(isSubscribable(name), name);
});

const subscriptionsOf = test.macro({
  exec(t, name: EventName, subscriptions: readonly string[]) {
    t.deepEqual(subscriptionsTaking(name) as string[], subscriptions);
  },
  title: (_, name: EventName, subscriptions: readonly string[]) => `${name} is taken by ${subscriptions.join(', ')}`,
});
test(subscriptionsOf, 'charge.paid', ['charge.paid']);
test(subscriptionsOf, 'payment.completed', ['payment.completed', 'payment.status_changed']);
test(subscriptionsOf, 'withdrawal.completed', ['withdrawal.completed', 'withdrawal.status_changed', 'withdrawal.*']);

test('each public event has at most one canonical name, its own, before its legacy names; money that goes back has none', (t) => {
  for (const [type, names] of Object.entries(DELIVERED_AS)) {
    const canonical = names.filter((name) => !isLegacy(name)) as string[];
    t.deepEqual(canonical, type === 'charge.refund_progressed' ? [] : [type], type);
    t.deepEqual(names.map(isLegacy), names.map(isLegacy).toSorted(), type);
    t.true(names.some(isLegacy), type);
  }
});
