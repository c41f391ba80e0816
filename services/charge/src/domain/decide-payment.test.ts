import { cents, type EndToEndId, newId } from '@gx/core';
import test from 'ava';
import fc from 'fast-check';
import {
  decidePayment,
  type Evidence,
  type Payable,
  type PaymentDecision,
  type ReceivedPix,
  type ReturnReason,
} from './decide-payment.ts';
import { nextStatus, type Status, TRANSITIONS, type Trigger } from './transitions.ts';

const expiresAt = new Date('2026-11-21T13:00:00.000Z');
const charge: Payable = { status: 'WAITING_PAYMENT', amount: cents(1_000), expiresAt, payments: [] };
const pix: ReceivedPix = {
  endToEndId: 'E1' as EndToEndId,
  amount: cents(1_000),
  paidAt: new Date('2026-11-21T12:00:00.000Z'),
};
const returnId = newId('refund');
const match: Evidence = { payer: 'match', returnedByBank: cents(0), returnId };
const after = (decision: PaymentDecision): Partial<Payable> => ({
  payments: [{ ...pix, endToEndId: 'E0' as EndToEndId, decision, decidedAt: expiresAt, returnedAt: null }],
});
const sentBack: PaymentDecision = { kind: 'returned', reason: 'AMOUNT_MISMATCH', returnId: newId('refund') };
const late = { paidAt: new Date(expiresAt.getTime() + 1) };
const mismatch = { payer: 'mismatch' } as const;
const unknown = { payer: 'unknown' } as const;
const gone = { returnedByBank: cents(1_000) } as const;

type Then = 'accepted' | 'held' | 'open' | ReturnReason;
const thenOf = (decision: PaymentDecision | null): Then => {
  if (decision === null) return 'open';
  return decision.kind === 'returned' ? decision.reason : decision.kind;
};
const decides = test.macro({
  exec(t, given: Partial<Payable>, when: Partial<ReceivedPix & Evidence>, then: Then) {
    const decision = decidePayment({ ...charge, ...given }, { ...pix, ...when }, { ...match, ...when });
    t.is(thenOf(decision), then);
    if (decision?.kind === 'returned' && when.endToEndId === undefined) t.is(decision.returnId, returnId);
  },
  title: (rule) => `a Pix: ${rule}`,
});

test('the exact amount in time is accepted', decides, {}, {}, 'accepted');
test('the last millisecond is in time', decides, {}, { paidAt: expiresAt }, 'accepted');
test('in time by the bank counts, even on an expired charge', decides, { status: 'EXPIRED' }, {}, 'accepted');
test('late by the bank is returned, even on a waiting charge', decides, {}, late, 'PAID_AFTER_EXPIRY');
test('a centavo too little is returned', decides, {}, { amount: cents(999) }, 'AMOUNT_MISMATCH');
test('a centavo too much is returned', decides, {}, { amount: cents(1_001) }, 'AMOUNT_MISMATCH');
test('late is late whatever its amount', decides, {}, { ...late, amount: cents(1) }, 'PAID_AFTER_EXPIRY');
test('a second one is a duplicate', decides, after({ kind: 'accepted' }), {}, 'DUPLICATE_PAYMENT');
test('a second one is a duplicate whatever its time', decides, after({ kind: 'accepted' }), late, 'DUPLICATE_PAYMENT');
test('a second one beside held money is a duplicate', decides, after({ kind: 'held' }), {}, 'DUPLICATE_PAYMENT');
test('after a returned one the right one is accepted', decides, after(sentBack), {}, 'accepted');
test('a cancelled charge takes nothing', decides, { status: 'CANCELLED' }, {}, 'CHARGE_CLOSED');
test('a charge that a wrong payer ended takes nothing', decides, { status: 'REFUNDED' }, {}, 'CHARGE_CLOSED');
test('a rejected charge takes nothing', decides, { status: 'REJECTED', expiresAt: null }, {}, 'CHARGE_CLOSED');
test('another payer than the lock names is returned, never credited', decides, {}, mismatch, 'PAYER_MISMATCH');
test('a payer that nobody knows is held', decides, {}, unknown, 'held');
test('before the payer was queried, nothing is decided', decides, {}, { payer: null }, 'open');
test('the lock holds on an expired charge too', decides, { status: 'EXPIRED' }, mismatch, 'PAYER_MISMATCH');
test('a late payment is late for any payer', decides, {}, { ...late, payer: null }, 'PAID_AFTER_EXPIRY');
test('a wrong amount is wrong for any payer', decides, {}, { ...mismatch, amount: cents(1) }, 'AMOUNT_MISMATCH');
test('what the bank gave back already is never accepted', decides, {}, gone, 'RETURNED_AT_BANK');
test('nor what it gave back a part of', decides, {}, { returnedByBank: cents(1) }, 'RETURNED_AT_BANK');
test('nor is its payer queried', decides, {}, { ...gone, payer: null }, 'RETURNED_AT_BANK');
test(
  'what the bank gave back keeps the reason it would have had',
  decides,
  {},
  { ...gone, ...late },
  'PAID_AFTER_EXPIRY',
);
test(
  'the same Pix again keeps its decision',
  decides,
  after({ kind: 'accepted' }),
  { endToEndId: 'E0' as EndToEndId },
  'accepted',
);
test(
  'a held Pix is held whatever is known of it here',
  decides,
  after({ kind: 'held' }),
  { endToEndId: 'E0' as EndToEndId, ...mismatch },
  'held',
);

