import { cents, type EndToEndId } from '@gx/core';
import test from 'ava';
import fc from 'fast-check';
import {
  arrival,
  arrived,
  changed,
  NOW,
  numbered,
  OWNER,
  PIX,
  pendingCharge,
  presentedCharge,
} from '../../test/pending-charge.ts';
import type { Charge } from './charge.ts';
import { chargeView, firstView } from './charge-view.ts';
import { endCreation, findByKey } from './create.ts';
import { type ConfirmedPayment, decideConfirmed } from './decide-confirmed.ts';
import { markPaid } from './mark-paid.ts';

const later = new Date('2026-11-21T12:00:01.000Z');
const pending = pendingCharge();
const waiting = presentedCharge(pending);
const payment = (id: string, change: Partial<ConfirmedPayment> = {}): ConfirmedPayment =>
  arrived(id, { paidAt: new Date('2026-11-21T12:30:00.000Z'), ...change });

test('the owner of a creation presents it once; an owner that lost the lease writes nothing', (t) => {
  t.is(waiting.status, 'WAITING_PAYMENT');
  t.is(endCreation(pending, 'somebody else', { kind: 'present', pix: PIX }, NOW).kind, 'keep');
  t.is(endCreation(waiting, OWNER, { kind: 'cancel' }, NOW).kind, 'keep');
});

test('a charge closed before it was presented is announced to nobody', (t) => {
  const rejected = endCreation(pending, OWNER, { kind: 'reject', rejection: { code: 'x', message: 'y' } }, NOW);
  t.is(changed(rejected).status, 'REJECTED');
  t.deepEqual(numbered(rejected), []);
  t.deepEqual(numbered(endCreation(pending, OWNER, { kind: 'cancel' }, NOW)), []);
});

test('a key answers by its charge: another request, in flight, rejected or answered', (t) => {
  t.is(findByKey(pending, 'v1:b'), 'other_request');
  t.is(findByKey(pending, 'v1:a'), 'in_flight');
  t.is(findByKey(waiting, 'v1:a'), 'answered');
  t.is(findByKey({ ...pending, status: 'REJECTED' }, 'v1:a'), 'rejected');
});

test('money for a charge that is still being created completes it in the same write, with both events', (t) => {
  const decision = decideConfirmed(pending, arrival(payment('E1')), NOW);
  t.deepEqual(numbered(decision), ['1 charge.created', '2 charge.payment_accepted']);
  t.is(changed(decision).status, 'WAITING_PAYMENT');
  t.is(changed(decision).creation.owner, null);
});

test('money is not judged before the bank has shown the charge', (t) => {
  t.is(decideConfirmed(pending, { payments: [payment('E1')], pix: null, traceparent: null }, NOW).kind, 'keep');
});

test('of several payments the one that settled first is accepted, whatever order they came in', (t) => {
  const early = payment('E2', { paidAt: new Date('2026-11-21T12:10:00.000Z') });
  const charge = changed(decideConfirmed(waiting, arrival(payment('E1'), early), NOW));
  t.is(charge.settlement?.endToEndId, 'E2' as EndToEndId);
  t.deepEqual(
    charge.payments.map(({ endToEndId, decision }) => [endToEndId, decision.kind]),
    [
      ['E2' as EndToEndId, 'accepted'],
      ['E1' as EndToEndId, 'returned'],
    ],
  );
});

test('the same money again changes nothing', (t) => {
  const charge = changed(decideConfirmed(waiting, arrival(payment('E1')), NOW));
  t.is(decideConfirmed(charge, arrival(payment('E1'), payment('E1')), later).kind, 'keep');
});

test('money that the bank lists twice in one answer is decided about once', (t) => {
  const accepted = changed(decideConfirmed(waiting, arrival(payment('E1'), payment('E1')), NOW));
  t.is(accepted.payments.length, 1);
  t.is(accepted.settlement?.endToEndId, 'E1' as EndToEndId);
  const wrong = payment('E2', { amount: cents(999) });
  t.is(changed(decideConfirmed(waiting, arrival(wrong, wrong), NOW)).payments.length, 1);
});

