import test from 'ava';
import { z } from 'zod';
import { ROUTES } from '../routes/table.ts';
import { keptName, keptPath, keptQuery } from './as-sent.ts';

const ID = '01939b6e-7f4b-7000-8000-000000000000';
const CPF = '529.982.247-25';
const KEY = `gx_test_${'A'.repeat(32)}`;

const pathKept = test.macro({
  exec: (t, template: string, sent: string, kept: string) => t.is(keptPath(template, sent), kept),
  title: (what) => `a path with ${what}`,
});
test('an id is kept as it was sent', pathKept, '/v1/charges/:id', `/v1/charges/ch_${ID}`, `/v1/charges/ch_${ID}`);
test(
  'a raw id in capitals too',
  pathKept,
  '/v1/charges/:id',
  `/v1/charges/${ID.toUpperCase()}`,
  `/v1/charges/${ID.toUpperCase()}`,
);
test(
  'an id and more behind it too',
  pathKept,
  '/v1/payments/:id/refund',
  `/v1/payments/tx_${ID}/refund/`,
  `/v1/payments/tx_${ID}/refund/`,
);
test('what programs send for no id too', pathKept, '/v1/charges/:id', '/v1/charges/undefined', '/v1/charges/undefined');
test('a number that can be no document too', pathKept, '/v1/charges/:id', '/v1/charges/1001', '/v1/charges/1001');
test(
  'a document in the position of the id loses it',
  pathKept,
  '/v1/charges/:id',
  `/v1/charges/${CPF}`,
  '/v1/charges/[redacted]',
);
test('a name there loses it', pathKept, '/v1/charges/:id', '/v1/charges/Ana%20Souza', '/v1/charges/[redacted]');
test('a key there loses it', pathKept, '/v1/events/:id', `/v1/events/${KEY}`, '/v1/events/[redacted]');

const queryKept = test.macro({
  exec: (t, sent: string, kept: string | undefined) => t.is(keptQuery(sent), kept),
  title: (what) => `a query with ${what}`,
});
test('nothing in it is none', queryKept, '', undefined);
test(
  'listed names keeps their values, decoded',
  queryKept,
  'limit=10&created_after=2026-01-01T10%3A00%3A00%2B03%3A00',
  'limit=10&created_after=2026-01-01T10:00:00+03:00',
);
test(
  'any other name loses its value',
  queryKept,
  `customer_id=${CPF}&email=ana@example.com`,
  'customer_id=[redacted]&email=[redacted]',
);
test(
  'a document or key under a listed name loses it',
  queryKept,
  `status=${CPF}&type=${KEY}`,
  'status=[redacted]&type=[redacted]',
);
test(
  'a text that no filter takes under a listed name loses it',
  queryKept,
  'status=Ana%20Sou%C3%A7a',
  'status=[redacted]',
);
test(
  'a name that is none of a program loses that',
  queryKept,
  `${CPF}=1&ana@example.com=2&limit=3`,
  '[redacted]=[redacted]&[redacted]=[redacted]&limit=3',
);
test('a key for a name loses that', queryKept, `${KEY}=1`, '[redacted]=[redacted]');
test('a mistyped name keeps it', queryKept, 'stauts=paid', 'stauts=[redacted]');
test('thousands of parameters keeps 20', queryKept, 'limit=1&'.repeat(5_000), Array(20).fill('limit=1').join('&'));

test('fields, headers and parameters are kept as the names of what an error blamed', (t) => {
  for (const name of ['Idempotency-Key', 'customer.document', 'events.3', 'status[$ne]', 'apiKeyFingerprint'])
    t.is(keptName(name), name);
  for (const name of [CPF, '+5511999999999', 'ana@example.com', 'Ana Souza', '', 'x'.repeat(65)])
    t.is(keptName(name), '[redacted]', name);
});

/** Who pays, and texts of the merchant's own: what they hold is in no log. */
const WITHHELD = ['customer_id', 'apiKeyFingerprint', 'path', 'requestId'];

test('of every parameter that a route has it is decided whether its values are kept', (t) => {
  const names = ROUTES.flatMap(({ query }) => {
    const { properties = {} } =
      query === undefined ? {} : z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
    return Object.keys(properties);
  });
  t.true(names.length > 20);
  for (const name of new Set(names))
    t.is(keptQuery(`${name}=1`), `${name}=${WITHHELD.includes(name) ? '[redacted]' : '1'}`, name);
});
