import { newId } from '@gx/core';
import test from 'ava';
import type { Customer } from './charge.ts';
import { customerKey } from './velocity.ts';

const tenant = { accountId: newId('account'), livemode: false };
const keyOf = (customer: Customer, of = tenant, secret = 'a secret') => customerKey(secret, of, customer);

const SAME: readonly (readonly [string, Customer, Customer])[] = [
  ['a CPF with and without its points', { document: '529.982.247-25' }, { document: '52998224725' }],
  ['a CNPJ with letters in lower case', { document: '12.abc.345/01de-35' }, { document: '12ABC34501DE35' }],
  ['a tax id of another country, spaced', { document: 'pt 123-456 789' }, { document: 'PT123456789' }],
  ['an e-mail in capitals', { email: ' Ana@Example.com' }, { email: 'ana@example.com' }],
  ['a phone with spaces', { phone: '+55 (11) 96471-4305' }, { phone: '5511964714305' }],
  [
    'a document, whatever else is said',
    { document: '52998224725', email: 'a@b.c' },
    { document: '52998224725', phone: '1' },
  ],
  ['an e-mail, whatever the phone', { email: 'a@b.c', phone: '1' }, { email: 'a@b.c', phone: '2', name: 'Ana' }],
  ['a document that is nothing but signs counts as none', { document: ' - ', email: 'a@b.c' }, { email: 'a@b.c' }],
];
for (const [title, one, other] of SAME) test(`one customer: ${title}`, (t) => t.is(keyOf(one), keyOf(other)));

test('a customer who tells nothing of himself but a name is nobody', (t) => {
  t.is(keyOf({}), null);
  t.is(keyOf({ name: 'Ana', document: '', email: ' ', phone: '+' }), null);
});

test('customers of other accounts, of the other mode and under another secret have other names', (t) => {
  const customer = { document: '52998224725' };
  const names = [
    keyOf(customer),
    keyOf(customer, { ...tenant, livemode: true }),
    keyOf(customer, { ...tenant, accountId: newId('account') }),
    keyOf(customer, tenant, 'another secret'),
    keyOf({ email: '52998224725' }),
    keyOf({ phone: '52998224725' }),
  ];
  t.is(new Set(names).size, names.length);
  for (const name of names) t.regex(name ?? '', /^[0-9a-f]{32}$/);
});
