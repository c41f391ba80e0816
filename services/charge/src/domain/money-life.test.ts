import { cents, type EndToEndId, newId } from '@gx/core';
import test from 'ava';
import fc from 'fast-check';
import {
  arrival,
  arrived,
  changed,
  NOW,
  numbered,
  PAYER,
  pendingCharge,
  presentedCharge,
} from '../../test/pending-charge.ts';
import { type BankReturnStatus, bankReturnsOf, sentBackOf } from './bank-return.ts';
import type { Charge, ChargeEvent, Decision, RefundStatus } from './charge.ts';
import { decideConfirmed, openQuestion } from './decide-confirmed.ts';
import type { PayerVerdict } from './decide-payment.ts';
import { markPaid } from './mark-paid.ts';
import { recordBankReturns } from './record-bank-returns.ts';
import { progressRefund, progressReturn } from './refund-progress.ts';
import { endReview, heldPayment, type ReviewEnd } from './review.ts';
import { nextStatus, TRANSITIONS, type Trigger } from './transitions.ts';

const context = { now: NOW, traceparent: null };
const AMOUNT = cents(1_000);

const charge = (isLocked: boolean): Charge =>
  pendingCharge({
    customer: { name: 'Maria' },
    ...(isLocked ? { expectedPayerTaxId: PAYER } : {}),
  });
const waitingFor = (isLocked: boolean): Charge => presentedCharge(charge(isLocked));
const waiting = waitingFor(true);
const heldBy = (on: Charge): Charge => changed(decide(on, arrived('E1', { payer: 'unknown' })));
const decide = (on: Charge, ...payments: Parameters<typeof arrival>): Decision =>
  decideConfirmed(on, arrival(...payments), NOW);
const reject: ReviewEnd = { kind: 'return', reason: 'PAYER_UNKNOWN', returnId: newId('refund'), decidedBy: 'maria' };

test('a locked charge asks who paid only what would otherwise be accepted, one question at a time', (t) => {
  const late = arrived('E1', { paidAt: new Date('2026-11-21T13:00:00.001Z') });
  const wrong = arrived('E2', { amount: cents(1) });
  const [first, second] = [arrived('E3'), arrived('E4')];
  t.is(openQuestion(waiting, arrival(late, wrong, second, first), NOW)?.endToEndId, 'E3' as EndToEndId);
  t.is(openQuestion(waiting, arrival(late, wrong), NOW), undefined);
  t.is(openQuestion(waiting, arrival({ ...first, payer: 'unknown' }, second), NOW), undefined);
  t.is(openQuestion(waitingFor(false), arrival(first), NOW), undefined);
});

test('what hangs on who paid is left out, and a creation is not completed by a question', (t) => {
  t.is(decide(waiting, arrived('E1')).kind, 'keep');
  t.is(decide(charge(true), arrived('E1')).kind, 'keep');
  const some = changed(decide(waiting, arrived('E1'), arrived('E2', { amount: cents(1) })));
  t.deepEqual(
    some.payments.map(({ endToEndId }) => endToEndId as string),
    ['E2'],
  );
});

test('a wrong payer ends a waiting charge and no other', (t) => {
  const wrong = arrival(arrived('E1', { payer: 'mismatch' }));
  const ended = decideConfirmed(waiting, wrong, NOW);
  t.deepEqual(numbered(ended), ['2 charge.return_ordered', '3 charge.refund_progressed']);
  t.is(changed(ended).status, 'REFUNDED');
  const expired = decideConfirmed({ ...waiting, status: 'EXPIRED' }, wrong, NOW);
  t.deepEqual(numbered(expired), ['2 charge.return_ordered', '3 charge.refund_progressed']);
  t.is(changed(expired).status, 'EXPIRED');
  const created = decideConfirmed(charge(true), wrong, NOW);
  t.deepEqual(numbered(created), ['1 charge.created', '2 charge.return_ordered', '3 charge.refund_progressed']);
  t.is(changed(created).firstStatus, 'WAITING_PAYMENT');
});

test('an intent to close does not keep timely money out', (t) => {
  const closing = { ...waiting, closing: { as: 'CANCELLED', at: NOW } as const };
  t.is(changed(decide(closing, arrived('E1', { payer: 'match' }))).settlement?.endToEndId, 'E1' as never);
});

