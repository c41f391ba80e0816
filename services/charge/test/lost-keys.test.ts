import { until } from '@gx/testkit';
import test from 'ava';
import { expiresIn, statusOf } from './closing.ts';
import { NAMED, paidBy } from './locked.ts';
import { CALL, created, event, newTenant, startRig, stored } from './rig.ts';

const rig = await startRig({ CUSTOMER_KEY_SECONDS: '1' });
test.after.always('everything stops', rig.stop);

type Encrypted = { readonly keyId: string; readonly values: string; readonly fields: string[] };
const keys = rig.database.connection.collection<{ _id: string }>('customer_keys');
const encrypted = async (id: string) => (await stored(rig, id))?.['personalData'] as Encrypted;
const REFUSED = { code: 'internal_error' };

/** Loses the key of a charge, as every process sees soon; brings it back when what it answers is called. */
async function loseKey(charge: Parameters<typeof rig.rpc.getCharge>[1] & { readonly id: string }) {
  const key = await keys.findOneAndDelete({ _id: (await encrypted(charge.id)).keyId });
  await until('the process has forgotten the key', () =>
    rig.rpc.getCharge(CALL, charge).then(
      () => false,
      ({ code }: { readonly code?: string }) => code === REFUSED.code,
    ),
  );
  return async () => {
    if (key !== null) await keys.insertOne(key);
  };
}

test('a key that is lost, and was not destroyed: no read says that the customer was erased, and an operator is called', async (t) => {
  const tenant = newTenant();
  const charge = await created(rig, { customer: { name: 'Ana' } }, tenant);
  const { keyId, values: ciphertext, fields } = await encrypted(charge.id);
  await keys.deleteOne({ _id: keyId });
  const { rpc, host } = await rig.replica();
  t.like(await t.throwsAsync(rpc.getCharge(CALL, charge)), REFUSED);
  t.like(await t.throwsAsync(rpc.listCharges(CALL, { tenant, limit: 10 })), REFUSED);
  const personalData = { keyId, ciphertext, fields };
  t.like(await t.throwsAsync(rpc.openPersonalData(CALL, { items: [{ tenant, personalData }] })), REFUSED);
  t.true(host.lines.some((line) => line.includes('customer_key_lost') && line.includes(keyId)));
});

test('a key that is lost holds up no other charge: what comes in one batch with it is applied, to it too', async (t) => {
  const tenant = newTenant();
  const [lost, other] = [
    await created(rig, { customer: { name: 'Ana' } }, tenant),
    await created(rig, { customer: { name: 'Eva' } }, tenant),
  ];
  for (const one of [lost, other]) await paidBy(rig, one, { taxId: NAMED, report_payer: 'notification' });
  const accepted = [
    await event(rig, lost.id, 'charge.payment_accepted'),
    await event(rig, other.id, 'charge.payment_accepted'),
  ];
  const { keyId } = await encrypted(lost.id);
  await loseKey(lost);
  // Of one account, so that the other comes behind it.
  for (const one of accepted) await rig.ledger.credit(one);
  const paid = [await event(rig, lost.id, 'charge.paid'), await event(rig, other.id, 'charge.paid')];
  t.is(paid[0]?.paid?.charge?.personalData?.keyId, keyId, 'the event has what it had, for when the key is back');
  t.is((await rig.rpc.getCharge(CALL, other)).status, 'PAID');
});

test('the lock of a charge whose key is lost is no lock for nobody: it does not end, and its payer is let in once the key is back', async (t) => {
  const charge = await created(rig, { customer: { name: 'Ana' }, expectedPayerTaxId: NAMED });
  const bringBack = await loseKey(charge);
  await paidBy(rig, charge, { taxId: NAMED, report_payer: 'notification', notify: 'never' });
  await expiresIn(rig, charge.id, 0);
  await until('its end was due', () =>
    rig.lines().some((line) => line.includes('charge not closed') && line.includes(charge.id)),
  );
  t.like(await stored(rig, charge.id), { status: 'WAITING_PAYMENT', closing: null });
  await bringBack();
  t.like((await event(rig, charge.id, 'charge.payment_accepted')).paymentAccepted, { amount: 1_990 });
  await rig.ledger.credit(await event(rig, charge.id, 'charge.payment_accepted'));
  await event(rig, charge.id, 'charge.paid');
  t.is(await statusOf(rig, charge), 'PAID');
});