test('a posting turns the charge paid once, with the bank’s time of the payment', (t) => {
  const accepted = changed(decideConfirmed(waiting, arrival(payment('E1')), NOW));
  const decision = markPaid(accepted, { endToEndId: 'E1' as EndToEndId }, later);
  const paid = changed(decision);
  t.is(paid.status, 'PAID');
  t.deepEqual(numbered(decision), ['3 charge.paid']);
  t.is(markPaid(paid, { endToEndId: 'E1' as EndToEndId }, later).kind, 'keep');
  t.is(markPaid(waiting, { endToEndId: 'E1' as EndToEndId }, later).kind, 'mismatch');
  t.is(markPaid(accepted, { endToEndId: 'E9' as EndToEndId }, later).kind, 'mismatch');
  const view = chargeView(paid, { publicBaseUrl: 'https://a', checkoutBaseUrl: 'https://b' });
  t.like(view, { status: 'PAID', endToEndId: 'E1', paidAtMs: payment('E1').paidAt.getTime() });
  t.like(firstView(paid, { publicBaseUrl: 'https://a', checkoutBaseUrl: 'https://b' }), { status: 'WAITING_PAYMENT' });
  t.is(firstView(paid, { publicBaseUrl: 'https://a', checkoutBaseUrl: 'https://b' }).endToEndId, undefined);
});

test('accepted money shows in no answer until it is in the wallet', (t) => {
  const accepted = changed(decideConfirmed(waiting, arrival(payment('E1')), NOW));
  const view = chargeView(accepted, { publicBaseUrl: 'https://a', checkoutBaseUrl: 'https://b' });
  t.is(view.status, 'WAITING_PAYMENT');
  t.deepEqual([view.endToEndId, view.paidAtMs], [undefined, undefined]);
});

type Step =
  | { readonly kind: 'receive'; readonly pix: ConfirmedPayment }
  | { readonly kind: 'post' }
  | { readonly kind: 'present' }
  | { readonly kind: 'cancel' };
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc
    .record({
      id: fc.constantFrom('E1', 'E2', 'E3'),
      amount: fc.constantFrom(1_000, 999),
      minute: fc.constantFrom(1, 59, 61),
    })
    .map(
      ({ id, amount, minute }): Step => ({
        kind: 'receive',
        pix: payment(id, { amount: cents(amount), paidAt: new Date(NOW.getTime() + minute * 60_000) }),
      }),
    ),
  fc.constantFrom<Step>({ kind: 'post' }, { kind: 'present' }, { kind: 'cancel' }),
);

function take(charge: Charge, step: Step): Charge {
  const decision =
    step.kind === 'receive'
      ? decideConfirmed(charge, arrival(step.pix), NOW)
      : step.kind === 'post'
        ? markPaid(charge, { endToEndId: charge.settlement?.endToEndId ?? ('E0' as EndToEndId) }, NOW)
        : endCreation(charge, OWNER, step.kind === 'present' ? { kind: 'present', pix: PIX } : { kind: 'cancel' }, NOW);
  if (decision.kind !== 'change') return charge;
  const numbered = decision.events.map(({ sequence }) => sequence);
  if (numbered.some((sequence, i) => sequence !== charge.sequence + 1 + i)) throw new Error('a gap in the numbering');
  return decision.charge;
}

test('whatever comes in whatever order: at most one payment is accepted, each Pix is decided about once, numbers have no gap', (t) => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 12 }), (taken) => {
      const charge = taken.reduce(take, pending);
      const ids = charge.payments.map(({ endToEndId }) => endToEndId);
      const accepted = charge.payments.filter(({ decision }) => decision.kind === 'accepted');
      return (
        new Set(ids).size === ids.length &&
        accepted.length <= 1 &&
        (accepted.length === 1) === (charge.settlement !== null) &&
        (charge.status === 'PAID') === (charge.settlement?.postedAt != null)
      );
    }),
  );
  t.pass();
});
