import test from 'ava';
import { nextStatus, type Status, TRANSITIONS, type Trigger } from './transitions.ts';

const TRIGGERS: readonly Trigger[] = [
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
  const rows = (Object.keys(TRANSITIONS) as Status[]).map((status) =>
    [status.padEnd(10), ...TRIGGERS.map((trigger) => `${trigger} ${nextStatus(status, trigger) ?? '-'}`)].join('  '),
  );
  t.snapshot(rows.join('\n'));
});
