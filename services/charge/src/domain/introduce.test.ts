import { cents, newId, type Txid } from '@gx/core';
import test from 'ava';
import type { Charge, Decision } from './charge.ts';
import { endCreation, introduce, newCharge, recall } from './create.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const OWNER = 'me';
const pix = { brCode: '000201', expiresAt: new Date('2026-11-21T13:00:00.000Z') };
const pending = newCharge(
  {
    id: newId('charge'),
    tenant: { accountId: newId('account'), livemode: false },
    surface: 'PAYMENTS',
    idempotencyKey: 'key-00001',
    requestHash: 'v1:a',
    amount: cents(1_000),
    currency: 'BRL',
    paymentMethods: ['PIX'],
    customer: {},
    customerId: null,
    webhookUrl: null,
    expectedPayerTaxId: null,
    metadataJson: '{}',
    fees: { provider: cents(10), platform: cents(10) },
    settlementDelaySeconds: 0,
    bank: { profileId: 'sim', txid: 'a'.repeat(32) as Txid, body: '{}' },
    traceparent: null,
    createdAt: now,
  },
  OWNER,
);
const after = (decision: Decision): Charge => {
  if (decision.kind !== 'change') throw new Error('it kept');
  return decision.charge;
};
const told = (decision: Decision): string[] =>
  decision.kind === 'change' ? decision.events.map(({ type, previousStatus }) => `${previousStatus} ${type}`) : [];
const known = after(introduce(pending));
const rejection = { code: 'x', message: 'no' };

test('a charge is introduced once, while it is pending, and nobody else hears of it', (t) => {
  t.like(known, { status: 'PENDING', firstStatus: 'PENDING', sequence: 0 });
  t.deepEqual(told(introduce(pending)), []);
  t.is(introduce(known).kind, 'keep');
  t.is(introduce(after(endCreation(pending, OWNER, { kind: 'present', pix }, now))).kind, 'keep');
});

test('its key answers at once, as it did the first time, whatever becomes of it', (t) => {
  t.is(recall(pending, 'v1:a'), 'in_flight');
  t.is(recall(known, 'v1:a'), 'answered');
  for (const end of [{ kind: 'present', pix }, { kind: 'reject', rejection }, { kind: 'cancel' }] as const) {
    const ended = after(endCreation(known, OWNER, end, now));
    t.is(ended.firstStatus, 'PENDING', end.kind);
    t.is(recall(ended, 'v1:a'), 'answered', end.kind);
  }
});

for (const [end, status, unknown, events] of [
  [{ kind: 'present', pix }, 'WAITING_PAYMENT', 'WAITING_PAYMENT', ['PENDING charge.created']],
  [{ kind: 'reject', rejection }, 'REFUSED', 'REJECTED', ['PENDING charge.failed']],
  [{ kind: 'cancel' }, 'CANCELLED', 'CANCELLED', ['PENDING charge.failed']],
] as const) {
  test(`${end.kind}: a charge that somebody knows becomes ${status} and that is told; otherwise ${unknown}`, (t) => {
    const decision = endCreation(known, OWNER, end, now);
    t.is(after(decision).status, status);
    t.deepEqual(told(decision), [...events]);
    const silent = endCreation(pending, OWNER, end, now);
    t.is(after(silent).status, unknown);
    t.deepEqual(told(silent), end.kind === 'present' ? [...events] : []);
  });
}
