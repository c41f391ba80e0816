import { chargeEventCodec } from '@gx/contracts';
import type { Charge } from '@gx/contracts/charge';
import { Refusal } from '@gx/core';
import { placesOf, until } from '@gx/testkit';
import test from 'ava';
import { paidBy } from './locked.ts';
import { asking, reads, startOrderRig } from './order-rig.ts';
import { CALL, created, event, newTenant, order, PATIENT, pay, stored } from './rig.ts';

const DAY_MS = 86_400_000;
const rig = await startOrderRig();
test.after.always('everything stops', rig.stop);

type Named = { readonly id: string };
const charges = () => rig.database.connection.collection('charges');
/** As if these charges had been created so many days ago. */
const age = (ids: readonly string[], days: number) =>
  charges().updateMany({ _id: { $in: ids as never[] } }, [
    { $set: { createdAt: { $subtract: ['$createdAt', days * DAY_MS] } } },
  ]);
const cancelled = async (charge: Parameters<typeof rig.rpc.cancelCharge>[1] & Named) => {
  await rig.rpc.cancelCharge(CALL, charge);
  await event(rig, charge.id, 'charge.failed');
};
const lastOf = async (charge: Parameters<typeof rig.rpc.getLastEvent>[1]) =>
  chargeEventCodec.decode((await rig.rpc.getLastEvent(CALL, charge)).event);
const codesIn = async ({ id }: Named) => {
  const options: Charge['pix'][] = (await stored(rig, id))?.['paymentOptions'];
  return options.filter((option) => /brCode|instructions/.test(JSON.stringify(option))).length;
};

test.serial(
  'a test charge that ended and is 30 days old shows no code; a live, open or younger one does',
  async (t) => {
    const tenant = newTenant();
    const request = order(tenant);
    const first = await rig.rpc.createCharge(CALL, request);
    const paid = { tenant, id: first.charge?.id ?? '', txid: first.charge?.pix?.txid ?? '' };
    await pay(rig, paid);
    await rig.ledger.credit(await event(rig, paid.id, 'charge.payment_accepted'));
    const { paid: published } = await event(rig, paid.id, 'charge.paid');
    const several = (
      await rig.rpc.createCharge(
        CALL,
        asking('BOLETO', { paymentMethods: ['BOLETO', 'PIX'] as never, currency: 'BRL' }, tenant),
      )
    ).charge as Charge;
    await until('both codes are there', async () => (await codesIn(several)) === 2, PATIENT);
    await cancelled({ tenant, id: several.id });
    const gone = await created(rig, {}, tenant);
    await cancelled(gone);
    const [live, young, open] = [await created(rig), await created(rig), await created(rig)];
    await cancelled(live);
    await cancelled(young);
    await charges().updateOne({ _id: live.id as never }, { $set: { livemode: true } });
    await age([paid.id, several.id, gone.id, live.id, open.id], 31);
    await age([young.id], 29);

    const second = await rig.replica();
    const old = [paid, several, gone];
    await until('no code is left', async () => (await Promise.all(old.map(codesIn))).every((n) => n === 0), PATIENT);
    await second.stop();
    for (const charge of [live, young, open]) t.is(await codesIn(charge), 1);
    const { pix: code } = first.charge as Charge;
    t.deepEqual(await placesOf(rig.database.connection, [code?.brCode ?? '', gone.charge.pix?.brCode ?? '']), []);

    const now = await rig.rpc.getCharge(CALL, paid);
    t.like(now, { status: 'PAID', amount: 1_990, endToEndId: published?.charge?.endToEndId });
    t.is(now.pix ?? null, null);
    const both = await rig.rpc.getCharge(CALL, { tenant, id: several.id });
    t.deepEqual([both.pix ?? null, both.order ?? null, both.otherOrders], [null, null, []]);
    const replay = await rig.rpc.createCharge(CALL, request);
    t.like(replay, { replayed: true, charge: { id: paid.id, status: 'WAITING_PAYMENT' } });
    t.is(replay.charge?.pix ?? null, null);
    const hidden = await t.throwsAsync(rig.rpc.getPaymentCode(CALL, { id: gone.id }), { instanceOf: Refusal });
    t.is(hidden?.code, 'not_found');
    const checkout = await rig.rpc.getCheckout(CALL, { id: gone.id });
    t.like(checkout, {
      standing: { status: 'CANCELLED', expiresAtMs: gone.charge.pix?.expiresAtMs },
      simulated: false,
    });
    t.is(checkout.brCode, undefined);
    const last = await lastOf(paid);
    t.is(last.paid?.charge?.pix ?? null, null);
    t.deepEqual({ ...last.paid?.charge, pix: null }, { ...published?.charge, pix: null });
  },
);

test.serial('money that comes for a charge whose code has ended: decided by its time, as before', async (t) => {
  const charge = await created(rig);
  await charges().updateOne({ _id: charge.id as never }, { $set: { status: 'EXPIRED' } });
  await age([charge.id], 31);
  const second = await rig.replica();
  await until('no code is left', async () => (await codesIn(charge)) === 0, PATIENT);
  await second.stop();
  await paidBy(rig, charge, {});
  await rig.ledger.credit(await event(rig, charge.id, 'charge.payment_accepted'));
  await reads(rig, charge, 'PAID');
  t.is((await lastOf(charge)).paid?.charge?.pix ?? null, null);
  const replayed = rig.rpc.simulatePayment(CALL, { tenant: charge.tenant, chargeId: charge.id });
  t.like(await t.throwsAsync(replayed), { code: 'unprocessable_entity', more: { reason: 'payment_rejected' } });
});
