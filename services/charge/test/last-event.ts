import { chargeEventCodec } from '@gx/contracts';
import { Refusal } from '@gx/core';
import test from 'ava';
import { CALL, created, event, newTenant, pay, type Rig, stored } from './rig.ts';

/** What a charge keeps of its last public event, for publishing it again as it was. */
export function keepsLastEvent(rig: Rig): void {
  const lastOf = async (charge: Awaited<ReturnType<typeof created>>) => {
    const { event: bytes, status } = await rig.rpc.getLastEvent(CALL, charge);
    return { event: chargeEventCodec.decode(bytes), status };
  };

  test.serial('the last public event is read as it was published: the creation, until money changes it', async (t) => {
    const charge = await created(rig, { customer: { name: 'Maria' }, metadataJson: '{"order":7}' });
    const published = await event(rig, charge.id, 'charge.created');
    t.deepEqual(await lastOf(charge), { event: published, status: 'WAITING_PAYMENT' });
    t.is((await stored(rig, charge.id))?.['lastEvent'].value, null, 'a creation costs no second copy');
    await pay(rig, charge);
    const accepted = await event(rig, charge.id, 'charge.payment_accepted');
    t.deepEqual(await lastOf(charge), { event: published, status: 'WAITING_PAYMENT' }, 'what is internal is not read');
    await rig.ledger.credit(accepted);
    const paid = await event(rig, charge.id, 'charge.paid');
    t.deepEqual(await lastOf(charge), { event: paid, status: 'PAID' });
  });

  test.serial('a cancellation is the last event of a charge that was cancelled', async (t) => {
    const charge = await created(rig);
    await rig.rpc.cancelCharge(CALL, charge);
    t.deepEqual(await lastOf(charge), { event: await event(rig, charge.id, 'charge.failed'), status: 'CANCELLED' });
  });

  test.serial(
    'money that is held moves the status without a public event: the last one stays what it was',
    async (t) => {
      const customer = { name: 'Maria', document: '52998224725' };
      const charge = await created(rig, { customer, expectedPayerTaxId: '52998224725' });
      const published = await event(rig, charge.id, 'charge.created');
      await pay(rig, charge, { reportPayer: 'never' });
      await event(rig, charge.id, 'charge.payment_held');
      t.deepEqual(await lastOf(charge), { event: published, status: 'PROCESSING' });
    },
  );

  test.serial('the last event of another’s charge is not there', async (t) => {
    const { tenant, id } = await created(rig);
    for (const request of [
      { tenant: newTenant(), id },
      { tenant: { ...tenant, livemode: true }, id },
      { tenant, id: 'nonsense' },
    ]) {
      const error = await t.throwsAsync(rig.rpc.getLastEvent(CALL, request), { instanceOf: Refusal });
      t.is(error?.message, 'No such charge.');
    }
  });
}
