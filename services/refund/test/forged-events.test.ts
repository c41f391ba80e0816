import { chargeEventCodec, encodedEvent, topicName } from '@gx/contracts';
import { newId } from '@gx/core';
import { sendForgeries } from '@gx/testkit';
import test from 'ava';
import { booksOf } from './at-bank.ts';
import { arrives, newTenant, PLAIN_PROFILE, pixIn, startRig } from './rig.ts';

const rig = await startRig();
test.after.always('everything stops', rig.stop);

test('an order that charge has not signed sends no money back, however it is forged; the same one signed does', async (t) => {
  const endToEndId = await pixIn(rig, 1_500);
  const [tenant, chargeId, returnId] = [newTenant(), newId('charge'), newId('refund')];
  const order = { returnId, bankProfileId: PLAIN_PROFILE, endToEndId, amount: 1_500, currency: 'BRL', paidAtMs: 1 };
  const returnOrdered = { ...order, reason: 'AMOUNT_MISMATCH' };
  const type = 'charge.return_ordered';
  const attributes = { eventId: `evt_${returnId}`, type, sequence: 1, tenant, traceparent: undefined };
  const bytes = (of: object) =>
    chargeEventCodec.encode({ ...attributes, chargeId, occurredAtMs: Date.now(), returnOrdered: of });
  const forged = {
    topic: topicName(rig.topicPrefix, 'chargeMoney'),
    event: encodedEvent(attributes, bytes(returnOrdered)),
    otherType: 'charge.returned_by_bank',
    otherValue: bytes({ ...returnOrdered, reason: 'DUPLICATE_PAYMENT' }),
  };
  await sendForgeries(forged, `${rig.topicPrefix}refund`, rig.lines);
  t.is(await rig.database.connection.collection('refunds').countDocuments(), 0);
  t.deepEqual((await booksOf(rig, endToEndId)).devolutions, []);
  await rig.bus.orderReturn(tenant, chargeId, returnOrdered);
  await arrives(rig, returnId, 'REFUNDED');
  t.is((await booksOf(rig, endToEndId)).devolutions.length, 1);
});
