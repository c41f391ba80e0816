import test from 'ava';
import {
  arrival,
  arrived,
  changed,
  NOW,
  PAYER,
  pendingCharge,
  presentedCharge,
  told,
} from '../../test/pending-charge.ts';
import { receive } from './receive.ts';
import { orderAnew, untakenOrders } from './return-money.ts';

test('an order is told again as the event that it was, until it is taken up; one without a number as a new one, once', (t) => {
  const locked = presentedCharge(pendingCharge({ expectedPayerTaxId: PAYER }));
  const ended = changed(receive(locked, arrival(arrived('E1', { payer: 'mismatch' })), NOW));
  const [order] = untakenOrders(ended);
  t.like(order, { type: 'charge.return_ordered', sequence: 2, occurredAt: NOW, endToEndId: 'E1' });
  t.is(orderAnew(ended, NOW).kind, 'keep');
  const receipts = ended.receipts.map(({ ordered: _, ...old }) => old);
  t.deepEqual(untakenOrders({ ...ended, receipts }), []);
  const anew = orderAnew({ ...ended, receipts }, NOW);
  t.deepEqual(told(anew), ['4 charge.return_ordered']);
  t.is(changed(anew).status, ended.status);
  t.like(untakenOrders(changed(anew))[0], { sequence: 4 });
  for (const change of [{ takenUpAt: NOW }, { returnedAt: NOW }]) {
    const taken = { ...ended, receipts: receipts.map((one) => ({ ...one, ...change })) };
    t.deepEqual(untakenOrders(taken), []);
    t.is(orderAnew(taken, NOW).kind, 'keep');
  }
});