/** Seen before that time had come. */
const stamped = { stampedAhead: [{ endToEndId: pix.endToEndId, paidAt: late.paidAt }] };
test('late by a time that was seen ahead is held for an operator', decides, stamped, late, 'held');
test('a payment of any payer', decides, stamped, { ...late, ...mismatch }, 'held');
test(
  'late by another time than was seen ahead is late',
  decides,
  stamped,
  { paidAt: new Date(expiresAt.getTime() + 2) },
  'PAID_AFTER_EXPIRY',
);
test('in time by another time than was seen ahead is accepted', decides, stamped, {}, 'accepted');
test(
  'a wrong amount goes back, whatever its time',
  decides,
  stamped,
  { ...late, amount: cents(999) },
  'AMOUNT_MISMATCH',
);
test('what the bank took back of it is not held', decides, stamped, { ...late, ...gone }, 'RETURNED_AT_BANK');
test(
  'a duplicate is one, whatever its time',
  decides,
  { ...stamped, ...after({ kind: 'accepted' }) },
  late,
  'DUPLICATE_PAYMENT',
);

const anything = fc.record({
  status: fc.constantFrom(...(Object.keys(TRANSITIONS) as Status[])),
  amount: fc.constantFrom(999, 1_000, 1_001).map(cents),
  minutesLeft: fc.constantFrom(-1, 0, 1),
  payer: fc.constantFrom('match', 'mismatch', 'unknown', null),
  returnedByBank: fc.constantFrom(cents(0), cents(400), cents(1_000)),
  earlier: fc.array(fc.constantFrom<PaymentDecision>({ kind: 'accepted' }, { kind: 'held' }, sentBack), {
    maxLength: 2,
  }),
});

test('money is accepted only in time, exact, alone, from the right payer, and while the bank has it', (t) => {
  fc.assert(
    fc.property(anything, ({ status, amount, minutesLeft, payer, returnedByBank, earlier }) => {
      const payments = earlier.map((decision, i) => ({
        ...pix,
        endToEndId: `earlier${i}` as EndToEndId,
        decision,
        decidedAt: expiresAt,
        returnedAt: null,
      }));
      const paidAt = new Date(expiresAt.getTime() - minutesLeft * 60_000);
      const one = decidePayment(
        { ...charge, status, payments },
        { ...pix, amount, paidAt },
        { payer, returnedByBank, returnId },
      );
      const taken = earlier.some(({ kind }) => kind !== 'returned');
      const open = ['PENDING', 'WAITING_PAYMENT', 'EXPIRED'].includes(status);
      const mayKeep = open && amount === 1_000 && minutesLeft >= 0 && returnedByBank === 0 && !taken;
      if (!mayKeep) return one?.kind === 'returned' && one.reason !== 'PAYER_MISMATCH';
      if (payer === null) return one === null;
      const kinds = { match: 'accepted', mismatch: 'returned', unknown: 'held' } as const;
      return one?.kind === kinds[payer];
    }),
    { numRuns: 2_000 },
  );
  t.pass();
});

test('the whole transition matrix, legal and illegal', (t) => {
  const statuses = Object.keys(TRANSITIONS) as Status[];
  const triggers = [...new Set(statuses.flatMap((status) => Object.keys(TRANSITIONS[status])))].toSorted() as Trigger[];
  const width = Math.max(...statuses.map(({ length }) => length));
  const table = (awaitingPosting: boolean): string =>
    statuses
      .map((from) =>
        [
          from.padEnd(width),
          ...triggers.map((trigger) => `${trigger}→${nextStatus(from, trigger, awaitingPosting) ?? '·'}`),
        ].join('  '),
      )
      .join('\n');
  t.snapshot(table(false), 'no payment is on its way to the wallet');
  t.snapshot(table(true), 'an accepted payment is on its way to the wallet');
});
