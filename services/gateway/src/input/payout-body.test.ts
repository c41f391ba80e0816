import { AMOUNT_MAX, crc16, dynamicBrCode, ERRORS, parseJsonAsWritten, Refusal } from '@gx/core';
import test from 'ava';
import { parsed } from './issues.ts';
import { payoutBody, payoutFields } from './payout-body.ts';
import { payoutHash } from './request-hash.ts';

const CPF = '52998224725';
/** A CPF whose digits are a mobile of São Paulo. */
const CPF_AND_PHONE = '11987654374';
const KEY = { pix_key: 'ana@example.com' };
const VALID = { amount: 1000, destination: KEY };
const ACCOUNT = {
  ispb: '12345678',
  branch: '0001',
  account: '1234567890',
  account_type: 'checking',
  holder_name: 'Ana Souza',
  holder_document: '529.982.247-25',
};
const toAccount = (more: object) => ({ destination: { bank_account: { ...ACCOUNT, ...more } } });
const without = (field: keyof typeof ACCOUNT) => toAccount({ [field]: undefined });

const STATIC =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';
const withAmount = (code: string, written: string): string => {
  const field = `54${String(written.length).padStart(2, '0')}${written}`;
  const open = code.slice(0, -4).replace('5802BR', `${field}5802BR`);
  return open + crc16(open);
};
const DYNAMIC = dynamicBrCode('pix.example.com/qr/v2/abc', { name: 'Loja', city: 'Recife' });
const toCode = (br_code: unknown) => ({ destination: { br_code } });

const refuses = test.macro({
  exec(t, more: object, param: string, message: RegExp, code = 'invalid_request') {
    const refusal = t.throws(() => parsed(payoutBody, { ...VALID, ...more }), { instanceOf: Refusal });
    if (refusal === undefined) return;
    t.deepEqual([refusal.code as string, refusal.more.param], [code, param]);
    t.is(ERRORS[refusal.code].http, 400);
    t.regex(refusal.message, message);
    t.true(refusal.more.details?.some((detail) => detail.param === param && detail.message !== ''));
  },
  title: (rule) => `400 ${rule}`,
});
const accepts = test.macro({
  exec(t, more: object, expected: object) {
    t.like(payoutFields(parsed(payoutBody, { ...VALID, ...more })), expected);
  },
  title: (rule) => `201 ${rule}`,
});

const AMOUNT_RULE = /integer from 1 to 999999999999/;
for (const [what, amount] of Object.entries({
  'left out': undefined,
  zero: 0,
  negative: -1,
  'with a fraction': 10.5,
  'as text': '1000',
  'beyond what a bank can carry': AMOUNT_MAX + 1,
}))
  test(`amount ${what}`, refuses, { amount }, 'amount', AMOUNT_RULE, 'invalid_amount');
test('the smallest amount', accepts, { amount: 1 }, { amount: 1 });
test('the largest amount', accepts, { amount: AMOUNT_MAX }, { amount: AMOUNT_MAX });
test('currency is BRL unless given', accepts, {}, { currency: 'BRL' });
test('any other currency', refuses, { currency: 'USD' }, 'currency', /must be BRL/, 'invalid_currency');

const ONE_OF = /exactly one of pix_key, bank_account and br_code/;
test('no destination', refuses, { destination: undefined }, 'destination', /is required, and must be an object/);
test(
  'a destination that is no object',
  refuses,
  { destination: 'ana@example.com' },
  'destination',
  /must be an object/,
);
test('a destination of nothing', refuses, { destination: {} }, 'destination', ONE_OF);
test('a destination of nulls', refuses, { destination: { pix_key: null, br_code: null } }, 'destination', ONE_OF);
test('a destination of two', refuses, { destination: { ...KEY, br_code: STATIC } }, 'destination', ONE_OF);
test(
  'a null beside the one is left out',
  accepts,
  { destination: { ...KEY, br_code: null } },
  { pixKey: { type: 'email' } },
);

