import test from 'ava';
import { nextStatus, type PayoutStatus, type PayoutTrigger, TRANSITIONS } from './transitions.ts';

const TRIGGERS: readonly PayoutTrigger[] = [
  'accept',
  'wait',
  'drop',
  'send',
  'reject',
  'cancel',
  'confirm',
  'fail',
  'return',
];

test('every move, legal or not', (t) => {
  const rows = (Object.keys(TRANSITIONS) as PayoutStatus[]).map((status) =>
    [status.padEnd(10), ...TRIGGERS.map((trigger) => `${trigger} ${nextStatus(status, trigger) ?? '-'}`)].join('  '),
  );
  t.snapshot(rows.join('\n'));
});
