import { chargeEventCodec } from '@gx/contracts';
import type { ChargeChanged } from '@gx/contracts/charge';
import { cents, type EndToEndId, newId } from '@gx/core';
import test from 'ava';
import { applyOrderStatus } from '../src/domain/apply-order-status.ts';
import type { Charge } from '../src/domain/charge.ts';
import { decideConfirmed } from '../src/domain/decide-confirmed.ts';
import { type Status, TRANSITIONS } from '../src/domain/transitions.ts';
import { encodeEvent } from '../src/store/encode-event.ts';
import { arrival, arrived, NOW, pendingCharge, presentedCharge } from './pending-charge.ts';

const addresses = { publicBaseUrl: 'https://a', checkoutBaseUrl: 'https://b' };
const pending = pendingCharge();
const presented = presentedCharge(pending);

for (const status of Object.keys(TRANSITIONS) as Status[]) {
  for (const amount of [1_000, 999]) {
    test(`${amount} centavos for a ${status} charge of 1000 can be published`, (t) => {
      const charge = status === 'PENDING' ? pending : { ...presented, status };
      const decision = decideConfirmed(charge, arrival(arrived('E1', { amount: cents(amount) })), NOW);
      if (decision.kind !== 'change') throw new Error('nothing changed');
      const published = decision.events.map((event) => {
        const { value, eventId } = encodeEvent(decision.charge, event, addresses);
        const read = chargeEventCodec.decode(value as Buffer);
        t.is(read.eventId, eventId);
        return read.type;
      });
      const keeps = ['PENDING', 'WAITING_PAYMENT', 'EXPIRED'].includes(status) && amount === 1_000;
      // Nobody hears of a charge that the bank declined: its money goes back all the same.
      const returned = status === 'REJECTED' ? 'charge.return_ordered' : 'charge.refund_progressed';
      t.is(published.at(-1), keeps ? 'charge.payment_accepted' : returned);
    });
  }
}

const paidCard: Charge = {
  ...presented,
  status: 'APPROVED',
  paymentMethods: ['CREDIT_CARD'],
  settlement: {
    endToEndId: 'ord_1_1' as EndToEndId,
    paidAt: NOW,
    acceptedAt: NOW,
    sequence: 2,
    traceparent: null,
    postedAt: NOW,
  },
};
const instructions = { method: 'CREDIT_CARD', redirectUrl: 'https://i.example' } as const;

for (const [kind, status, expected] of [
  ['dispute', 'lost', ['failed DISPUTE needs_response', 'failed CHARGEBACK lost']],
  ['dispute', 'won', ['failed DISPUTE needs_response', 'paid APPROVED won']],
  ['chargeback', 'won', ['failed CHARGEBACK needs_response', 'paid APPROVED won']],
] as const)
  test(`a ${kind} that was ${status} before it was first shown: each event shows the charge and its dispute as they were after that step`, (t) => {
    const dispute = { id: newId('dispute'), providerId: 'd1', kind, status };
    const shown = {
      status: 'approved',
      code: { instructions, expiresAt: NOW },
      payments: [],
      disputes: [dispute],
      givenBack: [],
    } as const;
    const decision = applyOrderStatus(paidCard, shown, { now: NOW, traceparent: null });
    if (decision.kind !== 'change') throw new Error('nothing changed');
    const published = decision.events.flatMap((event) => {
      const { paid, failed } = chargeEventCodec.decode(encodeEvent(decision.charge, event, addresses).value as Buffer);
      const saying = ({ charge, dispute: cause }: ChargeChanged) => `${charge?.status} ${cause?.status}`;
      return [...(paid ? [`paid ${saying(paid)}`] : []), ...(failed ? [`failed ${saying(failed)}`] : [])];
    });
    t.deepEqual(published, [...expected]);
  });
