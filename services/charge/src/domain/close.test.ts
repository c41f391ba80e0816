import { cents, type EndToEndId, newId, type Txid } from '@gx/core';
import test from 'ava';
import type { Charge, Decision, PixCode } from './charge.ts';
import { type BeginDecision, beginCancel, beginClosing, type Closer, endClosing } from './close.ts';
import { endCreation, newCharge } from './create.ts';
import type { PayerVerdict } from './dispose.ts';
import { type Arrived, receive } from './receive.ts';
import { heldReceipt } from './review.ts';
import { post } from './settle.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const returnId = newId('refund');
const closer: Closer = { now, traceparent: null, returnId };
const pix: PixCode = { brCode: '000201', expiresAt: new Date('2026-11-21T13:00:00.000Z') };
const pending: Charge = newCharge(
  {
    id: newId('charge'),
    tenant: { accountId: newId('account'), livemode: false },
    surface: 'CHARGES',
    idempotencyKey: 'key-00001',
    requestHash: 'v1:a',
    amount: cents(1_000),
    currency: 'BRL',
    paymentMethods: ['PIX'],
    customerId: null,
    webhookUrl: null,
    customer: {},
    expectedPayerTaxId: null,
    metadataJson: '{}',
    fees: { provider: cents(10), platform: cents(10) },
    settlementDelaySeconds: 0,
    bank: { profileId: 'bank', txid: 't'.repeat(32) as Txid, body: '{}' },
    traceparent: null,
    createdAt: now,
  },
  'owner',
);

function after(decision: Decision | BeginDecision | { kind: 'misfit' }): Charge {
  if (decision.kind !== 'change') throw new Error(`expected a change, got ${decision.kind}`);
  return decision.charge;
}
const told = (decision: Decision | BeginDecision): string[] =>
  decision.kind === 'change' ? decision.events.map(({ type, previousStatus }) => `${previousStatus} ${type}`) : [];

const waiting = after(endCreation(pending, 'owner', { kind: 'present', pix }, now));
const locked: Charge = { ...waiting, expectedPayerTaxId: '52998224725' as never };
const paidBy = (charge: Charge, payer: PayerVerdict, change: Partial<Arrived> = {}): Charge => {
  const arrived: Arrived = {
    endToEndId: 'E1' as EndToEndId,
    amount: cents(1_000),
    settledAt: now,
    payer,
    goneAtBank: false,
    returnId: newId('refund'),
    ...change,
  };
  return after(receive(charge, { payments: [arrived], pix, traceparent: null }, now));
};
const clearing = paidBy(waiting, 'match');
const paid = after(post(clearing, { endToEndId: 'E1' as EndToEndId }, now));
const held = paidBy(locked, 'unknown');
const wrongAmount = paidBy(waiting, 'match', { amount: cents(999) });
const expiring = after(beginClosing(waiting, 'EXPIRED', now));
const cancelling = after(beginClosing(waiting, 'CANCELLED', now));
const expired = after(endClosing(expiring, 'us', closer));
const cancelled = after(endClosing(cancelling, 'us', closer));

const EVERY = { pending, waiting, clearing, paid, held, wrongAmount, expiring, cancelling, expired, cancelled };
const MAY_CANCEL = new Set(['pending', 'waiting', 'held', 'wrongAmount', 'expiring', 'cancelling']);
const MAY_EXPIRE = new Set(['waiting', 'wrongAmount']);

for (const [name, charge] of Object.entries(EVERY)) {
  test(`a charge that is ${name} ${MAY_CANCEL.has(name) ? 'can be' : 'cannot be'} cancelled`, (t) => {
    t.is(beginCancel(charge, closer).kind === 'refused', !MAY_CANCEL.has(name));
  });
  test(`a charge that is ${name} ${MAY_EXPIRE.has(name) ? 'begins to' : 'does not begin to'} expire`, (t) => {
    const decision = beginClosing(charge, 'EXPIRED', now);
    t.is(decision.kind, MAY_EXPIRE.has(name) ? 'change' : 'keep');
  });
}

