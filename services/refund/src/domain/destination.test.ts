import { newId, parseTaxId } from '@gx/core';
import test from 'ava';
import { destinationIdOf, keyOwnership, payerOf } from './destination.ts';

const [ANA, BIA, SHOP] = ['52998224725', '11144477735', '11222333000181'] as const;
const payer = (payerTaxId: string | null, expectedPayerTaxId: string | null) =>
  payerOf({ payerTaxId, expectedPayerTaxId })?.value as string | undefined;

test('the payer is whom the bank reported, else whom the charge was locked to, else nobody', (t) => {
  t.is(payer(ANA, BIA), ANA);
  t.is(payer(null, BIA), BIA);
  t.is(payer(null, null), undefined);
  t.is(payer('***982247**', null), undefined, 'a masked document names nobody');
  t.is(payer('***982247**', BIA), undefined, 'and whom the bank reported goes first');
});

const owned = test.macro({
  exec: (t, key: string, document: string | undefined, expected: string) =>
    t.is(keyOwnership(key, document === undefined ? undefined : parseTaxId(document)), expected as never),
  title: (_, key, document, expected) => `${key}, paid by ${document ?? 'nobody knows whom'}: ${expected}`,
});
test(owned, ANA, ANA, 'payer');
test(owned, SHOP, SHOP, 'payer');
test(owned, BIA, ANA, 'other');
test(owned, SHOP, ANA, 'other');
test(owned, ANA, undefined, 'other');
test(owned, 'ana@example.com', ANA, 'unknown');
test(owned, '+5511987654321', ANA, 'unknown');

test('a key has one name in an account and mode, and nobody reads the key in it', (t) => {
  const [secret, tenant] = [Buffer.alloc(32, 1), { accountId: newId('account'), livemode: true }];
  const name = destinationIdOf(secret, tenant, ANA);
  t.regex(name, /^[0-9a-f]{32}$/);
  t.is(destinationIdOf(secret, tenant, ANA), name);
  const others = [
    destinationIdOf(secret, tenant, BIA),
    destinationIdOf(secret, { ...tenant, livemode: false }, ANA),
    destinationIdOf(secret, { ...tenant, accountId: newId('account') }, ANA),
    destinationIdOf(Buffer.alloc(32, 2), tenant, ANA),
  ];
  t.is(new Set([name, ...others]).size, 5);
});
