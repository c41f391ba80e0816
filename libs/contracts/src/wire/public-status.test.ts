import test from 'ava';
import { PUBLIC_STATUS, PUBLIC_STATUSES, statusesOf } from './public-status.ts';

/** The specification's own table (States and transitions). */
const SPECIFIED = {
  pending: ['PENDING', 'WAITING_PAYMENT'],
  processing: ['PROCESSING'],
  paid: ['PAID', 'APPROVED'],
  failed: ['REFUSED'],
  cancelled: ['CANCELLED'],
  expired: ['EXPIRED'],
  refunded: ['REFUNDED'],
  disputed: ['CHARGEBACK', 'DISPUTE'],
} as const;

for (const [word, statuses] of Object.entries(SPECIFIED))
  test(`${word} is the public word of ${statuses.join(' and ')}, and of nothing else`, (t) => {
    t.deepEqual(statusesOf(word as keyof typeof SPECIFIED).toSorted(), statuses.toSorted());
  });

test('there is no other public word, and no other status', (t) => {
  t.deepEqual(PUBLIC_STATUSES.toSorted(), Object.keys(SPECIFIED).toSorted());
  t.deepEqual(Object.keys(PUBLIC_STATUS).toSorted(), Object.values(SPECIFIED).flat().toSorted());
});