test('held money changes once: accepted, returned by the bank’s word or an operator’s, or by a cancellation', (t) => {
  const held = heldBy(waiting);
  t.is(held.status, 'PROCESSING');
  const accept = endReview(held, { kind: 'accept', decidedBy: null }, context);
  t.deepEqual(numbered(accept), ['3 charge.payment_accepted']);
  t.is(changed(accept).status, 'PROCESSING');
  t.is(changed(markPaid(changed(accept), { endToEndId: 'E1' as EndToEndId }, NOW)).status, 'PAID');
  const rejected = endReview(held, reject, context);
  t.deepEqual(numbered(rejected), ['3 charge.return_ordered', '4 charge.refund_progressed']);
  t.is(changed(rejected).status, 'REFUNDED');
  for (const ended of [accept, rejected]) t.is(endReview(changed(ended), reject, context).kind, 'keep');
  const cancelled = endReview(held, { ...reject, reason: 'CANCELLED_WHILE_HELD', decidedBy: null }, context);
  t.deepEqual(numbered(cancelled), ['3 charge.return_ordered', '4 charge.refund_progressed']);
  t.is(changed(cancelled).status, 'PROCESSING');
});

test('the bank’s later word ends a review; what it does not know leaves it open', (t) => {
  const held = heldBy(waiting);
  for (const payer of [null, 'unknown'] as const) t.is(decide(held, arrived('E1', { payer })).kind, 'keep');
  t.deepEqual(numbered(decide(held, arrived('E1', { payer: 'match' }))), ['3 charge.payment_accepted']);
  const both = decide(held, arrived('E1', { payer: 'mismatch' }), arrived('E2', { payer: 'match' }));
  t.deepEqual(
    changed(both).payments.map(({ decision }) => decision.kind === 'returned' && decision.reason),
    ['PAYER_MISMATCH', 'CHARGE_CLOSED'],
  );
});

test('on an expired charge a second payer may still be the right one', (t) => {
  const held = heldBy({ ...waiting, status: 'EXPIRED' });
  t.is(held.status, 'EXPIRED');
  const rejected = changed(endReview(held, reject, context));
  t.is(rejected.status, 'EXPIRED');
  const again = changed(decide(rejected, arrived('E2', { payer: 'unknown' })));
  t.is(again.review?.endToEndId, 'E2' as EndToEndId);
  t.is(
    changed(endReview(again, { kind: 'accept', decidedBy: 'maria' }, context)).settlement?.endToEndId,
    'E2' as never,
  );
});

test('what the bank gave back before we saw it is noted as returned, with nothing ordered and no bank queried', (t) => {
  const gone = decide(waiting, arrived('E1', { returnedByBank: AMOUNT }));
  t.deepEqual(numbered(gone), []);
  t.like(changed(gone), { status: 'WAITING_PAYMENT', payments: [{ returnedAt: NOW }] });
});

test('a part that the bank gave back for good before we saw the Pix: the rest is ordered back, and the charge goes on as if unpaid', (t) => {
  const ended = decide(waiting, arrived('E1', { returnedByBank: cents(400) }));
  t.deepEqual(numbered(ended), ['2 charge.return_ordered', '3 charge.refund_progressed']);
  const [payment] = changed(ended).payments;
  t.like(payment, { decision: { reason: 'RETURNED_AT_BANK' }, returnedByBank: 400, returnedAt: null });
  t.is(changed(ended).status, 'WAITING_PAYMENT');
  const update = ended.kind === 'change' ? ended.events[1] : undefined;
  t.like(update, { refund: { amount: AMOUNT - 400, status: 'PENDING', initiator: 'automatic' } });
});

test('a held Pix of which the bank takes a part is ordered back, and the rest is published to the merchant', (t) => {
  const held = heldBy(waiting);
  const ended = decide(held, arrived('E1', { payer: null, returnedByBank: cents(400) }));
  t.like(changed(ended).payments[0], { decision: { reason: 'PAYER_UNKNOWN' }, returnedByBank: 400 });
});

