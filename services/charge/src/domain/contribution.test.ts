import { type Cents, cents, type EndToEndId, newId } from '@gx/core';
import test from 'ava';
import type { RefundProgress, Settlement } from './charge.ts';
import { type Countable, contribution, mayContributeAnew, type Part } from './contribution.ts';
import { type Status, TRANSITIONS } from './transitions.ts';

const createdAt = new Date('2026-11-20T23:59:58.000Z');
const SAME_DAY = new Date('2026-11-20T23:59:59.999Z');
const NEXT_DAY = new Date('2026-11-21T00:00:00.000Z');

const settled = (paidAt: Date, postedAt: Date | null = NEXT_DAY): Settlement => ({
  endToEndId: 'E1' as EndToEndId,
  paidAt,
  acceptedAt: NEXT_DAY,
  sequence: 2,
  traceparent: null,
  postedAt,
});
const refund = (amount: number, status: RefundProgress['status']): RefundProgress => ({
  id: newId('refund'),
  amount: cents(amount),
  status,
});
const charge = (status: Status, change: Partial<Countable> = {}): Countable => ({
  status,
  firstStatus: null,
  amount: 1_000 as Cents,
  currency: 'BRL',
  fees: { provider: cents(10), platform: cents(20) },
  createdAt,
  settlement: null,
  refunds: [],
  method: 'PIX',
  ...change,
});
const on = (hour: string, sums: Part['sums'], paidInSlot: number | null = null): Part => ({
  hour,
  method: 'PIX',
  currency: 'BRL',
  sums,
  paidInSlot,
});
const PAYMENT = { paid: 1, gross: 1_000, providerFees: 10, platformFees: 20 };
/** 1,999 ms fall into the slot that begins with 1,984; midnight is exactly 2,000 ms later. */
const [SLOT_SAME_DAY, SLOT_NEXT_DAY] = [127, 127];

const contributes = test.macro({
  exec: (t, what: Countable, parts: readonly Part[]) => t.deepEqual([...contribution(what)], [...parts]),
  title: (title = '') => title,
});

test('a charge that is being created counts nowhere', contributes, charge('PENDING'), []);
test(
  'a charge that was shown to its merchant before the bank answered is created, and waits',
  contributes,
  charge('PENDING', { firstStatus: 'PENDING' }),
  [on('2026-11-20T23', { created: 1, waitingPayment: 1 })],
);
test('a charge that the bank declined counts nowhere', contributes, charge('REJECTED'), []);
for (const [status, sum] of [
  ['WAITING_PAYMENT', 'waitingPayment'],
  ['PROCESSING', 'waitingPayment'],
  ['EXPIRED', 'expired'],
  ['CANCELLED', 'cancelled'],
  ['REFUSED', 'refused'],
] as const)
  test(`${status} is created and ${sum}`, contributes, charge(status), [on('2026-11-20T23', { created: 1, [sum]: 1 })]);
test(
  'a charge of another payer, given back without ever being paid, is refunded and no volume',
  contributes,
  charge('REFUNDED'),
  [on('2026-11-20T23', { created: 1, refundedWhole: 1 })],
);
test(
  'money that is accepted and not in the wallet yet does not count',
  contributes,
  charge('WAITING_PAYMENT', { settlement: settled(SAME_DAY, null) }),
  [on('2026-11-20T23', { created: 1, waitingPayment: 1 })],
);
for (const status of ['PAID', 'APPROVED', 'DISPUTE', 'CHARGEBACK'] as const)
  test(`${status} was paid, whatever its status now`, contributes, charge(status, { settlement: settled(SAME_DAY) }), [
    on('2026-11-20T23', { created: 1, converted: 1, ...PAYMENT }, SLOT_SAME_DAY),
  ]);
test(
  'paid after the hour: created in one, paid in the next',
  contributes,
  charge('PAID', { settlement: settled(NEXT_DAY) }),
  [on('2026-11-20T23', { created: 1, converted: 1 }), on('2026-11-21T00', PAYMENT, SLOT_NEXT_DAY)],
);
test(
  'a refund counts once it is confirmed, in the hour of the payment; the volume stays',
  contributes,
  charge('PAID', {
    settlement: settled(NEXT_DAY),
    refunds: [refund(100, 'REFUNDED'), refund(200, 'FAILED'), refund(300, 'PENDING'), refund(50, 'REFUNDED')],
  }),
  [
    on('2026-11-20T23', { created: 1, converted: 1 }),
    on('2026-11-21T00', { ...PAYMENT, refunded: 150 }, SLOT_NEXT_DAY),
  ],
);
test(
  'a charge that was paid and given back whole stays paid, and is refunded',
  contributes,
  charge('REFUNDED', { settlement: settled(SAME_DAY), refunds: [refund(1_000, 'REFUNDED')] }),
  [on('2026-11-20T23', { created: 1, refundedWhole: 1, converted: 1, ...PAYMENT, refunded: 1_000 }, SLOT_SAME_DAY)],
);
test(
  'fees of nothing leave no trace',
  contributes,
  charge('PAID', { settlement: settled(SAME_DAY), fees: { provider: cents(0), platform: cents(0) } }),
  [on('2026-11-20T23', { created: 1, converted: 1, paid: 1, gross: 1_000 }, SLOT_SAME_DAY)],
);

/** As a charge of this status is as a rule. */
const typical = (status: Status): Countable =>
  charge(
    status,
    ['PAID', 'APPROVED', 'DISPUTE', 'CHARGEBACK'].includes(status) ? { settlement: settled(NEXT_DAY) } : {},
  );

test('every legal move that changes what a charge contributes is noticed', (t) => {
  const moves = Object.entries(TRANSITIONS).flatMap(([from, row]) =>
    Object.values(row).map((to) => [from as Status, to as Status] as const),
  );
  t.true(moves.length > 20);
  for (const [from, to] of moves) {
    const before = typical(from);
    const kept = before.settlement === null ? {} : { settlement: before.settlement };
    const after = { ...typical(to), ...kept };
    if (JSON.stringify(contribution(before)) !== JSON.stringify(contribution(after)))
      t.true(mayContributeAnew(before, after), `${from} to ${to}`);
  }
});

test('whatever stands, a charge is created and one of: waiting, ever paid, expired, cancelled, refused, or given back unpaid', (t) => {
  for (const status of Object.keys(TRANSITIONS) as Status[]) {
    const sums = Object.assign({}, ...contribution(typical(status)).map((part) => part.sums));
    const { created = 0, waitingPayment = 0, converted = 0, expired = 0, cancelled = 0, refused = 0 } = sums;
    const unpaid = converted === 0 ? (sums.refundedWhole ?? 0) : 0;
    t.is(created, waitingPayment + converted + expired + cancelled + refused + unpaid, status);
  }
});

test('a change that cannot contribute anything else is not noticed: what is never counted costs nothing', (t) => {
  const waiting = charge('WAITING_PAYMENT');
  t.false(mayContributeAnew(waiting, { ...waiting }));
  t.false(mayContributeAnew(waiting, { ...waiting, settlement: settled(SAME_DAY, null) }));
  t.false(mayContributeAnew(charge('PENDING'), charge('REJECTED')));
  t.true(mayContributeAnew(charge('PENDING'), waiting));
  t.true(mayContributeAnew(charge('PENDING'), charge('PENDING', { firstStatus: 'PENDING' })));
});
