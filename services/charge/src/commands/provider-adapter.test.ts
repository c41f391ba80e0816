import { cents, crc16, type Txid } from '@gx/core';
import type { ProviderCharge, ProviderOrder } from '@gx/providers';
import { testHost } from '@gx/testkit';
import test from 'ava';
import { NOW, pendingCharge } from '../../test/pending-charge.ts';
import type { Bank } from '../banks/bank-directory.ts';
import { orderAdapter, pixAdapter } from './provider-adapter.ts';

const LATER = new Date(NOW.getTime() + 3_600_000);
const bank = {
  id: 'sim',
  merchant: { name: 'Loja de Teste', city: 'SAO PAULO' },
  orders: { provider: {}, callbackUrl: 'https://gx.example' },
} as unknown as Bank;
const OPEN = '00020101021226';
const BR_CODE = `${OPEN}6304${crc16(`${OPEN}6304`)}`;

/** As the bank shows the charge of `pendingCharge`. */
const COB: ProviderCharge = {
  txid: 'a'.repeat(32) as Txid,
  status: 'active',
  amount: cents(1_000),
  createdAt: NOW,
  expiresAt: LATER,
  brCode: BR_CODE,
  location: 'pix.example/qr/v2/1',
  payments: [],
};
/** As the acquirer shows its order by card. */
const ORDER: ProviderOrder = {
  reference: 'ref',
  amount: cents(1_000),
  currency: 'EUR',
  status: 'awaiting_payer',
  reason: null,
  createdAt: NOW,
  updatedAt: NOW,
  expiresAt: LATER,
  instructions: { method: 'CREDIT_CARD', redirectUrl: 'https://issuer.example' },
  payments: [],
  disputes: [],
  refunds: [],
};
const DOUBT = { kind: 'open', isUnknown: true, retryAfterSeconds: 5 };

/** What the provider makes of what is shown, and the alarms that it raised. */
function judged(shown: Partial<ProviderCharge>) {
  const { log, lines } = testHost('charge');
  const answer = pixAdapter({ log }, bank, pendingCharge()).endOf({ ...COB, ...shown });
  return { answer, lines };
}
function judgedOrder(shown: Partial<ProviderOrder>) {
  const { log, lines } = testHost('charge');
  const charge = pendingCharge({ surface: 'PAYMENTS', currency: 'EUR', paymentMethods: ['CREDIT_CARD'] });
  const answer = orderAdapter({ log }, bank, charge).endOf({ ...ORDER, ...shown });
  return { answer, lines };
}
const alarmsIn = (lines: readonly string[]) =>
  lines.map((line) => JSON.parse(line)).filter(({ alarm }) => alarm === 'charge_unusable_at_bank');

// biome-ignore format: one row per answer, read as a table
const UNUSABLE = [
  ['a charge of another amount',               () => judged({ amount: cents(1_001) })],
  ['neither a code nor a location',            () => judged({ brCode: null, location: null })],
  ['a damaged code and no location',           () => judged({ brCode: `${BR_CODE.slice(0, -1)}!`, location: null })],
  ['no code and a location that fits into none', () => judged({ brCode: null, location: `pix.example/${'x'.repeat(80)}` })],
  ['an order of another amount',               () => judgedOrder({ amount: cents(1_001) })],
  ['an order in another currency',             () => judgedOrder({ currency: 'BRL' })],
  ['an order by another method',               () => judgedOrder({ instructions: { method: 'MBWAY' } })],
] as const;

for (const [title, judge] of UNUSABLE)
  test(`${title} cannot be paid as ours: the question stays open, and one alarm is logged`, (t) => {
    const { answer, lines } = judge();
    t.deepEqual(answer, DOUBT as never);
    const [alarm, ...more] = alarmsIn(lines);
    t.like(alarm, { bank_profile: 'sim', level: 'error' });
    t.deepEqual(more, []);
  });

test('what can be paid as ours alarms nobody, nor does what is gone', (t) => {
  for (const [judge, kind] of [
    [() => judged({}), 'present'],
    [() => judged({ brCode: null }), 'present'],
    [() => judged({ location: null }), 'present'],
    [() => judged({ status: 'removed_by_receiver', amount: cents(1) }), 'cancel'],
    [() => judged({ status: 'removed_by_bank', amount: cents(1) }), 'reject'],
    [() => judgedOrder({}), 'follow'],
    [() => judgedOrder({ status: 'cancelled' }), 'cancel'],
  ] as const) {
    const { answer, lines } = judge();
    t.is(answer.kind, kind);
    t.deepEqual(alarmsIn(lines), []);
  }
});