test('a return is published in each of its statuses once, whatever comes twice or late (A6)', (t) => {
  const ended = changed(decide(waiting, arrived('E1', { payer: 'mismatch' })));
  const [payment] = ended.payments;
  if (payment?.decision.kind !== 'returned') throw new Error('no return');
  const update = { returnId: payment.decision.returnId, endToEndId: payment.endToEndId };
  const acknowledged = progressReturn(ended, { ...update, status: 'PENDING' }, NOW);
  t.deepEqual(numbered(acknowledged), []);
  t.like(changed(acknowledged).payments[0], { acknowledgedAt: NOW, returnedAt: null });
  t.is(progressReturn(changed(acknowledged), { ...update, status: 'PENDING' }, NOW).kind, 'keep');
  const moving = progressReturn(changed(acknowledged), { ...update, status: 'IN_PROGRESS' }, NOW);
  t.deepEqual(numbered(moving), ['4 charge.refund_progressed']);
  const failed = progressReturn(changed(moving), { ...update, status: 'FAILED' }, NOW);
  t.deepEqual(numbered(failed), ['5 charge.refund_progressed']);
  for (const before of [ended, changed(moving), changed(failed)]) {
    const back = progressReturn(before, { ...update, status: 'REFUNDED' }, NOW);
    t.deepEqual(numbered(back), [`${before.sequence + 1} charge.refund_progressed`]);
    t.like(changed(back).payments[0], { acknowledgedAt: NOW, returnedAt: NOW, returnStatus: 'REFUNDED' });
    for (const status of ['PENDING', 'IN_PROGRESS', 'FAILED', 'REFUNDED'] as const)
      t.is(progressReturn(changed(back), { ...update, status }, NOW).kind, 'keep');
  }
  t.is(progressReturn(ended, { ...update, returnId: newId('refund'), status: 'REFUNDED' }, NOW).kind, 'mismatch');
  t.is(progressReturn(ended, { ...update, endToEndId: 'E9' as EndToEndId, status: 'REFUNDED' }, NOW).kind, 'mismatch');
});

function paidCharge(): Charge {
  const accepted = changed(decide(waitingFor(false), arrived('E0')));
  return changed(markPaid(accepted, { endToEndId: 'E0' as EndToEndId }, NOW));
}

type Step = (on: Charge) => Decision | { readonly kind: 'mismatch' };
const REFUNDS = [300, 700, 1_000].map((amount) => ({ id: newId('refund'), amount: cents(amount) }));
const BANK_RETURNS = [300, 700].map((amount, nth) => ({
  id: newId('refund'),
  endToEndId: 'E0' as EndToEndId,
  devolutionId: `MED${nth}`,
  amount: cents(amount),
  reason: 'MED_FRAUD' as const,
}));
const arriving = fc
  .record({
    id: fc.constantFrom('E1', 'E2', 'E3'),
    amount: fc.constantFrom(AMOUNT, AMOUNT, AMOUNT - 1),
    minute: fc.constantFrom(1, 59, 61),
    payer: fc.constantFrom<PayerVerdict | null>('match', 'mismatch', 'unknown', null),
    goneAtBank: fc.constantFrom(false, false, false, true),
  })
  .map(({ id, amount, minute, ...evidence }): Step => {
    const paidAt = new Date(NOW.getTime() + minute * 60_000);
    const one = arrived(id, { amount: cents(amount), paidAt, ...evidence });
    return (on) => decide(on, one);
  });
const ending = fc.constantFrom<Step>(
  (on) => endReview(on, { kind: 'accept', decidedBy: 'maria' }, context),
  (on) => endReview(on, { ...reject, returnId: newId('refund') }, context),
);
const posting = fc.constant<Step>((on) =>
  markPaid(on, { endToEndId: on.settlement?.endToEndId ?? ('E0' as EndToEndId) }, NOW),
);
const refunding = fc
  .record({
    refund: fc.constantFrom(...REFUNDS),
    status: fc.constantFrom<RefundStatus>('PENDING', 'IN_PROGRESS', 'REFUNDED', 'FAILED'),
  })
  .map(
    ({ refund, status }): Step =>
      (on) =>
        progressRefund(on, { ...refund, status, initiator: 'merchant' }, NOW),
  );
const takenBack = fc
  .record({
    bankReturn: fc.constantFrom(...BANK_RETURNS),
    status: fc.constantFrom<BankReturnStatus>('IN_PROGRESS', 'REFUNDED', 'FAILED'),
  })
  .map(
    ({ bankReturn, status }): Step =>
      (on) =>
        recordBankReturns(on, [{ ...bankReturn, status }], NOW),
  );
const expiring = fc.constant<Step>((on) =>
  on.status === 'WAITING_PAYMENT' && on.settlement === null
    ? { kind: 'change', charge: { ...on, status: 'EXPIRED' }, events: [] }
    : { kind: 'keep' },
);
const life = fc.array(fc.oneof(arriving, arriving, ending, posting, refunding, takenBack, expiring), { maxLength: 25 });

