import { cents, type EndToEndId, newId } from '@gx/core';
import test from 'ava';
import {
  arrival,
  arrived,
  changed,
  eventsFromStatus,
  NOW,
  OWNER,
  PAYER,
  PIX,
  pendingCharge,
  presentedCharge,
} from '../../test/pending-charge.ts';
import type { Charge } from './charge.ts';
import { beginCancel, beginClosing, type Closer, endClosing } from './close.ts';
import { endCreation } from './create.ts';
import { type ConfirmedPayment, decideConfirmed } from './decide-confirmed.ts';
import type { PayerVerdict } from './decide-payment.ts';
import { markPaid } from './mark-paid.ts';
import { heldPayment } from './review.ts';

const returnId = newId('refund');
const closer: Closer = { now: NOW, traceparent: null, returnId };
const pending = pendingCharge();
const waiting = presentedCharge(pending);
const locked: Charge = { ...waiting, expectedPayerTaxId: PAYER };
const paidBy = (charge: Charge, payer: PayerVerdict, change: Partial<ConfirmedPayment> = {}): Charge =>
  changed(decideConfirmed(charge, arrival(arrived('E1', { payer, ...change })), NOW));
const awaitingPosting = paidBy(waiting, 'match');
const paid = changed(markPaid(awaitingPosting, { endToEndId: 'E1' as EndToEndId }, NOW));
const held = paidBy(locked, 'unknown');
const wrongAmount = paidBy(waiting, 'match', { amount: cents(999) });
const expiring = changed(beginClosing(waiting, 'EXPIRED', NOW));
const cancelling = changed(beginClosing(waiting, 'CANCELLED', NOW));
const expired = changed(endClosing(expiring, 'us', closer));
const cancelled = changed(endClosing(cancelling, 'us', closer));

const EVERY = { pending, waiting, awaitingPosting, paid, held, wrongAmount, expiring, cancelling, expired, cancelled };
const MAY_CANCEL = new Set(['pending', 'waiting', 'held', 'wrongAmount', 'expiring', 'cancelling']);
const MAY_EXPIRE = new Set(['waiting', 'wrongAmount']);

for (const [name, charge] of Object.entries(EVERY)) {
  test(`a charge that is ${name} ${MAY_CANCEL.has(name) ? 'can be' : 'cannot be'} cancelled`, (t) => {
    t.is(beginCancel(charge, closer).kind === 'refused', !MAY_CANCEL.has(name));
  });
  test(`a charge that is ${name} ${MAY_EXPIRE.has(name) ? 'begins to' : 'does not begin to'} expire`, (t) => {
    const decision = beginClosing(charge, 'EXPIRED', NOW);
    t.is(decision.kind, MAY_EXPIRE.has(name) ? 'change' : 'keep');
  });
}

test('an intent is no event and shows in no status; the end is one event with the status before it', (t) => {
  t.deepEqual(eventsFromStatus(beginClosing(waiting, 'EXPIRED', NOW)), []);
  t.is(expiring.status, 'WAITING_PAYMENT');
  t.deepEqual(eventsFromStatus(endClosing(expiring, 'us', closer)), ['WAITING_PAYMENT charge.expired']);
  t.deepEqual(eventsFromStatus(endClosing(cancelling, 'us', closer)), ['WAITING_PAYMENT charge.failed']);
  t.is(expired.status, 'EXPIRED');
  t.is(cancelled.status, 'CANCELLED');
  t.is(expired.closing, null);
  t.is(endClosing(expired, 'us', closer).kind, 'keep');
});

test('a cancellation takes an expiry over that has not ended; an expiry takes nothing over', (t) => {
  const overtaken = changed(beginClosing(expiring, 'CANCELLED', NOW));
  t.is(changed(endClosing(overtaken, 'us', closer)).status, 'CANCELLED');
  t.is(beginClosing(cancelling, 'EXPIRED', NOW).kind, 'keep');
  t.is(beginClosing(cancelling, 'CANCELLED', NOW).kind, 'keep');
});

test('a charge that the bank took off by itself is refused, whatever it was about to become', (t) => {
  for (const charge of [expiring, cancelling]) {
    const decision = endClosing(charge, 'bank', closer);
    t.is(changed(decision).status, 'REFUSED');
    t.deepEqual(eventsFromStatus(decision), ['WAITING_PAYMENT charge.failed']);
  }
});

test('money that is accepted while a charge is being closed drops the intent in the same write', (t) => {
  for (const charge of [expiring, cancelling]) {
    const kept = paidBy(charge, 'match');
    t.is(kept.closing, null);
    t.is(endClosing(kept, 'us', closer).kind, 'keep');
  }
});

test('cancelling held money returns it and closes the charge in one write', (t) => {
  for (const decision of [
    beginCancel(held, closer),
    endClosing({ ...held, closing: cancelling.closing }, 'us', closer),
  ]) {
    const charge = changed(decision);
    t.is(charge.status, 'CANCELLED');
    t.is(charge.closing, null);
    t.is(heldPayment(charge), undefined);
    t.like(charge.payments[0]?.decision, { kind: 'returned', reason: 'CANCELLED_WHILE_HELD', returnId });
    t.deepEqual(eventsFromStatus(decision), [
      'PROCESSING charge.return_ordered',
      'PROCESSING charge.refund_progressed',
      'PROCESSING charge.failed',
    ]);
  }
});

test('an expiry leaves money that has come to be held to its review', (t) => {
  const charge = changed(endClosing({ ...held, closing: expiring.closing }, 'us', closer));
  t.is(charge.status, 'PROCESSING');
  t.is(charge.closing, null);
  t.not(heldPayment(charge), undefined);
});

test('a charge that is cancelled before it was presented is published; one that is given up is not', (t) => {
  const begun = changed(beginCancel(pending, closer));
  const decision = endCreation(begun, OWNER, { kind: 'cancel' }, NOW);
  t.deepEqual(eventsFromStatus(decision), ['PENDING charge.failed']);
  t.like(changed(decision), { status: 'CANCELLED', firstStatus: 'CANCELLED', closing: null });
  t.deepEqual(eventsFromStatus(endCreation(pending, OWNER, { kind: 'cancel' }, NOW)), []);
});

test('a creation that ends after it was to be cancelled is presented, and the intent stands', (t) => {
  const begun = changed(beginCancel(pending, closer));
  const presented = changed(endCreation(begun, OWNER, { kind: 'present', pix: PIX }, NOW));
  t.is(presented.status, 'WAITING_PAYMENT');
  t.is(presented.closing?.as, 'CANCELLED');
  const rejected = endCreation(begun, OWNER, { kind: 'reject', rejection: { code: 'x', message: 'y' } }, NOW);
  t.like(changed(rejected), { status: 'REJECTED', closing: null });
});
