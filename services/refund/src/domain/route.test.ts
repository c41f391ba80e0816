import { cents, type EndToEndId, Refusal } from '@gx/core';
import test from 'ava';
import { type Ability, chooseRoute, type RoutePreference } from './route.ts';
import type { RefundableSettlement } from './settlement.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const settlement = (change: Partial<RefundableSettlement> = {}): RefundableSettlement => ({
  status: 'PAID',
  surface: 'PAYMENTS',
  amount: cents(1_000),
  currency: 'BRL',
  bankProfileId: 'bank',
  posted: true,
  disputed: false,
  order: null,
  endToEndId: 'E0000000020261121120000000000001' as EndToEndId,
  paidAt: NOW,
  expectedPayerTaxId: null,
  payerTaxId: null,
  fees: { provider: cents(0), platform: cents(0) },
  bankReturns: [],
  ...change,
});
const ABLE: Ability = { cashout: true, cashoutFee: cents(35), maxDevolutionDays: 90, orderRefund: false };
const PLAIN: Ability = { ...ABLE, cashout: false };
const LOCKED = '52998224725';
const PAYER = '11144477735';

/** `strategy to destination, fee and who pays it`, or the refusal. */
function words(wish: RoutePreference, ability: Ability, change: Partial<RefundableSettlement> = {}): string {
  const route = chooseRoute(wish, settlement(change), ability, NOW);
  if (route instanceof Refusal) return [route.code, route.more.param ?? route.more.reason].join(' ');
  return `${route.strategy} ${route.destinationKey ?? '-'} ${route.fee.amount} ${route.fee.payer}`;
}

const rule = test.macro({
  exec: (t, expected: string, wish: RoutePreference, ability: Ability, change: Partial<RefundableSettlement> = {}) =>
    t.is(words(wish, ability, change), expected),
  title: (title) => title ?? '',
});
const known = { payerTaxId: PAYER };
const old = { paidAt: new Date(NOW.getTime() - 91 * 86_400_000) };

test('nothing requested, a destination known: a cashout to it', rule, `CASHOUT ${PAYER} 35 PLATFORM`, {}, ABLE, known);
test('who paid comes before whom the charge is locked to', rule, `CASHOUT ${PAYER} 35 PLATFORM`, {}, ABLE, {
  ...known,
  expectedPayerTaxId: LOCKED,
});
test('a bank that named nobody: whom the charge is locked to', rule, `CASHOUT ${LOCKED} 35 PLATFORM`, {}, ABLE, {
  expectedPayerTaxId: LOCKED,
});
test(
  'the merchant’s own destination comes first',
  rule,
  'CASHOUT a@b.co 35 PLATFORM',
  { destinationKey: 'a@b.co' },
  ABLE,
  known,
);
test('nothing requested, no destination known: a devolution', rule, 'DEVOLUTION - 0 PLATFORM', {}, ABLE);
test('nothing requested, a document that is no key: a devolution', rule, 'DEVOLUTION - 0 PLATFORM', {}, ABLE, {
  payerTaxId: '123',
});
for (const document of ['ana@example.com', '+5511987654321', '123e4567-e89b-42d3-a456-426614174000'])
  test(
    `a document that reads as another kind of Pix key is no destination: ${document}`,
    rule,
    'DEVOLUTION - 0 PLATFORM',
    {},
    ABLE,
    {
      payerTaxId: document,
    },
  );
test(
  'nothing requested, a bank that sends nothing out: a devolution',
  rule,
  'DEVOLUTION - 0 PLATFORM',
  {},
  PLAIN,
  known,
);
test('a devolution requested is one', rule, 'DEVOLUTION - 0 PLATFORM', { strategy: 'DEVOLUTION' }, ABLE, known);
test('a passed fee is the merchant’s', rule, `CASHOUT ${PAYER} 35 MERCHANT`, { passFeeToTenant: true }, ABLE, known);
test(
  'a fee that is not passed is the platform’s',
  rule,
  `CASHOUT ${PAYER} 35 PLATFORM`,
  { passFeeToTenant: false },
  ABLE,
  known,
);
test(
  'a cashout requested is never turned into a devolution: no Pix-out',
  rule,
  'REFUND_NOT_SUPPORTED strategy',
  { strategy: 'CASHOUT' },
  PLAIN,
  known,
);
test(
  'a cashout requested is never turned into a devolution: no destination',
  rule,
  'invalid_request destinationKey',
  { strategy: 'CASHOUT' },
  ABLE,
);
test(
  'a destination that is no key is refused, not ignored',
  rule,
  'invalid_request destinationKey',
  { destinationKey: 'Ana' },
  ABLE,
  known,
);
test(
  'a devolution has no destination',
  rule,
  'invalid_request destinationKey',
  { strategy: 'DEVOLUTION', destinationKey: 'a@b.co' },
  ABLE,
);
test(
  'a destination is not ignored where only devolutions are',
  rule,
  'invalid_request destinationKey',
  { destinationKey: 'a@b.co' },
  PLAIN,
);
test(
  'a devolution has no fee to pass on',
  rule,
  'invalid_request passFeeToTenant',
  { strategy: 'DEVOLUTION', passFeeToTenant: true },
  ABLE,
);
test(
  'a fee that is not passed may be given with a devolution',
  rule,
  'DEVOLUTION - 0 PLATFORM',
  { strategy: 'DEVOLUTION', passFeeToTenant: false },
  ABLE,
);
test('91 days later no devolution', rule, 'unprocessable_entity devolution_window_expired', {}, PLAIN, old);
test('91 days later a cashout still', rule, `CASHOUT ${PAYER} 35 PLATFORM`, {}, ABLE, { ...old, ...known });

const card = { order: { reference: 'o1', method: 'CREDIT_CARD' }, currency: 'EUR', paidAt: old.paidAt } as const;
const boleto = { order: { reference: 'o1', method: 'BOLETO' } } as const;
const THROUGH: Ability = { ...ABLE, orderRefund: true };
test(
  'a card goes back the way it came, whatever is known of the payer, at any age',
  rule,
  'ORDER - 0 PLATFORM',
  {},
  THROUGH,
  { ...card, ...known },
);
test(
  'a fee that nobody takes may be left with us',
  rule,
  'ORDER - 0 PLATFORM',
  { passFeeToTenant: false },
  THROUGH,
  card,
);
test('a method without a way back is REFUND_NOT_SUPPORTED', rule, 'REFUND_NOT_SUPPORTED ', {}, ABLE, boleto);
for (const strategy of ['DEVOLUTION', 'CASHOUT'] as const)
  test(`a card has no ${strategy}`, rule, 'REFUND_NOT_SUPPORTED strategy', { strategy }, THROUGH, card);
test('400 a destination of a card', rule, 'invalid_request destinationKey', { destinationKey: LOCKED }, THROUGH, card);
test(
  '400 a fee of a card passed on',
  rule,
  'invalid_request passFeeToTenant',
  { passFeeToTenant: true },
  THROUGH,
  card,
);
