import { type Id, PERSONAL_FIELDS, type PersonalValues } from '@gx/core';
import test from 'ava';
import type { Charge } from '../../gen/gx/charge/v1/charge.ts';
import { publicCharge } from './charge.ts';
import { canonicalEvent, legacyEvent } from './charge-event.ts';
import { withPersonalValues } from './personal-data.ts';
import { PUBLIC_STATUS } from './public-status.ts';

const ID = '01a1fd92-28c4-7472-84b8-6c07942b7bbc' as Id<'charge'>;
const AT = Date.parse('2026-11-21T12:00:00.007Z');
const PIX = {
  brCode: '000201',
  qrCodeUrl: 'https://gx.example/qr/x.png',
  expiresAtMs: AT + 3_600_000,
  txid: 'a'.repeat(32),
};
const charge = (more: Partial<Charge> = {}): Charge => ({
  id: ID,
  tenant: { accountId: ID, livemode: true },
  surface: 'CHARGES',
  amount: 1_000,
  currency: 'BRL',
  status: 'WAITING_PAYMENT',
  paymentMethod: 'PIX',
  paymentMethods: ['PIX'],
  otherOrders: [],
  customer: null,
  pix: PIX,
  checkoutUrl: `https://pay.example/${ID}`,
  metadataJson: '{"order":7,"description":"x"}',
  createdAtMs: AT,
  providerFee: 10,
  platformFee: 11,
  ...more,
});
const PAID = { status: 'PAID', endToEndId: `E${'0'.repeat(31)}`, paidAtMs: AT } as const;

test('a public charge is an allowlist: no fee, no account, no provider, nothing that the specification does not name', (t) => {
  const everything = charge({
    ...PAID,
    customer: { name: 'Ana', document: '52998224725', email: 'ana@example.com', phone: '+5511999999999' },
    expectedPayerTaxId: '52998224725',
  });
  t.deepEqual(publicCharge(everything, 'iVBORw0K') as object, {
    id: `ch_${ID}`,
    object: 'charge',
    amount: 1_000,
    currency: 'BRL',
    status: 'paid',
    payment_method: 'pix',
    customer: { name: 'Ana', document: '52998224725', email: 'ana@example.com', phone: '+5511999999999' },
    expected_payer_tax_id: '52998224725',
    pix: {
      br_code: '000201',
      qr_code_url: 'https://gx.example/qr/x.png',
      qr_code_base64: 'iVBORw0K',
      expires_at: '2026-11-21T13:00:00.007Z',
      txid: 'a'.repeat(32),
    },
    checkout_url: `https://pay.example/${ID}`,
    settlement: { end_to_end_id: `E${'0'.repeat(31)}` },
    metadata: { order: 7, description: 'x' },
    created_at: '2026-11-21T12:00:00.007Z',
  });
});

test('an absent customer is an object without a name and a document (A48); e-mail and phone only when supplied', (t) => {
  for (const customer of [null, {}]) {
    t.deepEqual(publicCharge(charge({ customer })).customer as object, { name: null, document: null });
  }
});

const PERSON = { name: 'Ana', document: '52998224725', email: 'ana@example.com', phone: '+5511999999999' };
const OPEN: Partial<Charge> = {
  customer: PERSON,
  expectedPayerTaxId: PERSON.document,
  metadataJson: '{"phone":"+351912345678","weight":1.10}',
};
/** The same charge as its events carry it. */
const HIDDEN: Partial<Charge> = {
  customer: {},
  metadataJson: '{"phone":null,"weight":1.10}',
  personalData: { keyId: 'k', ciphertext: 'c', fields: [...PERSONAL_FIELDS] },
};

test('hidden fields are null, every one of them that the charge has, and no other', (t) => {
  const all = publicCharge(charge(HIDDEN));
  t.deepEqual(all.customer, { name: null, document: null, email: null, phone: null });
  t.is(all.expected_payer_tax_id, null);
  const personalData = { keyId: 'k', ciphertext: 'c', fields: ['customer.name', 'customer.phone'] };
  const some = publicCharge(charge({ customer: {}, personalData }));
  t.deepEqual(some.customer, { name: null, document: null, phone: null });
  t.false('expected_payer_tax_id' in some);
});

test('personal values in the body of an event: the bytes are those of a charge that hides nothing', (t) => {
  const occurrence = { eventId: 'evt_1', occurredAtMs: AT, livemode: true, sequence: 1 };
  const body = (more: Partial<Charge>) => JSON.stringify(canonicalEvent('charge.paid', charge(more), occurrence));
  const values: PersonalValues = {
    'customer.phone': PERSON.phone,
    'customer.name': PERSON.name,
    'customer.document': PERSON.document,
    'customer.email': PERSON.email,
    expected_payer_tax_id: PERSON.document,
    'metadata.phone': '+351912345678',
  };
  t.is(withPersonalValues(body(HIDDEN), values), body(OPEN));
  t.is(withPersonalValues(body(HIDDEN), {}), body(HIDDEN));
  t.is(withPersonalValues(body({}), values), body({ customer: { name: PERSON.name, document: PERSON.document } }));
});

