import { newId, PLATFORM_ACCOUNT } from '@gx/core';
import test from 'ava';
import { creditPayment, type PaymentDetails } from './payment.ts';

const details: PaymentDetails = {
  accountId: newId('account'),
  livemode: true,
  chargeId: newId('charge'),
  endToEndId: 'E0000000020261121120000000000001',
  amount: 1_000,
  currency: 'BRL',
  providerFee: 10,
  platformFee: 10,
  settlementDelaySeconds: 0,
  paidAt: new Date('2026-11-21T12:00:00.000Z'),
  wasHeld: false,
};

const isDeadLetter = test.macro({
  exec(t, wrong: Partial<PaymentDetails>, reason: string) {
    t.is(creditPayment({ ...details, ...wrong }), reason);
  },
  title: (rule) => `can never be credited: ${rule}`,
});

test('a malformed account', isDeadLetter, { accountId: 'x' }, 'the account id is malformed');
test('money of no merchant', isDeadLetter, { accountId: PLATFORM_ACCOUNT }, 'the platform has no wallet');
test('a malformed charge', isDeadLetter, { chargeId: '' }, 'the charge id is malformed');
test('no end-to-end id', isDeadLetter, { endToEndId: '' }, 'there is no end-to-end id');
test('a malformed currency', isDeadLetter, { currency: 'brl' }, 'the currency is malformed');
test('an amount of nothing', isDeadLetter, { amount: 0 }, 'the amount is not whole, not above zero or too large');
test('half a centavo', isDeadLetter, { amount: 10.5 }, 'the amount is not whole, not above zero or too large');
test(
  'more than a bank can say',
  isDeadLetter,
  { amount: 1e12 },
  'the amount is not whole, not above zero or too large',
);
test('a fee below zero', isDeadLetter, { providerFee: -1 }, 'a fee is not whole or below zero');
test('fees above the amount', isDeadLetter, { platformFee: 991 }, 'the fees exceed the amount');
test('a delay without end', isDeadLetter, { settlementDelaySeconds: 4e9 }, 'the settlement delay is out of range');
test('no time of settlement', isDeadLetter, { paidAt: new Date(Number.NaN) }, 'the time of settlement is malformed');

test('a payment becomes one entry with the reference of its charge', (t) => {
  const draft = creditPayment(details);
  if (typeof draft === 'string') return t.fail(draft);
  t.is(draft.reference, `paid:${details.chargeId}`);
  t.is(draft.releaseAt, null);
  return t.is(draft.endToEndId as string | null, details.endToEndId);
});

test("a settlement delay counts from the bank's time of the payment", (t) => {
  const draft = creditPayment({ ...details, settlementDelaySeconds: 86_400 });
  if (typeof draft === 'string') return t.fail(draft);
  return t.deepEqual(draft.releaseAt, new Date('2026-11-22T12:00:00.000Z'));
});

test('fees that take everything leave nothing to hold', (t) => {
  const draft = creditPayment({ ...details, platformFee: 990, settlementDelaySeconds: 60 });
  if (typeof draft === 'string') return t.fail(draft);
  return t.is(draft.releaseAt, null);
});

test('a payment that was held leaves suspense, any other one comes from the bank', (t) => {
  const debited = (wasHeld: boolean) => {
    const draft = creditPayment({ ...details, wasHeld });
    return typeof draft === 'string' ? draft : draft.postings[0];
  };
  t.deepEqual(debited(true), { address: 'platform:suspense', amount: 1_000 });
  t.deepEqual(debited(false), { address: 'provider:clearing', amount: 1_000 });
});
