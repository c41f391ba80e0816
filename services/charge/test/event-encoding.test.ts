import { chargeEventCodec } from '@gx/contracts';
import { cents, type EndToEndId, newId, type Txid } from '@gx/core';
import test from 'ava';
import type { Charge, PixCode } from '../src/domain/charge.ts';
import { endCreation, newCharge } from '../src/domain/create.ts';
import { followOrder } from '../src/domain/follow-order.ts';
import { receive } from '../src/domain/receive.ts';
import { type Status, TRANSITIONS } from '../src/domain/transitions.ts';
import { encodeEvent } from '../src/store/encode-event.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const pix: PixCode = { brCode: '000201', expiresAt: new Date('2026-11-21T13:00:00.000Z') };
const addresses = { publicBaseUrl: 'https://a', checkoutBaseUrl: 'https://b' };
const pending = newCharge(
  {
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
    expectedPayerTaxId: null,
    metadataJson: '{}',
    fees: { provider: cents(10), platform: cents(10) },
    settlementDelaySeconds: 0,
    bank: { profileId: 'bank', txid: 't'.repeat(32) as Txid, body: '{}' },
    traceparent: null,
    createdAt: now,
  },
  'owner',
);
const presented = endCreation(pending, 'owner', { kind: 'present', pix }, now);
if (presented.kind !== 'change') throw new Error('not presented');

for (const status of Object.keys(TRANSITIONS) as Status[]) {
  for (const amount of [1_000, 999]) {
    test(`${amount} centavos for a ${status} charge of 1000 can be told of`, (t) => {
      const charge = status === 'PENDING' ? pending : { ...presented.charge, status };
      const one = { endToEndId: 'E1' as EndToEndId, amount: cents(amount), settledAt: now };
      const evidence = { payer: null, goneAtBank: false, returnId: newId('refund') };
      const decision = receive(charge, { payments: [{ ...one, ...evidence }], pix, traceparent: null }, now);
      if (decision.kind !== 'change') throw new Error('nothing changed');
      const told = decision.events.map((event) => {
        const { value, eventId } = encodeEvent(decision.charge, event, addresses);
        const read = chargeEventCodec.decode(value as Buffer);
        t.is(read.eventId, eventId);
        return read.type;
      });
      const keeps = ['PENDING', 'WAITING_PAYMENT', 'EXPIRED'].includes(status) && amount === 1_000;
      t.is(told.at(-1), keeps ? 'charge.receipt_accepted' : 'charge.return_ordered');
    });
  }
}

const paidCard: Charge = {
  ...presented.charge,
  status: 'APPROVED',
  paymentMethods: ['CREDIT_CARD'],
  settlement: {
    endToEndId: 'ord_1_1' as EndToEndId,
    paidAt: now,
    acceptedAt: now,
    sequence: 2,
    traceparent: null,
    postedAt: now,
  },
};
const instructions = { method: 'CREDIT_CARD', redirectUrl: 'https://i.example' } as const;

for (const [kind, status, expected] of [
  ['dispute', 'lost', ['failed DISPUTE', 'failed CHARGEBACK']],
  ['dispute', 'won', ['failed DISPUTE', 'paid APPROVED']],
  ['chargeback', 'won', ['failed CHARGEBACK', 'paid APPROVED']],
] as const)
  test(`a ${kind} that was ${status} before it was heard of: each event shows the charge as it was after that step`, (t) => {
    const dispute = { id: newId('dispute'), providerId: 'd1', kind, status };
    const shown = {
      status: 'approved',
      code: { instructions, expiresAt: now },
      payments: [],
      disputes: [dispute],
      givenBack: [],
    } as const;
    const decision = followOrder(paidCard, shown, { now, traceparent: null });
    if (decision.kind !== 'change') throw new Error('nothing changed');
    const told = decision.events.flatMap((event) => {
      const { paid, failed } = chargeEventCodec.decode(encodeEvent(decision.charge, event, addresses).value as Buffer);
      return [...(paid ? [`paid ${paid.charge?.status}`] : []), ...(failed ? [`failed ${failed.charge?.status}`] : [])];
    });
    t.deepEqual(told, [...expected]);
  });
