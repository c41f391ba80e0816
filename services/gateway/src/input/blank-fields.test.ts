import { Refusal } from '@gx/core';
import test from 'ava';
import { chargeBody } from './charge-body.ts';
import { parsed } from './issues.ts';
import { paymentBody } from './payment-body.ts';
import { paymentHash, requestHash } from './request-hash.ts';

const CPF = '52998224725';
const charge = (customer: object, more: object = {}) =>
  parsed(chargeBody, { amount: 1_000, payment_method: 'pix', customer, ...more });
const payment = (more: object) =>
  parsed(paymentBody, { amount: 1_000, paymentMethods: ['PIX'], idempotencyKey: 'order-00001', ...more });

test('a contact field that a form left blank is left out, as one that is null', (t) => {
  for (const field of ['name', 'email', 'phone'])
    t.deepEqual(charge({ document: CPF, [field]: '' }), charge({ document: CPF, [field]: null }), field);
  t.deepEqual(charge({ name: '', email: '', phone: '' }), charge({ name: null, email: null, phone: null }));
  for (const field of ['customerName', 'customerEmail'])
    t.deepEqual(payment({ [field]: '' }), payment({ [field]: null }), field);
});

test('a blank field and one that is left out are the same body under an idempotency key', (t) => {
  t.is(requestHash(charge({ name: 'Ana', email: '', phone: '' })), requestHash(charge({ name: 'Ana' })));
  t.is(paymentHash(payment({ customerName: '', customerEmail: '' })), paymentHash(payment({})));
});

test('400 a blank name under a payer lock, as a missing one', (t) => {
  for (const customer of [
    { name: '' },
    {},
    { name: ' ' },
    { name: '\u200b' },
    { name: '\u2060\u00ad' },
    { name: '\u3164' },
  ]) {
    const refusal = t.throws(() => charge(customer, { expected_payer_tax_id: CPF }), { instanceOf: Refusal });
    t.deepEqual(
      [refusal?.code, refusal?.message],
      ['invalid_request', 'customer.name: is required with expected_payer_tax_id'],
    );
  }
});

test('a name that nobody sees is left out, as an empty one', (t) => {
  for (const name of [' ', '\u200b', '\u202e\u2066', '\u00ad', '\ufeff'])
    t.deepEqual(
      [charge({ document: CPF, name }), payment({ customerName: name })],
      [charge({ document: CPF, name: '' }), payment({ customerName: '' })],
      JSON.stringify(name),
    );
});

test('400 a text that is demanded and nobody sees, as an empty one', (t) => {
  for (const customerId of ['', '\u200b', '\u00a0']) {
    const refusal = t.throws(() => payment({ customerId }), { instanceOf: Refusal });
    t.like(refusal?.more, { param: 'customerId' });
  }
});

test('400 blanks that are no empty text, and a blank document: their form is wrong', (t) => {
  for (const [field, value] of [
    ['email', ' '],
    ['phone', ' '],
    ['document', ''],
  ] as const) {
    const refusal = t.throws(() => charge({ [field]: value }), { instanceOf: Refusal });
    t.is(refusal?.more.param, `customer.${field}`);
  }
});
