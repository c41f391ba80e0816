import { chargeEventCodec, encodedEvent, topicName } from '@gx/contracts';
import { newId, PLATFORM_ACCOUNT } from '@gx/core';
import { sendUnconfirmed, until } from '@gx/testkit';
import test from 'ava';
import { booksOf } from './at-bank.ts';
import { arrives, newTenant, PATIENT, PLAIN_PROFILE, pixIn, startRig } from './rig.ts';

const rig = await startRig();
test.after.always('everything stops', rig.stop);
const refunds = () => rig.database.connection.collection('refunds');
const devolutionsOf = async (endToEndId: string) => (await booksOf(rig, endToEndId)).devolutions;

/** An order to return a Pix that has arrived, as charge would write it down. */
async function newOrder() {
  const endToEndId = await pixIn(rig, 1_500);
  const money = { bankProfileId: PLAIN_PROFILE, endToEndId, amount: 1_500, currency: 'BRL' };
  const order = { returnId: newId('refund'), ...money, reason: 'AMOUNT_MISMATCH', paidAtMs: 1 };
  return { tenant: newTenant(), chargeId: newId('charge'), order };
}
type Order = Awaited<ReturnType<typeof newOrder>>;

function eventOf({ tenant, chargeId, order }: Pick<Order, 'tenant'> & { chargeId: string; order: object }) {
  const type = 'charge.return_ordered';
  const attributes = { eventId: `evt_${newId('charge')}`, type, sequence: 1, tenant, traceparent: undefined };
  const of = { ...attributes, chargeId, occurredAtMs: 1, returnOrdered: order };
  return encodedEvent(attributes, chargeEventCodec.encode(of));
}

test.serial(
  'an order that charge has signed and not written down sends no money back, whatever is different',
  async (t) => {
    const it = await newOrder();
    const written = eventOf(it);
    rig.charges.records.add(written.value);
    const other = (change: object) => eventOf({ ...it, order: { ...it.order, ...change } });
    const platform = { accountId: PLATFORM_ACCOUNT, livemode: false };
    const events = new Map([
      ['of a charge that nobody knows', eventOf({ ...it, chargeId: newId('charge') })],
      ['of no charge', eventOf({ ...it, tenant: platform, chargeId: '' })],
      ['of another account', eventOf({ ...it, tenant: newTenant() })],
      ['of the other mode', eventOf({ ...it, tenant: { ...it.tenant, livemode: true } })],
      ['of another amount', other({ amount: 1_400 })],
      ['of another currency', other({ currency: 'EUR' })],
      ['of another return', other({ returnId: newId('refund') })],
      ['of more than is left', other({ returnedByBank: 1 })],
      ['of an order', other({ orderReference: 'abc', paymentMethod: 'CREDIT_CARD' })],
      ['of a payment that was kept', other({ endToEndId: await pixIn(rig, 1_500) })],
    ]);
    const topic = topicName(rig.topicPrefix, 'chargeMoney');
    const count = await sendUnconfirmed({ topic, events }, `${rig.topicPrefix}refund`, rig.lines);
    t.is(await refunds().countDocuments(), 0);
    t.deepEqual(await devolutionsOf(it.order.endToEndId), []);
    t.log(`${count} signed orders of nobody, 0 devolutions`);
  },
);

test.serial(
  'while charge is away an order waits; then it goes back once, and one beside it that charge does not have never',
  async (t) => {
    const [good, bad] = [await newOrder(), await newOrder()];
    const dead = rig.bus.deadLetters().length;
    rig.charges.down = true;
    await rig.bus.orderUnwritten(bad.tenant, bad.chargeId, bad.order);
    await rig.bus.orderReturn(good.tenant, good.chargeId, good.order);
    const { refused } = rig.charges;
    await until('charge is queried again and again', () => rig.charges.refused > refused + 3, PATIENT);
    t.is(await refunds().countDocuments({ _id: good.order.returnId as never }), 0);
    t.is(rig.bus.deadLetters().length, dead);
    rig.charges.down = false;
    await arrives(rig, good.order.returnId, 'REFUNDED');
    await until('the other one is dead', () => rig.bus.deadLetters().length === dead + 1, PATIENT);
    t.is(rig.bus.deadLetters().at(-1), 'not confirmed by charge: charge_id');
    t.is((await devolutionsOf(good.order.endToEndId)).length, 1);
    t.deepEqual(await devolutionsOf(bad.order.endToEndId), []);
    t.is(await refunds().countDocuments({ _id: bad.order.returnId as never }), 0);
  },
);
