import { Refusal } from '@gx/core';
import test from 'ava';
import { DOCUMENT, NOW, request } from '../../test/sample-payout.ts';
import type { Destination } from './destination.ts';
import { abilityRefusal, type PayoutRequest, refusalOf } from './payout-request.ts';

const DAY_MS = 86_400_000;
const EVP = '123e4567-e12b-12d1-a456-426655440000';
const STATIC = `00020126580014br.gov.bcb.pix0136${EVP}5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D`;
/** A static code of 1.00. */
const OF_ONE_REAL =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-42665544000052040000530398654041.005802BR5915Call_me_Awesome6009Sao_Paulo622905259134e2866f71427abf001000063047029';
const account = (change: object = {}): Destination => ({
  kind: 'bank_account',
  ispb: '12345678',
  branch: '0001',
  account: '123456',
  accountType: 'checking',
  holderName: 'Maria da Silva',
  holderDocument: DOCUMENT,
  ...change,
});

const refused = test.macro({
  exec(t, change: Partial<PayoutRequest>, code: string, param: string) {
    const refusal = refusalOf(request(change), NOW);
    t.is(refusal?.code, code as never);
    t.is(refusal?.more.param, param);
  },
  title: (title) => `400 ${title}`,
});
test('an amount of nothing', refused, { amount: 0 }, 'invalid_amount', 'amount');
test('an amount beyond the largest', refused, { amount: 1_000_000_000_000 }, 'invalid_amount', 'amount');
test('a part of a centavo', refused, { amount: 1.5 }, 'invalid_amount', 'amount');
test('another currency', refused, { currency: 'USD' }, 'invalid_currency', 'currency');
test('a key of 7 characters', refused, { idempotencyKey: '1234567' }, 'invalid_request', 'Idempotency-Key');
test('a key of 129', refused, { idempotencyKey: 'k'.repeat(129) }, 'invalid_request', 'Idempotency-Key');
test('a description of 141', refused, { description: 'é'.repeat(141) }, 'invalid_request', 'description');
test('scheduled for now', refused, { scheduledFor: NOW }, 'invalid_request', 'scheduled_for');
test(
  'scheduled for 90 days and a millisecond',
  refused,
  { scheduledFor: new Date(NOW.getTime() + 90 * DAY_MS + 1) },
  'invalid_request',
  'scheduled_for',
);
test(
  'a key that the directory writes otherwise',
  refused,
  { destination: { kind: 'key', type: 'email', key: 'Maria@example.com' } },
  'invalid_request',
  'destination.pix_key',
);
test(
  'a key of another type than is said',
  refused,
  { destination: { kind: 'key', type: 'evp', key: '52998224725' } },
  'invalid_request',
  'destination.pix_key',
);
for (const [field, value] of [
  ['ispb', '1234567'],
  ['branch', '00001'],
  ['account', '12345-6'],
] as const)
  test(
    `a bank account with a wrong ${field}`,
    refused,
    { destination: account({ [field]: value }) },
    'invalid_request',
    `destination.bank_account.${field}`,
  );
test(
  'a holder whose name nobody sees',
  refused,
  { destination: account({ holderName: ' \u200b ' }) },
  'invalid_request',
  'destination.bank_account.holder_name',
);
for (const [title, brCode] of [
  ['no code', 'hello'],
  ['a code with a wrong check sum', `${STATIC.slice(0, -4)}0000`],
  ['a code that names another amount', OF_ONE_REAL],
] as const)
  test(title, refused, { destination: { kind: 'br_code', brCode } }, 'invalid_request', 'destination.br_code');

test('what is allowed at the edges passes', (t) => {
  for (const change of [
    { amount: 1 },
    { amount: 999_999_999_999 },
    { idempotencyKey: '12345678' },
    { idempotencyKey: '😀'.repeat(128) },
    { description: '😀'.repeat(140) },
    { scheduledFor: new Date(NOW.getTime() + 1) },
    { scheduledFor: new Date(NOW.getTime() + 90 * DAY_MS) },
    { destination: account({ ispb: 'AB345678' }) },
    { destination: { kind: 'br_code', brCode: STATIC } },
    { amount: 100, destination: { kind: 'br_code', brCode: OF_ONE_REAL } },
  ] satisfies Partial<PayoutRequest>[])
    t.is(refusalOf(request(change), NOW), undefined);
});

const EVERYTHING = { profileId: 'bank', destinations: ['key', 'bank_account', 'br_code'], keyOwner: true } as const;
const KEYS_ALONE = { profileId: 'bank', destinations: ['key'], keyOwner: false } as const;

const cannot = test.macro({
  exec(t, change: Partial<PayoutRequest>, ability: Parameters<typeof abilityRefusal>[1], expected: string) {
    const refusal = abilityRefusal(request(change), ability);
    t.true(refusal === undefined || refusal instanceof Refusal);
    t.is(`${refusal?.more.reason ?? 'can'} ${refusal?.more.param ?? ''}`.trim(), expected);
  },
  title: (title) => title ?? '',
});
test('422 a bank that sends no Pix at all', cannot, {}, null, 'no_provider_for_method');
test(
  '422 a code where the bank takes keys alone',
  cannot,
  { destination: { kind: 'br_code', brCode: STATIC } },
  KEYS_ALONE,
  'capability_missing destination.br_code',
);
test(
  '422 an account where the bank takes keys alone',
  cannot,
  { destination: account() },
  KEYS_ALONE,
  'capability_missing destination.bank_account',
);
test(
  '422 an expected owner of a key where the bank has no directory',
  cannot,
  { expectedOwner: DOCUMENT },
  KEYS_ALONE,
  'capability_missing expected_recipient_tax_id',
);
test(
  'an expected owner of a key is checked where the bank says who that is',
  cannot,
  { expectedOwner: DOCUMENT },
  EVERYTHING,
  'can',
);
test(
  'an expected owner of an account needs no directory',
  cannot,
  { expectedOwner: DOCUMENT, destination: account() },
  { ...EVERYTHING, keyOwner: false },
  'can',
);
test(
  'an expected owner of a static code is that of its key',
  cannot,
  { expectedOwner: DOCUMENT, destination: { kind: 'br_code', brCode: STATIC } },
  EVERYTHING,
  'can',
);
