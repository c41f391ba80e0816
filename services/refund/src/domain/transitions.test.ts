import test from 'ava';
import { nextStatus, type RefundKind, type Status, type Trigger } from './transitions.ts';

const STATUSES: readonly Status[] = ['INITIATED', 'DROPPED', 'PENDING', 'IN_PROGRESS', 'REFUNDED', 'FAILED'];
const TRIGGERS: readonly Trigger[] = ['accept', 'drop', 'progress', 'confirm', 'fail', 'retry', 'settle'];

test('every move, legal or not', (t) => {
  for (const kind of ['REFUND', 'RETURN'] as const satisfies readonly RefundKind[]) {
    const rows = STATUSES.map((status) =>
      [status.padEnd(12), ...TRIGGERS.map((trigger) => `${trigger} ${nextStatus(kind, status, trigger) ?? '-'}`)].join(
        '  ',
      ),
    );
    t.snapshot(rows.join('\n'), kind);
  }
});
