import { cents, type EndToEndId, newId, type Txid } from '@gx/core';
import test from 'ava';
import fc from 'fast-check';
import type { Charge, Decision, PixCode } from './charge.ts';
import { chargeView, firstView } from './charge-view.ts';
import { endCreation, newCharge, recall } from './create.ts';
import { type Arrived, receive } from './receive.ts';
import { post } from './settle.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const later = new Date('2026-11-21T12:00:01.000Z');
const OWNER = 'owner';
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
  OWNER,
);
const payment = (id: string, change: Partial<Arrived> = {}): Arrived => ({
  endToEndId: id as EndToEndId,
  amount: cents(1_000),
  settledAt: new Date('2026-11-21T12:30:00.000Z'),
  payer: null,
  goneAtBank: false,
  returnId: newId('refund'),
  ...change,
});
const arrival = (...payments: Arrived[]) => ({ payments, pix, traceparent: null });

/** The charge after a decision that must change it. */
function after(decision: Decision | { kind: 'misfit' }): Charge {
  if (decision.kind !== 'change') throw new Error(`expected a change, got ${decision.kind}`);
  return decision.charge;
}
const typesOf = (decision: Decision): string[] =>
  decision.kind === 'change' ? decision.events.map(({ type, sequence }) => `${sequence} ${type}`) : [];
const waiting = after(endCreation(pending, OWNER, { kind: 'present', pix }, now));

test('the owner of a creation presents it once; whoever lost the lease writes nothing', (t) => {
  t.is(waiting.status, 'WAITING_PAYMENT');
  t.is(endCreation(pending, 'somebody else', { kind: 'present', pix }, now).kind, 'keep');
  t.is(endCreation(waiting, OWNER, { kind: 'cancel' }, now).kind, 'keep');
});

test('a charge closed before it was presented is announced to nobody', (t) => {
  const rejected = endCreation(pending, OWNER, { kind: 'reject', rejection: { code: 'x', message: 'y' } }, now);
  t.is(after(rejected).status, 'REJECTED');
  t.deepEqual(typesOf(rejected), []);
  t.deepEqual(typesOf(endCreation(pending, OWNER, { kind: 'cancel' }, now)), []);
});

test('a key answers by its charge: another request, in flight, rejected or answered', (t) => {
  t.is(recall(pending, 'v1:b'), 'other_request');
  t.is(recall(pending, 'v1:a'), 'in_flight');
  t.is(recall(waiting, 'v1:a'), 'answered');
  t.is(recall({ ...pending, status: 'REJECTED' }, 'v1:a'), 'rejected');
});

test('money for a charge that is still being created completes it in the same write, with both events', (t) => {
  const decision = receive(pending, arrival(payment('E1')), now);
  t.deepEqual(typesOf(decision), ['1 charge.created', '2 charge.receipt_accepted']);
  t.is(after(decision).status, 'WAITING_PAYMENT');
  t.is(after(decision).creation.owner, null);
});

test('money is not judged before the bank has shown the charge', (t) => {
  t.is(receive(pending, { payments: [payment('E1')], pix: null, traceparent: null }, now).kind, 'keep');
});

test('of several payments the one that settled first is accepted, whatever order they came in', (t) => {
  const early = payment('E2', { settledAt: new Date('2026-11-21T12:10:00.000Z') });
  const charge = after(receive(waiting, arrival(payment('E1'), early), now));
  t.is(charge.settlement?.endToEndId, 'E2' as EndToEndId);
  t.deepEqual(
    charge.receipts.map(({ endToEndId, disposition }) => [endToEndId, disposition.kind]),
    [
      ['E2' as EndToEndId, 'accepted'],
      ['E1' as EndToEndId, 'returned'],
    ],
  );
});

test('the same money again changes nothing', (t) => {
  const charge = after(receive(waiting, arrival(payment('E1')), now));
  t.is(receive(charge, arrival(payment('E1'), payment('E1')), later).kind, 'keep');
});

test('money that the bank lists twice in one answer is disposed of once', (t) => {
  const accepted = after(receive(waiting, arrival(payment('E1'), payment('E1')), now));
  t.is(accepted.receipts.length, 1);
  t.is(accepted.settlement?.endToEndId, 'E1' as EndToEndId);
  const wrong = payment('E2', { amount: cents(999) });
  t.is(after(receive(waiting, arrival(wrong, wrong), now)).receipts.length, 1);
});

test('a posting turns the charge paid once, with the bank’s time of the payment', (t) => {
  const accepted = after(receive(waiting, arrival(payment('E1')), now));
  const decision = post(accepted, { endToEndId: 'E1' as EndToEndId }, later);
  const paid = after(decision);
  t.is(paid.status, 'PAID');
  t.deepEqual(typesOf(decision as Decision), ['3 charge.paid']);
  t.is(post(paid, { endToEndId: 'E1' as EndToEndId }, later).kind, 'keep');
  t.is(post(waiting, { endToEndId: 'E1' as EndToEndId }, later).kind, 'misfit');
  t.is(post(accepted, { endToEndId: 'E9' as EndToEndId }, later).kind, 'misfit');
  const view = chargeView(paid, { publicBaseUrl: 'https://a', checkoutBaseUrl: 'https://b' });
  t.like(view, { status: 'PAID', endToEndId: 'E1', paidAtMs: payment('E1').settledAt.getTime() });
  t.like(firstView(paid, { publicBaseUrl: 'https://a', checkoutBaseUrl: 'https://b' }), { status: 'WAITING_PAYMENT' });
  t.false('endToEndId' in firstView(paid, { publicBaseUrl: 'https://a', checkoutBaseUrl: 'https://b' }));
});

test('accepted money shows in no answer until it is in the wallet', (t) => {
  const accepted = after(receive(waiting, arrival(payment('E1')), now));
  const view = chargeView(accepted, { publicBaseUrl: 'https://a', checkoutBaseUrl: 'https://b' });
  t.is(view.status, 'WAITING_PAYMENT');
  t.false('endToEndId' in view || 'paidAtMs' in view);
});

type Step =
  | { readonly kind: 'receive'; readonly pix: Arrived }
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
        pix: payment(id, { amount: cents(amount), settledAt: new Date(now.getTime() + minute * 60_000) }),
      }),
    ),
  fc.constantFrom<Step>({ kind: 'post' }, { kind: 'present' }, { kind: 'cancel' }),
);

function take(charge: Charge, step: Step): Charge {
  const decision =
    step.kind === 'receive'
      ? receive(charge, arrival(step.pix), now)
      : step.kind === 'post'
        ? post(charge, { endToEndId: charge.settlement?.endToEndId ?? ('E0' as EndToEndId) }, now)
        : endCreation(charge, OWNER, step.kind === 'present' ? { kind: 'present', pix } : { kind: 'cancel' }, now);
  if (decision.kind !== 'change') return charge;
  const numbered = decision.events.map(({ sequence }) => sequence);
  if (numbered.some((sequence, i) => sequence !== charge.sequence + 1 + i)) throw new Error('a gap in the numbering');
  return decision.charge;
}

test('whatever comes in whatever order: at most one receipt is accepted, each Pix is disposed of once, numbers have no gap', (t) => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 12 }), (taken) => {
      const charge = taken.reduce(take, pending);
      const ids = charge.receipts.map(({ endToEndId }) => endToEndId);
      const accepted = charge.receipts.filter(({ disposition }) => disposition.kind === 'accepted');
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