test('what a charge does not have is left out: lock, image, txid; settlement is empty before it is paid', (t) => {
  const { txid: _, ...pix } = PIX;
  const fresh = publicCharge(charge({ pix }));
  t.deepEqual(Object.keys(fresh.pix ?? {}), ['br_code', 'qr_code_url', 'expires_at']);
  t.deepEqual(fresh.settlement, {});
  t.false('expected_payer_tax_id' in fresh);
  const { pix: __, ...never } = charge({ status: 'CANCELLED' });
  t.false('pix' in publicCharge(never));
});

test('a charge without a status is a fault, never an answer', (t) => {
  t.throws(() => publicCharge(charge({ status: 'STATUS_UNSPECIFIED' })), { message: /without a status/ });
});

test('the object of an event is the charge that REST answers, without the image (A17)', (t) => {
  const event = canonicalEvent('charge.paid', charge(PAID), {
    eventId: 'evt_1',
    occurredAtMs: AT,
    livemode: false,
    sequence: 3,
  });
  t.deepEqual(Object.keys(event), [
    'id',
    'object',
    'api_version',
    'type',
    'created_at',
    'livemode',
    'sequence',
    'data',
  ]);
  t.deepEqual(event.data, { object: publicCharge(charge(PAID)) });
  t.is(event.created_at, '2026-11-21T12:00:00.007Z');
  t.regex(event.api_version, /^\d{4}-\d{2}-\d{2}$/);
});

const legacy = (more: Partial<Charge>) =>
  legacyEvent('payment.completed', charge(more), {
    previousStatus: 'WAITING_PAYMENT',
    occurredAtMs: AT,
    livemode: false,
    sequence: 3,
  }).data;

for (const status of Object.keys(PUBLIC_STATUS) as (keyof typeof PUBLIC_STATUS)[]) {
  const settled = status === 'PAID' || status === 'APPROVED';
  test(`a legacy event of a ${status} transaction carries ${settled ? 'method and fees' : 'neither method nor fees'}`, (t) => {
    const plain = {
      transactionId: `ch_${ID}`,
      amount: 1_000,
      status,
      previousStatus: 'WAITING_PAYMENT',
      occurredAt: '2026-11-21T12:00:00.007Z',
      sequence: 3,
    };
    const money = { paidWith: 'PIX', providerFee: 10, platformFee: 11, netAmount: 979 };
    t.deepEqual(legacy({ status }) as object, settled ? { ...plain, ...money } : plain);
  });
}

test('transactionId has the form that the creating surface answered (A2)', (t) => {
  t.is(legacy({ surface: 'CHARGES' }).transactionId, `ch_${ID}`);
  t.is(legacy({ surface: 'PAYMENTS' }).transactionId, `tx_${ID}`);
});

test('a legacy event echoes customerId when the creation named one (A46), and no canonical event does', (t) => {
  t.is(legacy({ customerId: 'user-7' }).customerId, 'user-7');
  t.false('customerId' in legacy({}));
  const event = canonicalEvent('charge.paid', charge({ customerId: 'user-7' }), {
    eventId: 'evt_1',
    occurredAtMs: AT,
    livemode: false,
    sequence: 3,
  });
  t.false(JSON.stringify(event).includes('user-7'));
});

test('payment.refunded names the refund that moved, whatever the status of its transaction (A7)', (t) => {
  const refund = { id: ID, amount: 400, status: 'IN_PROGRESS', initiator: 'merchant' } as const;
  const partial = legacyEvent('payment.refunded', charge(PAID), {
    previousStatus: 'PAID',
    occurredAtMs: AT,
    livemode: false,
    sequence: 3,
    refund,
  });
  t.deepEqual(partial as object, {
    event: 'payment.refunded',
    livemode: false,
    data: {
      transactionId: `ch_${ID}`,
      amount: 1_000,
      status: 'PAID',
      previousStatus: 'PAID',
      paidWith: 'PIX',
      providerFee: 10,
      platformFee: 11,
      netAmount: 979,
      refund: { id: `re_${ID}`, amount: 400, status: 'IN_PROGRESS', initiator: 'merchant' },
      occurredAt: '2026-11-21T12:00:00.007Z',
      sequence: 3,
    },
  });
  const failed = { ...refund, status: 'FAILED', failureCode: 'AC06' } as const;
  const change = { previousStatus: 'PAID', occurredAtMs: AT, livemode: false, sequence: 4, refund: failed };
  t.deepEqual(legacyEvent('payment.refunded', charge(PAID), change).data.refund as object, {
    id: `re_${ID}`,
    amount: 400,
    status: 'FAILED',
    initiator: 'merchant',
    failureReason: 'AC06',
  });
  const returned = { ...refund, status: 'REFUNDED', returnedAmount: 150 } as const;
  t.like(legacyEvent('payment.refunded', charge(PAID), { ...change, refund: returned }).data.refund, {
    status: 'REFUNDED',
    returnedAmount: 150,
  });
});