const TRIGGERS = [...new Set(Object.values(TRANSITIONS).flatMap((row) => Object.keys(row)))] as Trigger[];
const isArrow = (from: Charge, to: Charge): boolean =>
  from.status === to.status || TRIGGERS.some((trigger) => nextStatus(from.status, trigger, false) === to.status);
const count = (events: readonly ChargeEvent[], type: ChargeEvent['type']) =>
  events.filter((one) => one.type === type).length;

/** Why a life broke a rule; undefined for a good one. */
function broken(start: Charge, steps: readonly Step[]): string | undefined {
  let on = start;
  const events: ChargeEvent[] = [];
  for (const step of steps) {
    const decision = step(on);
    if (decision.kind !== 'change') continue;
    const next = decision.charge;
    if (!isArrow(on, next)) return `${on.status} became ${next.status}`;
    for (const [at, before] of on.payments.entries()) {
      const later = next.payments[at]?.decision.kind;
      if (before.decision.kind !== 'held' && before.decision.kind !== later) return 'a decision changed';
    }
    for (const { id, status } of on.refunds) {
      const later = next.refunds.find((refund) => refund.id === id)?.status;
      if ((status === 'REFUNDED' || status === 'FAILED') && later !== status) return 'a refund that was over changed';
    }
    for (const { id, status } of bankReturnsOf(on)) {
      const later = bankReturnsOf(next).find((one) => one.id === id)?.status;
      if (status === 'REFUNDED' && later !== status) return 'what the bank had taken came back';
    }
    events.push(...decision.events);
    on = next;
  }
  const news = events.flatMap((one) =>
    one.type === 'charge.refund_progressed' ? [`${one.refund.id} ${one.refund.status}`] : [],
  );
  return new Set(news).size < news.length ? 'a step of a refund is published twice' : brokenAtTheEnd(on, events);
}

function brokenAtTheEnd(on: Charge, events: readonly ChargeEvent[]): string | undefined {
  const kinds = on.payments.map(({ decision }) => decision.kind);
  const returned = on.payments.filter(
    ({ decision, returnedAt }) => decision.kind === 'returned' && returnedAt === null,
  );
  const confirmed = on.refunds
    .filter(({ status }) => status === 'REFUNDED')
    .reduce((sum, { amount }) => sum + amount, 0);
  const isHeld = heldPayment(on) !== undefined;
  const rules: Readonly<Record<string, boolean>> = {
    'an end-to-end id has two payments': new Set(on.payments.map((one) => one.endToEndId)).size === on.payments.length,
    'two are kept': kinds.filter((kind) => kind !== 'returned').length <= 1,
    'accepted without a settlement': kinds.includes('accepted') === (on.settlement !== null),
    'not one order for each return': count(events, 'charge.return_ordered') === returned.length,
    'accepted is published more than once': count(events, 'charge.payment_accepted') <= Number(on.settlement !== null),
    'processing without held or accepted money': on.status !== 'PROCESSING' || isHeld || on.settlement !== null,
    'held on a charge that takes no money': !isHeld || on.status === 'PROCESSING' || on.status === 'EXPIRED',
    'paid without a posting': (on.status === 'PAID') <= (on.settlement?.postedAt != null),
    'refunded more than paid': confirmed <= AMOUNT,
    'all is back and it is not refunded': sentBackOf(on) >= AMOUNT <= (on.status === 'REFUNDED'),
    'a bank return of money that is not credited': bankReturnsOf(on).length === 0 || on.settlement?.postedAt != null,
    'a bank return is not published to ledger and refund':
      count(events, 'charge.returned_by_bank') >= bankReturnsOf(on).length,
    'a gap in the numbers': events.every(({ sequence }, at) => sequence === (events[0]?.sequence ?? 0) + at),
    'a review is open without held money': (on.review !== null && on.review.endedAt === null) === isHeld,
  };
  return Object.entries(rules).find(([, holds]) => !holds)?.[0];
}

test('whatever comes in whatever order: each Pix is credited once, held, or ordered back once', (t) => {
  const starts = { locked: waiting, free: waitingFor(false), paid: paidCharge() };
  fc.assert(
    fc.property(fc.constantFrom('locked', 'free', 'paid'), life, (start, steps) => {
      const why = broken(starts[start], steps);
      if (why !== undefined) throw new Error(why);
    }),
    { numRuns: 5_000 },
  );
  t.pass();
});
