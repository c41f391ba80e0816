import { newId } from '@gx/core';
import test from 'ava';
import type { Customer } from './charge.ts';
import { countGoodForMs, customerKeys, type PayerDetails } from './velocity.ts';

const tenant = { accountId: newId('account'), livemode: false };
const keysOf = (named: Partial<PayerDetails>, of = tenant, secret = 'a secret') =>
  customerKeys(secret, of, { customer: {}, ...named });
const keysOfCustomer = (customer: Customer) => keysOf({ customer });
const share = (one: readonly string[], other: readonly string[]): boolean => one.some((key) => other.includes(key));

const SAME: readonly (readonly [string, Customer, Customer])[] = [
  ['a CPF with and without its points', { document: '529.982.247-25' }, { document: '52998224725' }],
  ['a CNPJ with letters in lower case', { document: '12.abc.345/01de-35' }, { document: '12ABC34501DE35' }],
  ['a tax id of another country, spaced', { document: 'pt 123-456 789' }, { document: 'PT123456789' }],
  ['a tax id in wide digits', { document: 'PT１２３４５６７８９' }, { document: 'PT123456789' }],
  ['an e-mail in capitals', { email: ' Ana@Example.com' }, { email: 'ana@example.com' }],
  ['an e-mail with a tag', { email: 'ana+loja+2@example.com' }, { email: 'ANA@example.com' }],
  ['an e-mail in quotes with a tag', { email: '"ana+loja"@example.com' }, { email: '"ana+2"@example.com' }],
  ['a phone with spaces', { phone: '+55 (11) 96471-4305' }, { phone: '+5511964714305' }],
  ['a phone without its country', { phone: '(11) 96471-4305' }, { phone: '+5511964714305' }],
  ['a phone with its country and no plus', { phone: '5511964714305' }, { phone: '+5511964714305' }],
  ['a phone as it is dialled from elsewhere', { phone: '00 351 912 345 678' }, { phone: '+351912345678' }],
  ['a landline with the 0 of a long-distance call', { phone: '(011) 3471-4305' }, { phone: '+551134714305' }],
  ['a DDD that is written as a country is', { phone: '55 99647-4305' }, { phone: '+5555996474305' }],
];
for (const [title, one, other] of SAME)
  test(`one customer: ${title}`, (t) => {
    t.is(keysOfCustomer(one).length, 1);
    t.deepEqual(keysOfCustomer(one), keysOfCustomer(other));
  });

test('every identity that is given counts, whatever stands beside it', (t) => {
  const all = keysOfCustomer({ document: '52998224725', email: 'a@b.c', phone: '+351912345678', name: 'Ana' });
  t.is(new Set(all).size, 3);
  for (const one of [{ document: '52998224725' }, { email: 'A@b.c' }, { phone: '00351912345678' }])
    t.true(share(all, keysOfCustomer(one)), JSON.stringify(one));
});

test('the only allowed payer, and the payer that MB WAY asks, are customers too', (t) => {
  t.deepEqual(keysOf({ expectedPayerTaxId: '529.982.247-25' }), keysOfCustomer({ document: '52998224725' }));
  t.is(keysOf({ customer: { document: '52998224725' }, expectedPayerTaxId: '52998224725' }).length, 1);
  t.deepEqual(keysOf({ metadataJson: '{"phone":"+351912345678"}' }), keysOfCustomer({ phone: '+351912345678' }));
});

test('a document that is nothing but signs counts as none', (t) => {
  t.deepEqual(keysOfCustomer({ document: ' - ', email: 'a@b.c' }), keysOfCustomer({ email: 'a@b.c' }));
});

test('a customer who gives nothing but a name is nobody', (t) => {
  t.deepEqual(keysOfCustomer({}), []);
  t.deepEqual(keysOfCustomer({ name: 'Ana', document: '', email: ' ', phone: '+' }), []);
});

test('customers of other accounts, of the other mode and under another secret have other names', (t) => {
  const customer = { document: '52998224725' };
  const names = [
    keysOf({ customer }),
    keysOf({ customer }, { ...tenant, livemode: true }),
    keysOf({ customer }, { ...tenant, accountId: newId('account') }),
    keysOf({ customer }, tenant, 'another secret'),
    keysOfCustomer({ email: '52998224725' }),
    keysOfCustomer({ phone: '+52998224725' }),
  ].flat();
  t.is(new Set(names).size, 6);
  for (const name of names) t.regex(name, /^[0-9a-f]{32}$/);
});

test('a count is good for a second, and for longer where the limit is far away', (t) => {
  const good = (max: number, charges: number) => countGoodForMs({ max, windowMs: 600_000 }, charges);
  t.is(good(6_000, 0), 1_000);
  t.is(good(6_000, 6_000), 1_000);
  t.is(good(1_000_000, 100_000), 90_000);
  t.is(good(1_000_000, 995_000), 1_000);
});