const keyed = (pix_key: unknown, pix_key_type?: unknown) => ({ destination: { pix_key, pix_key_type } });
for (const [raw, type, key] of [
  [CPF, 'cpf', CPF],
  ['529.982.247-25', 'cpf', CPF],
  ['11.222.333/0001-81', 'cnpj', '11222333000181'],
  ['12abc34501de35', 'cnpj', '12ABC34501DE35'],
  ['+5511987654321', 'phone', '+5511987654321'],
  ['11987654321', 'phone', '+5511987654321'],
  ['Ana@Example.com', 'email', 'ana@example.com'],
  ['123e4567-e12b-12d1-a456-426655440000', 'evp', '123e4567-e12b-12d1-a456-426655440000'],
] as const) {
  test(`${raw} is found to be a key of the type ${type}`, accepts, keyed(raw), { pixKey: { type, key } });
  test(`${raw} under its own type ${type}`, accepts, keyed(raw, type), { pixKey: { type, key } });
}
const TYPE = 'destination.pix_key_type';
const PIX_KEY = 'destination.pix_key';
test(
  '11 digits that are a CPF and a phone',
  refuses,
  keyed(CPF_AND_PHONE),
  TYPE,
  /both a CPF and a phone; name cpf or phone/,
);
test('the same as a CPF', accepts, keyed(CPF_AND_PHONE, 'cpf'), { pixKey: { type: 'cpf', key: CPF_AND_PHONE } });
test('the same as a phone', accepts, keyed(CPF_AND_PHONE, 'phone'), {
  pixKey: { type: 'phone', key: '+5511987654374' },
});
test(
  'a key of no form',
  refuses,
  keyed('Ana'),
  PIX_KEY,
  /must be a Pix key: a CPF with valid check digits; .*a random key/,
);
test('a CPF with a wrong check digit', refuses, keyed('52998224724'), PIX_KEY, /must be a Pix key/);
test(
  'a key that is not of the type',
  refuses,
  keyed('ana@example.com', 'evp'),
  PIX_KEY,
  /must be a random key: a UUID/,
);
test(
  'a CPF that is none, named so',
  refuses,
  keyed('52998224724', 'cpf'),
  PIX_KEY,
  /must be a CPF with valid check digits/,
);
test('a key that is no text', refuses, keyed(52998224725), PIX_KEY, /must be a string/);
test('an empty key', refuses, keyed(''), PIX_KEY, /must be a Pix key/);
test('a type of no key', refuses, keyed('ana@example.com', 'iban'), TYPE, /one of cpf, cnpj, email, phone, evp/);
test(
  'a type without a key',
  refuses,
  { destination: { bank_account: ACCOUNT, pix_key_type: 'cpf' } },
  TYPE,
  /is for pix_key only/,
);

test('a bank account as it is given, its document without punctuation', accepts, toAccount({}), {
  bankAccount: {
    ispb: '12345678',
    branch: '0001',
    account: '1234567890',
    accountType: 'checking',
    holderName: 'Ana Souza',
    holderDocument: CPF,
  },
});
const IN_ACCOUNT = 'destination.bank_account';
test(
  'a bank account that is no object',
  refuses,
  { destination: { bank_account: '1' } },
  IN_ACCOUNT,
  /must be an object/,
);
for (const field of Object.keys(ACCOUNT) as (keyof typeof ACCOUNT)[])
  test(
    `a bank account without ${field}`,
    refuses,
    without(field),
    `${IN_ACCOUNT}.${field}`,
    field === 'holder_document' ? /must be a (string|CPF)/ : /is required/,
    field === 'holder_document' ? 'invalid_document' : 'invalid_request',
  );
for (const [field, fit, wrong, rule] of [
  ['ispb', ['00000000', '12ABCD34'], ['1234567', '123456789', '1234567a', 12345678], /8 characters/],
  ['branch', ['1', '0001'], ['', '12345', '1-2', 1], /1 to 4 digits/],
  ['account', ['1', '1'.repeat(20)], ['', '1'.repeat(21), '12-3', '12X', 1], /1 to 20 digits/],
  ['account_type', ['checking', 'savings', 'payment'], ['salary', 'CHECKING'], /checking, savings, payment/],
  ['holder_name', ['A', 'á'.repeat(140)], ['', ' ', 'a'.repeat(141)], /must/],
] as const) {
  for (const value of fit)
    test(`${field} ${value.slice(0, 20)}… (${value.length})`, accepts, toAccount({ [field]: value }), { amount: 1000 });
  for (const value of wrong)
    test(
      `${field} ${JSON.stringify(value).slice(0, 30)}`,
      refuses,
      toAccount({ [field]: value }),
      `${IN_ACCOUNT}.${field}`,
      rule,
    );
}
test(
  'a holder whose document is wrong',
  refuses,
  toAccount({ holder_document: '52998224724' }),
  `${IN_ACCOUNT}.holder_document`,
  /CPF or CNPJ with valid check digits/,
  'invalid_document',
);

