import { encodedEvent, ledgerEventCodec, refundEventCodec, topicName } from '@gx/contracts';
import { newId, refundEventIdOf } from '@gx/core';
import { sendForgeries } from '@gx/testkit';
import test from 'ava';
import { CALL, created, event, newTenant, pay, startRig } from './rig.ts';

const rig = await startRig();
test.after.always('everything stops', () => rig.stop());

test.serial(
  'a posting that the ledger has not signed makes no charge paid, however it is forged; the same one signed does',
  async (t) => {
    const charge = await created(rig, {}, newTenant());
    await pay(rig, charge);
    const accepted = await event(rig, charge.id, 'charge.payment_accepted');
    const type = 'ledger.entry_posted';
    const attributes = {
      eventId: `evt_${charge.id}`,
      type,
      sequence: 1,
      tenant: charge.tenant,
      traceparent: undefined,
    };
    const entryPosted = {
      reference: `paid:${charge.id}`,
      entryId: 'entry',
      chargeId: charge.id,
      endToEndId: accepted.paymentAccepted?.endToEndId ?? '',
      postedAtMs: Date.now(),
    };
    const bytes = (of: object) => ledgerEventCodec.encode({ ...attributes, occurredAtMs: Date.now(), entryPosted: of });
    const forged = {
      topic: topicName(rig.topicPrefix, 'ledger'),
      event: encodedEvent(attributes, bytes(entryPosted)),
      otherType: 'ledger.entry_lost',
      otherValue: bytes({ ...entryPosted, entryId: 'another' }),
    };
    await sendForgeries(forged, `${rig.topicPrefix}charge`, rig.lines);
    t.is((await rig.rpc.getCharge(CALL, charge)).status, 'WAITING_PAYMENT');
    t.deepEqual(
      rig.ledger.events(charge.id).filter((one) => one.type === 'charge.paid'),
      [],
    );
    await rig.ledger.credit(accepted);
    await event(rig, charge.id, 'charge.paid');
  },
);

test.serial('a refund that refund has not signed is counted for no charge', async (t) => {
  const charge = await created(rig, {}, newTenant());
  await pay(rig, charge);
  await rig.ledger.credit(await event(rig, charge.id, 'charge.payment_accepted'));
  await event(rig, charge.id, 'charge.paid');
  const refundId = newId('refund');
  const attributes = {
    eventId: refundEventIdOf(refundId, 2),
    type: 'refund.progressed',
    sequence: 2,
    tenant: charge.tenant,
    traceparent: undefined,
  };
  const progressed = { id: refundId, chargeId: charge.id, amount: 100, status: 'REFUNDED' as const };
  const bytes = (of: object) =>
    refundEventCodec.encode({ ...attributes, refundId, chargeId: charge.id, occurredAtMs: Date.now(), progressed: of });
  const forged = {
    topic: topicName(rig.topicPrefix, 'refund'),
    event: encodedEvent(attributes, bytes(progressed)),
    otherType: 'refund.created',
    otherValue: bytes({ ...progressed, amount: 1_000 }),
  };
  await sendForgeries(forged, `${rig.topicPrefix}charge-refund`, rig.lines);
  t.deepEqual(
    rig.ledger.events(charge.id).filter((one) => one.type === 'charge.refund_progressed'),
    [],
  );
  t.is((await rig.rpc.getCharge(CALL, charge)).status, 'PAID');
});
