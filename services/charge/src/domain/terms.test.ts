import { AMOUNT_MAX, cents, type Id, newId } from '@gx/core';
import test from 'ava';
import fc from 'fast-check';
import { type ChargeRequest, lifetimeSeconds, refusalOf } from './charge-request.ts';
import { debtorOf } from './debtor.ts';
import { feesOf } from './fees.ts';
import { foldDescription } from './metadata.ts';
import { txidOf } from './txid.ts';

const tariff = (basisPoints: number, fixed: number) => ({ basisPoints, fixed: cents(fixed) });
const request: ChargeRequest = {
  tenant: { accountId: newId('account'), livemode: false },
  idempotencyKey: 'key-00001',
  requestHash: 'v1:a',
  surface: 'CHARGES',
  amount: 1_000,
  currency: 'BRL',
  paymentMethods: ['PIX'],
  customer: {},
};

for (const [amount, provider, platform] of [
  [1_990, 10, 20],
  [50, 10, 1],
  [49, 10, 0],
  [10, 10, 0],
  [5, 5, 0],
  [1, 1, 0],
] as const) {
  test(`fees of ${amount} with 10 centavos for the provider and 1 % for the platform`, (t) => {
    const fees = feesOf(cents(amount), { provider: tariff(0, 10), platform: tariff(100, 0) });
    t.deepEqual(fees, { provider: cents(provider), platform: cents(platform) });
  });
}

test('no tariff makes the net amount negative', (t) => {
  const tariffs = fc
    .record({ basisPoints: fc.nat(20_000), fixed: fc.nat(10_000) })
    .map(({ basisPoints, fixed }) => tariff(basisPoints, fixed));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: AMOUNT_MAX }), tariffs, tariffs, (amount, provider, platform) => {
      const fees = feesOf(cents(amount), { provider, platform });
      return fees.provider >= 0 && fees.platform >= 0 && amount - fees.provider - fees.platform >= 0;
    }),
  );
  t.pass();
});

test('a txid is 32 letters and digits, the same each time, and shows nothing of the charge', (t) => {
  const id = newId('charge');
  const txid = txidOf('secret', id);
  t.regex(txid, /^[0-9A-Za-z]{32}$/);
  t.is(txidOf('secret', id), txid);
  t.not(txidOf('other secret', id), txid);
  t.not(txid as string, id.replaceAll('-', ''));
  t.is(
    txidOf('secret', '019a0000-0000-7000-8000-000000000000' as Id<'charge'>) as string,
    'YCcHzKEhmrSQOwvXDDEcHt5LVkSgD0ne',
  );
});

for (const [title, change, code] of [
  ['nothing', { amount: 0 }, 'invalid_amount'],
  ['a fraction', { amount: 1.5 }, 'invalid_amount'],
  ['more than the bank can carry', { amount: AMOUNT_MAX + 1 }, 'invalid_amount'],
  ['dollars', { currency: 'USD' }, 'invalid_currency'],
  ['a short key', { idempotencyKey: '1234567' }, 'invalid_request'],
  ['a long key', { idempotencyKey: 'k'.repeat(129) }, 'invalid_request'],
  ['a key of seven characters that take two units each', { idempotencyKey: '🔑'.repeat(7) }, 'invalid_request'],
  ['less than a minute', { expiresInSeconds: 59 }, 'invalid_expires_in'],
  ['a payer with wrong check digits', { expectedPayerTaxId: '12345678900' }, 'invalid_document'],
  ['a payer lock without a name', { expectedPayerTaxId: '52998224725' }, 'invalid_request'],
  ['a payer lock with a blank name', { expectedPayerTaxId: '52998224725', customer: { name: ' ' } }, 'invalid_request'],
  [
    'a payer lock beside another document',
    { expectedPayerTaxId: '52998224725', customer: { name: 'Maria', document: '11144477735' } },
    'invalid_request',
  ],
  ['eleven equal digits', { expectedPayerTaxId: '11111111111', customer: { name: 'Maria' } }, 'invalid_document'],
] as const) {
  test(`${title} is refused: ${code}`, (t) => t.is(refusalOf({ ...request, ...change })?.code, code));
}

test('the edges are not refused', (t) => {
  for (const change of [
    { amount: 1 },
    { amount: AMOUNT_MAX },
    { idempotencyKey: 'k'.repeat(8) },
    { idempotencyKey: 'k'.repeat(128) },
    { idempotencyKey: '🔑'.repeat(128) },
    { expiresInSeconds: 60 },
    { expectedPayerTaxId: '12abc34501de35', customer: { name: 'ACME' } },
    { expectedPayerTaxId: '52998224725', customer: { name: 'Maria', document: '529.982.247-25' } },
  ]) {
    t.is(refusalOf({ ...request, ...change }), undefined);
  }
});

test('a charge lives as requested, at most a day, else as the account says', (t) => {
  t.is(lifetimeSeconds({ ...request, expiresInSeconds: 60 }, 3_600), 60);
  t.is(lifetimeSeconds({ ...request, expiresInSeconds: 86_401 }, 3_600), 86_400);
  t.is(lifetimeSeconds(request, 3_600), 3_600);
});

test('the body’s description wins over the one inside metadata, which stays otherwise', (t) => {
  t.is(foldDescription('{"a":1,"description":"in"}', 'out'), '{"a":1,"description":"out"}');
  t.is(foldDescription('{"description":"in"}', undefined), '{"description":"in"}');
  t.is(foldDescription(undefined, 'out'), '{"description":"out"}');
  t.is(foldDescription(undefined, undefined), '{}');
  t.is(foldDescription('{"__proto__":{"a":1}}', 'out'), '{"__proto__":{"a":1},"description":"out"}');
});

test('the bank gets a debtor only with both a name and a valid document', (t) => {
  t.deepEqual(debtorOf({ name: 'Maria', document: '529.982.247-25' }), {
    debtor: { document: { kind: 'cpf', value: '52998224725' as never }, name: 'Maria' },
  });
  for (const customer of [{}, { name: 'Maria' }, { document: '52998224725' }, { name: 'Maria', document: '1' }])
    t.deepEqual(debtorOf(customer), {});
});
