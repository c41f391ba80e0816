import { ERRORS, type Id, Refusal } from '@gx/core';
import test from 'ava';
import { parsed } from './issues.ts';
import { refundBody } from './refund-body.ts';
import { refundHash } from './request-hash.ts';

const KEY = 'refund-1042';
const refuses = test.macro({
  exec(t, more: object, code: string, param: string) {
    const refusal = t.throws(() => parsed(refundBody, { idempotencyKey: KEY, ...more }), { instanceOf: Refusal });
    t.deepEqual([refusal.code, refusal.more.param], [code, param]);
    t.is(ERRORS[refusal.code].http, 400);
    t.true(refusal.more.details?.some((detail) => detail.param === param && detail.message !== ''));
  },
  title: (rule) => `400 ${rule}`,
});
const accepts = test.macro({
  exec(t, more: object, expected: object) {
    t.like(parsed(refundBody, { idempotencyKey: KEY, ...more }), expected);
  },
  title: (rule) => `201 ${rule}`,
});

for (const [rule, idempotencyKey] of Object.entries({
  'without a key': undefined,
  'key null': null,
  'key as a number': 12_345_678,
  'key of 7 characters': '1234567',
  'key of 129 characters': 'x'.repeat(129),
  'key of 7 characters that take two units each': '🔑'.repeat(7),
  'key with a line end': 'with\nline end',
  'key with NUL': 'with\u0000nul',
})) {
  test(rule, refuses, { idempotencyKey }, 'invalid_request', 'idempotencyKey');
}
test('key of 8 characters', accepts, { idempotencyKey: '12345678' }, { idempotencyKey: '12345678' });
test('key with blanks', accepts, { idempotencyKey: ' with space ' }, { idempotencyKey: ' with space ' });
test('key beyond ASCII', accepts, { idempotencyKey: 'áéíóúáéí' }, { idempotencyKey: 'áéíóúáéí' });
test('key of 128 characters', accepts, { idempotencyKey: 'x'.repeat(128) }, { idempotencyKey: 'x'.repeat(128) });

for (const amount of [0, -1, 10.5, '1000', true, {}, 1_000_000_000_000, 2 ** 53, Number.MIN_VALUE]) {
  test(`amount ${JSON.stringify(amount)} ${typeof amount}`, refuses, { amount }, 'invalid_amount', 'amount');
}
test('without an amount: all that is left', accepts, {}, { amount: undefined });
test('amount null means left out', accepts, { amount: null }, { amount: undefined });
test('one centavo', accepts, { amount: 1 }, { amount: 1 });
test('a number is judged by its value', accepts, JSON.parse('{"amount": 1e2}'), { amount: 100 });

test('reason over 500 characters', refuses, { reason: 'a'.repeat(501) }, 'invalid_request', 'reason');
test('reason that is no text', refuses, { reason: 5 }, 'invalid_request', 'reason');
test('reason with NUL', refuses, { reason: 'a\u0000' }, 'invalid_request', 'reason');
test('reason of 500 characters, each an emoji', accepts, { reason: '😀'.repeat(500) }, { reason: '😀'.repeat(500) });

for (const strategy of ['pix', 'DEVOLUTION', '', 1]) {
  test(`strategy ${JSON.stringify(strategy)}`, refuses, { strategy }, 'invalid_request', 'strategy');
}
test('strategy devolution', accepts, { strategy: 'devolution' }, { strategy: 'devolution' });
test('strategy cashout', accepts, { strategy: 'cashout' }, { strategy: 'cashout' });
test('strategy null means left out', accepts, { strategy: null }, { strategy: undefined });

test('passFeeToTenant as text', refuses, { passFeeToTenant: 'true' }, 'invalid_request', 'passFeeToTenant');
test('passFeeToTenant', accepts, { passFeeToTenant: true }, { passFeeToTenant: true });

test(
  'a devolution to another key (A23)',
  refuses,
  { strategy: 'devolution', destinationKey: '52998224725' },
  'invalid_request',
  'destinationKey',
);
test(
  'a devolution whose fee is passed on (A23)',
  refuses,
  { strategy: 'devolution', passFeeToTenant: true },
  'invalid_request',
  'passFeeToTenant',
);
test(
  'a devolution without a fee to pass on (A23)',
  accepts,
  { strategy: 'devolution', passFeeToTenant: false },
  { strategy: 'devolution' },
);

