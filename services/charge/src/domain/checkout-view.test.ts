import { cents, newId, type Txid } from '@gx/core';
import test from 'ava';
import type { Charge } from './charge.ts';
import { checkoutView } from './checkout-view.ts';
import { newCharge } from './create.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const expiresAt = new Date(now.getTime() + 1);
const waiting: Charge = {
  ...newCharge(
    {
      id: newId('charge'),
      tenant: { accountId: newId('account'), livemode: false },
      surface: 'PAYMENTS',
      idempotencyKey: 'key-00001',
      requestHash: 'v1:a',
      amount: cents(1_000),
      currency: 'BRL',
      paymentMethods: ['CREDIT_CARD', 'PIX'],
      customerId: null,
      webhookUrl: null,
      customer: { name: 'Maria', document: '52998224725' },
      expectedPayerTaxId: null,
      metadataJson: '{}',
      fees: { provider: cents(10), platform: cents(10) },
      settlementDelaySeconds: 0,
      bank: { profileId: 'bank', txid: 't'.repeat(32) as Txid, body: '{}' },
      traceparent: null,
      createdAt: now,
    },
    'owner',
  ),
  status: 'WAITING_PAYMENT',
  pix: { brCode: '000201', expiresAt },
};
const shown = (change: Partial<Charge> = {}, at = now) =>
  checkoutView({ ...waiting, ...change }, { merchantName: 'Loja', now: at });

test('the code is shown until the very moment at which it expires, and to no other status than waiting', (t) => {
  t.is(shown().brCode, '000201');
  t.is(shown({}, expiresAt).brCode, undefined);
  for (const status of ['PENDING', 'PROCESSING', 'PAID', 'EXPIRED', 'CANCELLED', 'REFUSED', 'REFUNDED'] as const) {
    t.is(shown({ status }).brCode, undefined, status);
  }
});

test('Pix wherever Pix may pay, else the method that may', (t) => {
  t.is(shown().paymentMethod, 'PIX');
  t.is(shown({ paymentMethods: ['CREDIT_CARD'] }).paymentMethod, 'CREDIT_CARD');
});

test('nothing of the customer is in the view', (t) => {
  t.notRegex(JSON.stringify(shown()), /Maria|52998224725/);
});
