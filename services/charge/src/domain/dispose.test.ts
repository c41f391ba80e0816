import { cents, type EndToEndId } from '@gx/core';
import test from 'ava';
import { type Disposition, dispose, type Payable, type PixReceived, type ReturnReason } from './dispose.ts';
import { nextStatus, type Status, TRANSITIONS, type Trigger } from './transitions.ts';

const expiresAt = new Date('2026-11-21T13:00:00.000Z');
const charge: Payable = { status: 'WAITING_PAYMENT', amount: cents(1_000), expiresAt, receipts: [] };
const pix: PixReceived = {
  endToEndId: 'E1' as EndToEndId,
  amount: cents(1_000),
  settledAt: new Date('2026-11-21T12:00:00.000Z'),
};
const after = (disposition: Disposition): Partial<Payable> => ({
  receipts: [{ ...pix, endToEndId: 'E0' as EndToEndId, disposition, disposedAt: expiresAt }],
});
const late = { settledAt: new Date(expiresAt.getTime() + 1) };

const disposes = test.macro({
  exec(t, given: Partial<Payable>, when: Partial<PixReceived>, then: 'accepted' | ReturnReason) {
    const disposition = dispose({ ...charge, ...given }, { ...pix, ...when });
    t.is(disposition.kind === 'returned' ? disposition.reason : disposition.kind, then);
  },
  title: (rule) => `a Pix: ${rule}`,
});

test('the exact amount in time is accepted', disposes, {}, {}, 'accepted');
test('the last millisecond is in time', disposes, {}, { settledAt: expiresAt }, 'accepted');
test('in time by the bank counts, even on an expired charge', disposes, { status: 'EXPIRED' }, {}, 'accepted');
test('late by the bank is returned, even on a waiting charge', disposes, {}, late, 'PAID_AFTER_EXPIRY');
test('a centavo too little is returned', disposes, {}, { amount: cents(999) }, 'AMOUNT_MISMATCH');
test('a centavo too much is returned', disposes, {}, { amount: cents(1_001) }, 'AMOUNT_MISMATCH');
test('late is late whatever its amount', disposes, {}, { ...late, amount: cents(1) }, 'PAID_AFTER_EXPIRY');
test('a second one is a duplicate', disposes, after({ kind: 'accepted' }), {}, 'DUPLICATE_PAYMENT');
test('a second one is a duplicate whatever its time', disposes, after({ kind: 'accepted' }), late, 'DUPLICATE_PAYMENT');
test(
  'after a returned one the right one is accepted',
  disposes,
  after({ kind: 'returned', reason: 'AMOUNT_MISMATCH' }),
  {},
  'accepted',
);
test('a cancelled charge takes nothing', disposes, { status: 'CANCELLED' }, {}, 'CHARGE_CLOSED');
test('a rejected charge takes nothing', disposes, { status: 'REJECTED', expiresAt: null }, {}, 'CHARGE_CLOSED');
test(
  'the same Pix again keeps its disposition',
  disposes,
  after({ kind: 'accepted' }),
  { endToEndId: 'E0' as EndToEndId },
  'accepted',
);

test('the whole transition matrix, legal and illegal', (t) => {
  const statuses = Object.keys(TRANSITIONS) as Status[];
  const triggers = [...new Set(statuses.flatMap((status) => Object.keys(TRANSITIONS[status])))].toSorted() as Trigger[];
  const width = Math.max(...statuses.map(({ length }) => length));
  const table = (clearing: boolean): string =>
    statuses
      .map((from) =>
        [
          from.padEnd(width),
          ...triggers.map((trigger) => `${trigger}→${nextStatus(from, trigger, clearing) ?? '·'}`),
        ].join('  '),
      )
      .join('\n');
  t.snapshot(table(false), 'no receipt is on its way to the wallet');
  t.snapshot(table(true), 'an accepted receipt is on its way to the wallet');
});