const KEYS: Readonly<Record<string, [given: string, sent: string]>> = {
  'a CPF': ['52998224725', '52998224725'],
  'a CPF with punctuation': ['529.982.247-25', '52998224725'],
  'a CNPJ': ['11.222.333/0001-81', '11222333000181'],
  'a CNPJ with letters, in lower case (A61)': ['12.abc.345/01de-35', '12ABC34501DE35'],
  'a mobile phone': ['+5561912345678', '+5561912345678'],
  'a landline': ['+556133334444', '+556133334444'],
  'an e-mail': ["o'brien+x@mail.example.com", "o'brien+x@mail.example.com"],
  'an e-mail of 77 characters': [`${'a'.repeat(60)}@mail.example.com`, `${'a'.repeat(60)}@mail.example.com`],
  'a random key': ['123e4567-e12b-12d1-a456-426655440000', '123e4567-e12b-12d1-a456-426655440000'],
};
for (const [what, [given, sent]] of Object.entries(KEYS)) {
  test(`${what} is a destination`, accepts, { destinationKey: given }, { destinationKey: sent });
}

for (const destinationKey of [
  '',
  '52998224726',
  '11111111111',
  '11222333000180',
  '12ABC34501DEAB',
  '61912345678',
  '+5511',
  '+5501912345678',
  '+551191234567890',
  '+351912345678',
  'Ana@example.com',
  'ana@localhost',
  'ana@',
  '@example.com',
  'a b@example.com',
  'ana@-example.com',
  `${'a'.repeat(61)}@mail.example.com`,
  '123E4567-E12B-12D1-A456-426655440000',
  '123e4567e12b12d1a456426655440000',
  ' 123e4567-e12b-12d1-a456-426655440000',
  52_998_224_725,
]) {
  test(
    `destinationKey ${JSON.stringify(destinationKey)} is no Pix key`,
    refuses,
    { destinationKey },
    'invalid_request',
    'destinationKey',
  );
}

test('when several fields fail, the first in the order of the specification gives the code and details list all', (t) => {
  const body = { destinationKey: 1, strategy: 'x', reason: 1, amount: 0, idempotencyKey: 'short' };
  const refusal = t.throws(() => parsed(refundBody, body), { instanceOf: Refusal });
  t.is(refusal.more.param, 'idempotencyKey');
  const params = ['idempotencyKey', 'amount', 'reason', 'strategy', 'destinationKey'];
  t.deepEqual(
    refusal.more.details?.map((detail) => detail.param),
    params,
  );
});

const CHARGE = '01a1fd92-28c4-7472-84b8-6c07942b7bbc' as Id<'charge'>;
const OTHER = '01a1fd92-28c4-7472-84b8-6c07942b7bbd' as Id<'charge'>;
const hash = (body: object, chargeId = CHARGE): string =>
  refundHash(chargeId, parsed(refundBody, { idempotencyKey: KEY, ...body }));

test('the hash of a refund sees the charge and every field but the key (A32)', (t) => {
  const bodies = [
    {},
    { amount: 1_000 },
    { amount: 1_001 },
    { reason: '' },
    { reason: 'a' },
    { strategy: 'cashout' },
    { strategy: 'devolution' },
    { passFeeToTenant: false },
    { passFeeToTenant: true },
    { destinationKey: '52998224725' },
  ];
  t.is(new Set([...bodies.map((body) => hash(body)), hash({}, OTHER)]).size, bodies.length + 1);
  t.is(hash({ idempotencyKey: 'another-key' }), hash({}));
  t.regex(hash({}), /^v1:[0-9a-f]{64}$/);
});

test('the hash of a refund does not see the order of fields, unknown fields, null, or how a document was written', (t) => {
  const one = hash({ amount: 5, reason: 'a', destinationKey: '52998224725' });
  t.is(hash({ destinationKey: '529.982.247-25', reason: 'a', amount: 5, strategy: null, x: 1 }), one);
});
