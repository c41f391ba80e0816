import { ERRORS, parseJsonAsWritten, Refusal } from '@gx/core';
import test from 'ava';
import { chargeBody, pixChargeBody } from './charge-body.ts';
import { parsed } from './issues.ts';
import { paymentBody } from './payment-body.ts';
import { paymentHash, requestHash } from './request-hash.ts';

const VALID = { amount: 1000, payment_method: 'pix' };
const CPF = '52998224725';
const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });
const refusalFor = (body: unknown): Refusal => {
  try {
    parsed(chargeBody, body);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('it was accepted');
};

const refuses = test.macro({
  exec(t, more: object, code: string, param: string) {
    const refusal = refusalFor({ ...VALID, ...more });
    t.deepEqual([refusal.code, refusal.more.param], [code, param]);
    t.is(ERRORS[refusal.code].http, 400);
    t.true(refusal.more.details?.some((detail) => detail.param === param && detail.message !== ''));
  },
  title: (rule) => `400 ${rule}`,
});
const accepts = test.macro({
  exec(t, more: object, expected: object) {
    const body = parsed(chargeBody, { ...VALID, ...more });
    t.like(body, expected);
  },
  title: (rule) => `201 ${rule}`,
});

test('amount is required', refuses, { amount: undefined }, 'invalid_amount', 'amount');
test('amount null', refuses, { amount: null }, 'invalid_amount', 'amount');
test('amount zero', refuses, { amount: 0 }, 'invalid_amount', 'amount');
test('amount negative zero', refuses, { amount: -0 }, 'invalid_amount', 'amount');
test('amount negative', refuses, { amount: -1 }, 'invalid_amount', 'amount');
test('amount with a fraction', refuses, { amount: 10.5 }, 'invalid_amount', 'amount');
test('amount as text', refuses, { amount: '1000' }, 'invalid_amount', 'amount');
test('amount beyond what the bank can carry (A51)', refuses, { amount: 1_000_000_000_000 }, 'invalid_amount', 'amount');
test('amount that is no safe integer (A63)', refuses, { amount: 2 ** 53 }, 'invalid_amount', 'amount');
test('the largest amount (A51)', accepts, { amount: 999_999_999_999 }, { amount: 999_999_999_999 });
test('the smallest amount', accepts, { amount: 1 }, { amount: 1 });
test('a number is judged by its value (A63)', accepts, JSON.parse('{"amount": 1e3}'), { amount: 1000 });

test('currency other than BRL', refuses, { currency: 'USD' }, 'invalid_currency', 'currency');
test('currency in lower case', refuses, { currency: 'brl' }, 'invalid_currency', 'currency');
test('currency is BRL unless given', accepts, {}, { currency: 'BRL' });

test('payment_method is required', refuses, { payment_method: undefined }, 'invalid_request', 'payment_method');
test('payment_method other than pix', refuses, { payment_method: 'boleto' }, 'invalid_request', 'payment_method');

test('description over 500 characters', refuses, { description: 'a'.repeat(501) }, 'invalid_request', 'description');
test('description that is no text', refuses, { description: 5 }, 'invalid_request', 'description');
test('description with NUL', refuses, { description: 'a\u0000' }, 'invalid_request', 'description');
test('description with a lone surrogate', refuses, { description: 'a\ud800' }, 'invalid_request', 'description');
test('description of 500 characters', accepts, { description: 'a'.repeat(500) }, { description: 'a'.repeat(500) });
test('an emoji counts as one character', accepts, { description: '😀'.repeat(500) }, { amount: 1000 });

test('expires_in under 60 seconds (A27)', refuses, { expires_in: 59 }, 'invalid_expires_in', 'expires_in');
test('expires_in with a fraction (A27)', refuses, { expires_in: 60.5 }, 'invalid_expires_in', 'expires_in');
test('expires_in as text', refuses, { expires_in: '3600' }, 'invalid_expires_in', 'expires_in');
test('expires_in of 60 seconds', accepts, { expires_in: 60 }, { expires_in: 60 });
test('expires_in over a day is capped at a day', accepts, { expires_in: 90_000 }, { expires_in: 86_400 });
test('expires_in null means left out (A27)', accepts, { expires_in: null }, { expires_in: undefined });

test('customer that is no object', refuses, { customer: [] }, 'invalid_request', 'customer');
test('customer.name that is no text', refuses, { customer: { name: 1 } }, 'invalid_request', 'customer.name');
test(
  'customer.name over 200 characters',
  refuses,
  { customer: { name: 'a'.repeat(201) } },
  'invalid_request',
  'customer.name',
);
test(
  'customer.name of 200 characters',
  accepts,
  { customer: { name: 'a'.repeat(200) } },
  { customer: { name: 'a'.repeat(200) } },
);
test(
  'customer.document with wrong check digits',
  refuses,
  { customer: { document: '52998224726' } },
  'invalid_document',
  'customer.document',
);
test(
  'customer.document of equal digits',
  refuses,
  { customer: { document: '11111111111' } },
  'invalid_document',
  'customer.document',
);
test(
  'customer.document loses its punctuation',
  accepts,
  { customer: { document: '529.982.247-25' } },
  { customer: { document: CPF } },
);
test(
  'an alphanumeric CNPJ in lower case (A61)',
  accepts,
  { customer: { document: '12abc34501de35' } },
  { customer: { document: '12ABC34501DE35' } },
);
test('customer.email that is none', refuses, { customer: { email: 'a@' } }, 'invalid_request', 'customer.email');
test(
  'customer.email over 254 characters',
  refuses,
  { customer: { email: `${'a'.repeat(250)}@x.com` } },
  'invalid_request',
  'customer.email',
);
test(
  'customer.email of RFC 5322',
  accepts,
  { customer: { email: "o'brien+x@example.com" } },
  { customer: { email: "o'brien+x@example.com" } },
);
test(
  'customer.phone with letters',
  refuses,
  { customer: { phone: '+55 CALL ME' } },
  'invalid_request',
  'customer.phone',
);
test('customer.phone too short', refuses, { customer: { phone: '1234567' } }, 'invalid_request', 'customer.phone');
test(
  'customer.phone as people write it',
  accepts,
  { customer: { phone: '+55 (11) 96471-4730' } },
  { customer: { phone: '+55 (11) 96471-4730' } },
);
test(
  'customer.phone with its area code in brackets',
  accepts,
  { customer: { phone: '(11) 98765-4321' } },
  { customer: { phone: '(11) 98765-4321' } },
);
test(
  'null in an optional field leaves it out',
  accepts,
  { customer: { name: null }, metadata: null, description: null },
  { metadata: undefined, description: undefined },
);

test(
  'payer lock with wrong check digits',
  refuses,
  { expected_payer_tax_id: '52998224700', customer: { name: 'Ana' } },
  'invalid_document',
  'expected_payer_tax_id',
);
test('payer lock without customer.name', refuses, { expected_payer_tax_id: CPF }, 'invalid_request', 'customer.name');
test(
  'payer lock with a blank customer.name',
  refuses,
  { expected_payer_tax_id: CPF, customer: { name: '  ' } },
  'invalid_request',
  'customer.name',
);
test(
  'payer lock that contradicts customer.document',
  refuses,
  { expected_payer_tax_id: CPF, customer: { name: 'Ana', document: '11144477735' } },
  'invalid_request',
  'expected_payer_tax_id',
);
test(
  'payer lock that equals customer.document, written differently',
  accepts,
  { expected_payer_tax_id: CPF, customer: { name: 'Ana', document: '529.982.247-25' } },
  { expected_payer_tax_id: CPF },
);

test('metadata that is no object', refuses, { metadata: [] }, 'invalid_request', 'metadata');
const keysOf = (count: number, length = 3) => ({
  metadata: Object.fromEntries(Array.from({ length: count }, (_, i) => [String(i).padEnd(length, 'k'), i])),
});
test('metadata with 50 keys', accepts, keysOf(50), keysOf(50));
test('metadata with 51 keys', refuses, keysOf(51), 'invalid_request', 'metadata');
test('metadata with a key of 40 characters', accepts, keysOf(1, 40), keysOf(1, 40));
test('metadata with a key of 41 characters', refuses, keysOf(1, 41), 'invalid_request', 'metadata');
const addressOf = (length: number) => ({ customer: { email: `${'a'.repeat(length - 6)}@x.com` } });
test('customer.email of 254 characters', accepts, addressOf(254), addressOf(254));
test('customer.email of 255 characters', refuses, addressOf(255), 'invalid_request', 'customer.email');
/** As JSON it has so many bytes. */
const metadataOf = (bytes: number) => ({ metadata: { a: 'x'.repeat(bytes - 8) } });
test('metadata of exactly 16 KiB', accepts, metadataOf(16_384), metadataOf(16_384));
test('metadata of one byte more than 16 KiB', refuses, metadataOf(16_385), 'invalid_request', 'metadata');
test('metadata over 16 KiB', refuses, { metadata: { a: 'x'.repeat(16_384) } }, 'invalid_request', 'metadata');
test('metadata nested 9 levels deep (A60)', refuses, { metadata: nested(9) }, 'invalid_request', 'metadata');
test('metadata with a lone surrogate', refuses, { metadata: { a: '\udc00' } }, 'invalid_request', 'metadata');
test(
  'metadata numbers that survive the way there and back',
  accepts,
  { metadata: { largest: Number.MAX_SAFE_INTEGER, negative: -7, fraction: 0.1 } },
  { metadata: { largest: 9_007_199_254_740_991, negative: -7, fraction: 0.1 } },
);
test('metadata nested 8 levels deep (A60)', accepts, { metadata: nested(8) }, { metadata: nested(8) as object });
test(
  'metadata keys _x and reserved ones are stripped',
  accepts,
  JSON.parse(
    '{"metadata":{"_x":1,"__proto__":{"y":1},"returnUrl":1,"webhookUrl":1,"idempotencyKey":1,"customerId":1,"order":7}}',
  ),
  { metadata: { order: 7 } },
);
test('metadata keys that name parts of every object stay plain keys', (t) => {
  const { metadata } = parsed(chargeBody, {
    ...VALID,
    ...JSON.parse('{"metadata":{"constructor":{"prototype":1},"a":{"__proto__":{"b":1}}}}'),
  });
  t.is(JSON.stringify(metadata), '{"constructor":{"prototype":1},"a":{"__proto__":{"b":1}}}');
  t.is(({} as Record<string, unknown>)['b'], undefined);
});

test('when several fields fail, the first in the order of the specification gives the code and details list all', (t) => {
  const refusal = refusalFor({
    metadata: 1,
    expected_payer_tax_id: CPF,
    amount: 'x',
    payment_method: 'pix',
    expires_in: 1,
  });
  t.is(refusal.code, 'invalid_amount');
  const params = ['amount', 'expires_in', 'customer.name', 'metadata'];
  t.deepEqual(
    refusal.more.details?.map((detail) => detail.param),
    params,
  );
});

test('unknown fields are dropped (A44)', (t) => {
  t.deepEqual(Object.keys(parsed(chargeBody, { ...VALID, anything: 1 })).includes('anything'), false);
});

test('the shortcut route fixes payment_method, whatever the body says (A33)', (t) => {
  for (const more of [{}, { payment_method: 'boleto' }, { payment_method: null }]) {
    t.is(parsed(pixChargeBody, { amount: 1, ...more }).payment_method, 'pix');
  }
});

const hash = (body: object): string => requestHash(parsed(chargeBody, { ...VALID, ...body }));

test('the request hash does not see the order of keys, unknown fields or a default written out', (t) => {
  const one = hash({ description: 'a', customer: { name: 'A', document: CPF }, metadata: { a: 1, b: { c: 1, d: 2 } } });
  t.regex(one, /^v1:[0-9a-f]{64}$/);
  t.is(hash({ metadata: { b: { d: 2, c: 1 }, a: 1 }, customer: { document: CPF, name: 'A' }, description: 'a' }), one);
  t.is(
    hash({
      metadata: { a: 1, b: { c: 1, d: 2 } },
      customer: { name: 'A', document: CPF },
      description: 'a',
      x: 1,
      currency: 'BRL',
    }),
    one,
  );
});

test('the request hash judges the numbers of metadata by value, as it did before they kept their text', (t) => {
  const written = parseJsonAsWritten('{"metadata":{"a":1.10,"b":[1e2,{"c":-0}]}}') as object;
  t.is(hash(written), hash({ metadata: { a: 1.1, b: [100, { c: 0 }] } }));
  const payment = { amount: 1, paymentMethods: ['PIX'], idempotencyKey: '12345678' };
  const paid = (more: object): string => paymentHash(parsed(paymentBody, { ...payment, ...more }));
  t.is(paid(written), paid({ metadata: { a: 1.1, b: [100, { c: 0 }] } }));
});

test('the request hash is the same on both routes', (t) => {
  t.is(requestHash(parsed(pixChargeBody, { amount: 1000 })), hash({}));
});

test('the request hash sees every field', (t) => {
  const bodies = [
    {},
    { amount: 1001 },
    { description: '' },
    { expires_in: 3600 },
    { metadata: {} },
    { metadata: { a: 1 } },
    { metadata: { a: '1' } },
    { customer: {} },
    { customer: { name: 'A' } },
    { customer: { name: 'B' } },
  ];
  t.is(new Set(bodies.map(hash)).size, bodies.length);
});
