import { cents, type EndToEndId, newId, type TaxId, type Txid } from '@gx/core';
import test from 'ava';
import type { Charge, Decision, PixCode } from './charge.ts';
import { endCreation, newCharge } from './create.ts';
import { receive } from './receive.ts';
import { orderAnew, untakenOrders } from './return-money.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const pix: PixCode = { brCode: '000201', expiresAt: new Date('2026-11-21T13:00:00.000Z') };
const terms = {
  id: newId('charge'),
  tenant: { accountId: newId('account'), livemode: false },
  surface: 'CHARGES',
  idempotencyKey: 'key-00001',
  requestHash: 'v1:a',
  amount: cents(1_000),
  currency: 'BRL',
  paymentMethods: ['PIX'],
  customerId: null,
  webhookUrl: null,
  customer: {},
  expectedPayerTaxId: '52998224725' as TaxId,
  metadataJson: '{}',
  fees: { provider: cents(10), platform: cents(10) },
  settlementDelaySeconds: 0,
  bank: { profileId: 'bank', txid: 't'.repeat(32) as Txid, body: '{}' },
  traceparent: null,
  createdAt: now,
} as const;
const changed = (decision: Decision): Charge => {
  if (decision.kind !== 'change') throw new Error('nothing changed');
  return decision.charge;
};
const told = (decision: Decision): string[] =>
  decision.kind === 'change' ? decision.events.map(({ sequence, type }) => `${sequence} ${type}`) : [];
const waiting = changed(endCreation(newCharge(terms, 'owner'), 'owner', { kind: 'present', pix }, now));
const payment = {
  endToEndId: 'E1' as EndToEndId,
  amount: cents(1_000),
  settledAt: now,
  payer: 'mismatch',
  goneAtBank: false,
  returnId: newId('refund'),
} as const;

test('an order is told again as the event that it was, until it is taken up; one without a number as a new one, once', (t) => {
  const ended = changed(receive(waiting, { payments: [payment], pix, traceparent: null }, now));
  const [order] = untakenOrders(ended);
  t.like(order, { type: 'charge.return_ordered', sequence: 2, occurredAt: now, endToEndId: 'E1' });
  t.is(orderAnew(ended, now).kind, 'keep');
  const receipts = ended.receipts.map(({ ordered: _, ...old }) => old);
  t.deepEqual(untakenOrders({ ...ended, receipts }), []);
  const anew = orderAnew({ ...ended, receipts }, now);
  t.deepEqual(told(anew), ['4 charge.return_ordered']);
  t.is(changed(anew).status, ended.status);
  t.like(untakenOrders(changed(anew))[0], { sequence: 4 });
  for (const change of [{ takenUpAt: now }, { returnedAt: now }]) {
    const taken = { ...ended, receipts: receipts.map((one) => ({ ...one, ...change })) };
    t.deepEqual(untakenOrders(taken), []);
    t.is(orderAnew(taken, now).kind, 'keep');
  }
});
