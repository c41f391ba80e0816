import { ERRORS, Refusal } from '@gx/core';
import test from 'ava';
import { parsed } from './issues.ts';
import { RETURN_URL } from './metadata.ts';
import { paymentBody } from './payment-body.ts';
import { paymentHash, requestHash } from './request-hash.ts';

const VALID = { amount: 1000, paymentMethods: ['PIX'], idempotencyKey: 'order-00001' };
const understood = (more: object = {}) => parsed(paymentBody, { ...VALID, ...more });

const refuses = test.macro({
  exec(t, more: object, code: string, param: string) {
    const refusal = t.throws(() => understood(more), { instanceOf: Refusal });
    t.deepEqual([refusal?.code as string, refusal?.more.param], [code, param]);
    t.is(ERRORS[refusal?.code ?? 'internal_error'].http, 400);
    t.true(refusal?.more.details?.some((detail) => detail.param === param && detail.message !== ''));
  },
  title: (rule) => `400 ${rule}`,
});
const accepts = test.macro({
  exec: (t, more: object, expected: object) => t.like(understood(more), expected),
  title: (rule) => `201 ${rule}`,
});
const without = (field: string) => ({ [field]: undefined });

test('amount is required', refuses, without('amount'), 'invalid_amount', 'amount');
for (const amount of [0, -1, 10.5, '1000', null, 2 ** 53, 1_000_000_000_000])
  test(`amount ${amount}`, refuses, { amount }, 'invalid_amount', 'amount');
test(
  'amount and a method, both wrong: the first field in order gives the code',
  refuses,
  { amount: 0, paymentMethods: ['PIXX'] },
  'invalid_amount',
  'amount',
);
test('the smallest amount', accepts, { amount: 1 }, { amount: 1 });
test('the largest amount (A51)', accepts, { amount: 999_999_999_999 }, { amount: 999_999_999_999 });

for (const currency of ['BR', 'USDTUSDTX', 'brl', 'B L', '', 986, 'BRÉ'])
  test(`currency ${JSON.stringify(currency)}`, refuses, { currency }, 'invalid_currency', 'currency');
for (const currency of ['EUR', 'USDT', 'ABCDEFGH'])
  test(
    `currency ${currency} where no Pix is requested`,
    accepts,
    { currency, paymentMethods: ['CRYPTO'] },
    { currency },
  );
test('currency of Pix other than BRL (A15)', refuses, { currency: 'EUR' }, 'invalid_currency', 'currency');
test(
  'currency of Pix among other methods other than BRL',
  refuses,
  { currency: 'EUR', paymentMethods: ['CREDIT_CARD', 'PIX'] },
  'invalid_currency',
  'currency',
);
test('currency is BRL unless given', accepts, {}, { currency: 'BRL' });
test('currency null means left out', accepts, { currency: null }, { currency: 'BRL' });

test('paymentMethods is required', refuses, without('paymentMethods'), 'invalid_request', 'paymentMethods');
test('paymentMethods that is no list', refuses, { paymentMethods: 'PIX' }, 'invalid_request', 'paymentMethods');
test(
  'paymentMethods of 21',
  refuses,
  { paymentMethods: Array.from({ length: 21 }, () => 'PIX') },
  'invalid_request',
  'paymentMethods',
);
test(
  'paymentMethods of 20, of which each is one',
  accepts,
  { paymentMethods: Array.from({ length: 20 }, () => 'PIX') },
  { paymentMethods: ['PIX'] },
);
test('paymentMethods without one', refuses, { paymentMethods: [] }, 'invalid_request', 'paymentMethods');
for (const unknown of ['pix', 'CASH', 1, null])
  test(
    `paymentMethods with ${JSON.stringify(unknown)} (A31)`,
    refuses,
    { paymentMethods: ['PIX', unknown] },
    'invalid_request',
    'paymentMethods.1',
  );
for (const method of ['PIX', 'CREDIT_CARD', 'MULTIBANCO', 'BOLETO', 'CRYPTO'])
  test(`the method ${method}`, accepts, { paymentMethods: [method] }, { paymentMethods: [method] });
test(
  'a method named twice is one method',
  accepts,
  { paymentMethods: ['BOLETO', 'PIX', 'BOLETO'] },
  { paymentMethods: ['BOLETO', 'PIX'] },
);

const mbway = (phone?: unknown) => ({ paymentMethods: ['MBWAY'], currency: 'EUR', metadata: { phone } });
test('MBWAY without metadata', refuses, { paymentMethods: ['MBWAY'] }, 'invalid_request', 'metadata.phone');
for (const phone of [
  undefined,
  351912345678,
  '912345678',
  '+0351912345678',
  '+351 912 345 678',
  '+12',
  `+${'1'.repeat(16)}`,
])
  test(
    `MBWAY with metadata.phone ${JSON.stringify(phone)}`,
    refuses,
    mbway(phone),
    'invalid_request',
    'metadata.phone',
  );
test('MBWAY with a phone in E.164, which stays in the metadata', (t) => {
  t.is(understood(mbway('+351912345678')).metadata?.kept['phone'], '+351912345678');
});
test(
  'a phone of another method is metadata like any other',
  accepts,
  { metadata: { phone: 'x' } },
  { currency: 'BRL' },
);

