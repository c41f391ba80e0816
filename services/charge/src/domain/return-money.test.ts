import test from 'ava';
import { arrival, arrived, changed, NOW, PAYER, pendingCharge, presentedCharge } from '../../test/pending-charge.ts';
import { decideConfirmed } from './decide-confirmed.ts';
import { unacknowledgedOrders } from './return-money.ts';

test('an order is published again as the event that it was, until refund has it', (t) => {
  const locked = presentedCharge(pendingCharge({ expectedPayerTaxId: PAYER }));
  const ended = changed(decideConfirmed(locked, arrival(arrived('E1', { payer: 'mismatch' })), NOW));
  const [order] = unacknowledgedOrders(ended);
  t.like(order, { type: 'charge.return_ordered', sequence: 2, occurredAt: NOW, endToEndId: 'E1' });
  for (const change of [{ acknowledgedAt: NOW }, { returnedAt: NOW }]) {
    const taken = { ...ended, payments: ended.payments.map((one) => ({ ...one, ...change })) };
    t.deepEqual(unacknowledgedOrders(taken), []);
  }
});