test('an intent is no event and shows in no status; the end is one event with the status before it', (t) => {
  t.deepEqual(told(beginClosing(waiting, 'EXPIRED', now)), []);
  t.is(expiring.status, 'WAITING_PAYMENT');
  t.deepEqual(told(endClosing(expiring, 'us', closer)), ['WAITING_PAYMENT charge.expired']);
  t.deepEqual(told(endClosing(cancelling, 'us', closer)), ['WAITING_PAYMENT charge.failed']);
  t.is(expired.status, 'EXPIRED');
  t.is(cancelled.status, 'CANCELLED');
  t.is(expired.closing, null);
  t.is(endClosing(expired, 'us', closer).kind, 'keep');
});

test('a cancellation takes an expiry over that has not ended; an expiry takes nothing over', (t) => {
  const overtaken = after(beginClosing(expiring, 'CANCELLED', now));
  t.is(after(endClosing(overtaken, 'us', closer)).status, 'CANCELLED');
  t.is(beginClosing(cancelling, 'EXPIRED', now).kind, 'keep');
  t.is(beginClosing(cancelling, 'CANCELLED', now).kind, 'keep');
});

test('a charge that the bank took off by itself is refused, whatever it was about to become', (t) => {
  for (const charge of [expiring, cancelling]) {
    const decision = endClosing(charge, 'bank', closer);
    t.is(after(decision).status, 'REFUSED');
    t.deepEqual(told(decision), ['WAITING_PAYMENT charge.failed']);
  }
});

test('money that is accepted while a charge is being closed drops the intent in the same write', (t) => {
  for (const charge of [expiring, cancelling]) {
    const kept = paidBy(charge, 'match');
    t.is(kept.closing, null);
    t.is(endClosing(kept, 'us', closer).kind, 'keep');
    t.is(endClosing({ ...kept, closing: charge.closing }, 'us', closer).kind, 'change', 'of an earlier version');
    t.is(after(endClosing({ ...kept, closing: charge.closing }, 'us', closer)).status, 'WAITING_PAYMENT');
  }
});

test('cancelling held money returns it and closes the charge in one write', (t) => {
  for (const decision of [
    beginCancel(held, closer),
    endClosing({ ...held, closing: cancelling.closing }, 'us', closer),
  ]) {
    const charge = after(decision);
    t.is(charge.status, 'CANCELLED');
    t.is(charge.closing, null);
    t.is(heldReceipt(charge), undefined);
    t.like(charge.receipts[0]?.disposition, { kind: 'returned', reason: 'CANCELLED_WHILE_HELD', returnId });
    t.deepEqual(told(decision), ['PROCESSING charge.return_ordered', 'PROCESSING charge.failed']);
  }
});

test('an expiry leaves money that has come to be held to its review', (t) => {
  const charge = after(endClosing({ ...held, closing: expiring.closing }, 'us', closer));
  t.is(charge.status, 'PROCESSING');
  t.is(charge.closing, null);
  t.not(heldReceipt(charge), undefined);
});

test('a charge that is cancelled before it was presented is told of; one that is given up is not', (t) => {
  const asked = after(beginCancel(pending, closer));
  const decision = endCreation(asked, 'owner', { kind: 'cancel' }, now);
  t.deepEqual(told(decision), ['PENDING charge.failed']);
  t.like(after(decision), { status: 'CANCELLED', firstStatus: 'CANCELLED', closing: null });
  t.deepEqual(told(endCreation(pending, 'owner', { kind: 'cancel' }, now)), []);
});

test('a creation that ends after it was to be cancelled is presented, and the intent stands', (t) => {
  const asked = after(beginCancel(pending, closer));
  const presented = after(endCreation(asked, 'owner', { kind: 'present', pix }, now));
  t.is(presented.status, 'WAITING_PAYMENT');
  t.is(presented.closing?.as, 'CANCELLED');
  const rejected = endCreation(asked, 'owner', { kind: 'reject', rejection: { code: 'x', message: 'y' } }, now);
  t.like(after(rejected), { status: 'REJECTED', closing: null });
});