for (const [field, value] of [
  ['customerId', ''],
  ['customerId', 'a'.repeat(129)],
  ['customerId', 7],
  ['customerName', 'a'.repeat(201)],
  ['customerName', 'a\u0000'],
  ['customerEmail', 'ana'],
  ['customerEmail', 'ana@'],
  ['customerEmail', 'Ana <ana@example.com>'],
  ['customerEmail', `${'a'.repeat(250)}@x.com`],
  ['metadata', []],
  ['metadata', 'x'],
] as const)
  test(`${field} ${JSON.stringify(value).slice(0, 24)}`, refuses, { [field]: value }, 'invalid_request', field);
for (const document of ['', ' - ', 'a'.repeat(65), 52998224725])
  test(
    `customerDocument ${JSON.stringify(document).slice(0, 24)}`,
    refuses,
    { customerDocument: document },
    'invalid_document',
    'customerDocument',
  );
test(
  'a CPF loses its punctuation',
  accepts,
  { customerDocument: '529.982.247-25' },
  { customerDocument: '52998224725' },
);
test(
  'a CNPJ with letters (A61)',
  accepts,
  { customerDocument: '12.abc.345/01de-35' },
  { customerDocument: '12ABC34501DE35' },
);
test(
  'a NIF or any other tax id as it is',
  accepts,
  { customerDocument: ' PT 501 964 843 ' },
  { customerDocument: 'PT 501 964 843' },
);
for (const url of [
  '',
  'merchant.example.com',
  'ftp://a.example.com/',
  'javascript:alert(1)',
  7,
  `https://a.example.com/${'x'.repeat(2_048)}`,
])
  test(`webhookUrl ${JSON.stringify(url).slice(0, 28)}`, refuses, { webhookUrl: url }, 'invalid_url', 'webhookUrl');

for (const key of [
  undefined,
  null,
  '1234567',
  'a'.repeat(129),
  '🔑'.repeat(7),
  '🔑'.repeat(129),
  'order\n00001',
  'order\u0085 0001',
  'order\ud800 0001',
  12345678,
])
  test(
    `idempotencyKey ${JSON.stringify(key)?.slice(0, 20)} (A32)`,
    refuses,
    { idempotencyKey: key },
    'invalid_request',
    'idempotencyKey',
  );
test('idempotencyKey of 8 and of 128 characters, of any script, with blanks, taken as it came (A32)', (t) => {
  for (const idempotencyKey of [
    '12345678',
    'a'.repeat(128),
    '🔑'.repeat(8),
    '🔑'.repeat(128),
    ' with space ',
    'ação-00001',
  ])
    t.is(understood({ idempotencyKey }).idempotencyKey, idempotencyKey);
});

test('reserved and underscored metadata is stripped; returnUrl is kept aside, where it is an https address', (t) => {
  const reserved = {
    _a: 1,
    returnUrl: 'https://shop.example/back',
    webhookUrl: 'x',
    idempotencyKey: 'x',
    customerId: 'x',
  };
  const { metadata } = understood({ metadata: { order: 7, description: 'x', ...reserved } });
  t.is(JSON.stringify(metadata?.kept), '{"order":7,"description":"x"}');
  t.is(metadata?.kept[RETURN_URL], 'https://shop.example/back');
  for (const returnUrl of ['http://shop.example', 'https://u:p@shop.example/', 'https://a b', 'javascript:x', 7])
    t.is(understood({ metadata: { returnUrl } }).metadata?.kept[RETURN_URL], undefined);
});
for (const returnUrl of ['http://shop.example', 'x', 7])
  test(
    `a card payer cannot be led back to ${returnUrl}`,
    refuses,
    { paymentMethods: ['CREDIT_CARD'], metadata: { returnUrl } },
    'invalid_request',
    'metadata.returnUrl',
  );
test('every failing field is named, and the first one gives the code', (t) => {
  const refusal = t.throws(() => understood({ amount: 0, currency: 'x', idempotencyKey: '1' }), {
    instanceOf: Refusal,
  });
  t.is(refusal?.code, 'invalid_amount');
  t.deepEqual(
    refusal?.more.details?.map(({ param }) => param),
    ['amount', 'currency', 'idempotencyKey'],
  );
});

test('a key is bound to what was understood: every field but the key itself, in any order', (t) => {
  const hash = (more: object = {}) => paymentHash(understood(more));
  const plain = hash();
  t.is(hash({ idempotencyKey: 'order-00002' }), plain);
  t.is(hash({ unknown: 1, currency: 'BRL', metadata: undefined, paymentMethods: ['PIX', 'PIX'] }), plain);
  const others = [
    { amount: 1001 },
    { paymentMethods: ['PIX', 'BOLETO'] },
    { customerId: 'u1' },
    { customerName: 'Ana' },
    { customerDocument: '52998224725' },
    { customerEmail: 'ana@example.com' },
    { metadata: {} },
    { metadata: { order: 7 } },
    { metadata: { returnUrl: 'https://shop.example/' } },
    { webhookUrl: 'https://shop.example/hook' },
  ].map(hash);
  t.is(new Set([plain, ...others]).size, others.length + 1);
});

test('no body of the charges surface has the hash of one of the payments surface (A32)', (t) => {
  t.not(requestHash({ amount: 1000, currency: 'BRL', payment_method: 'pix' } as never), paymentHash(understood()));
});