const BR_CODE = 'destination.br_code';
test('a static code', accepts, toCode(STATIC), { brCode: STATIC });
test('a dynamic code', accepts, toCode(DYNAMIC), { brCode: DYNAMIC });
test('a code of the same amount', accepts, toCode(withAmount(STATIC, '10.00')), { amount: 1000 });
test('a dynamic code of the same amount', accepts, toCode(withAmount(DYNAMIC, '10')), { amount: 1000 });
for (const code of [STATIC, DYNAMIC])
  test(
    `a ${code === STATIC ? 'static' : 'dynamic'} code of another amount`,
    refuses,
    toCode(withAmount(code, '10.01')),
    BR_CODE,
    /is a code of the amount 1001, which must equal amount/,
  );
test('a code whose CRC is wrong', refuses, toCode(`${STATIC.slice(0, -4)}13DF`), BR_CODE, /does not fit its CRC/);
test('a code that was cut short', refuses, toCode(STATIC.slice(0, -1)), BR_CODE, /must be a BR Code of Pix/);
test('a code of something else', refuses, toCode('https://example.com'), BR_CODE, /must be a BR Code of Pix/);
test('a code that is no text', refuses, toCode(1), BR_CODE, /must be a string/);

const RECIPIENT = { expected_recipient_tax_id: '529.982.247-25' };
test('a recipient without punctuation', accepts, RECIPIENT, { expectedRecipientTaxId: CPF });
test(
  'a recipient whose check digits are wrong',
  refuses,
  { expected_recipient_tax_id: '52998224724' },
  'expected_recipient_tax_id',
  /CPF or CNPJ with valid check digits/,
  'invalid_document',
);
test('a description of 140 characters', accepts, { description: 'á'.repeat(140) }, { description: 'á'.repeat(140) });
test('a longer one', refuses, { description: 'a'.repeat(141) }, 'description', /at most 140 characters/);
test('allow_duplicate is false unless given', accepts, {}, { allowDuplicate: false });
test('allow_duplicate', accepts, { allow_duplicate: true }, { allowDuplicate: true });
test('allow_duplicate as text', refuses, { allow_duplicate: 'true' }, 'allow_duplicate', /must be true or false/);
test(
  'scheduled_for with an offset',
  accepts,
  { scheduled_for: '2027-01-02T09:00:00-03:00' },
  { scheduledForMs: Date.parse('2027-01-02T12:00:00Z') },
);
for (const scheduled_for of ['tomorrow', '2027-01-02T09:00:00', '2027-02-30T09:00:00Z', 1_798_891_200])
  test(`scheduled_for ${scheduled_for}`, refuses, { scheduled_for }, 'scheduled_for', /must be/);
test(
  'metadata as of charges: reserved keys are left out',
  accepts,
  { metadata: { _x: 1, returnUrl: 'https://a.example', invoice: '77' } },
  { metadataJson: '{"invoice":"77"}' },
);
test('metadata that is no object', refuses, { metadata: [] }, 'metadata', /must be an object/);
test('a field that nobody knows is left out (A44)', accepts, { fee: 1 }, { amount: 1000 });

test('every field that failed is named, the first of the body first', (t) => {
  const refusal = t.throws(() => parsed(payoutBody, { destination: { pix_key: 'Ana' }, description: 1 }), {
    instanceOf: Refusal,
  });
  t.deepEqual(
    refusal?.more.details?.map(({ param }) => param),
    ['amount', 'destination.pix_key', 'description'],
  );
  t.is(refusal?.code, 'invalid_amount');
});

test('one payout has one hash, however its body is written; another body has another', (t) => {
  const hashOf = (more: object) => payoutHash(parsed(payoutBody, { ...VALID, ...more }));
  const same: readonly object[] = [
    { currency: 'BRL' },
    { currency: null, allow_duplicate: false },
    { destination: { pix_key: 'ANA@example.com', pix_key_type: 'email' } },
    { unknown: 1 },
  ];
  for (const more of same) t.is(hashOf(more), hashOf({}), JSON.stringify(more));
  t.regex(hashOf({}), /^v1:[0-9a-f]{64}$/);
  const others: readonly object[] = [
    { amount: 1001 },
    { destination: { pix_key: 'bia@example.com' } },
    toAccount({}),
    toAccount({ account: '1' }),
    toCode(STATIC),
    { description: 'x' },
    { metadata: { a: 1 } },
    { allow_duplicate: true },
    { scheduled_for: '2027-01-02T09:00:00Z' },
    RECIPIENT,
  ];
  t.is(new Set([hashOf({}), ...others.map(hashOf)]).size, others.length + 1);
  t.is(
    hashOf({ metadata: parseJsonAsWritten('{"a":1.50}') }),
    hashOf({ metadata: parseJsonAsWritten('{"a":15e-1}') }),
    'numbers by value',
  );
});
