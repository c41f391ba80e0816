import { until } from '@gx/testkit';
import test from 'ava';
import { expiresIn, statusOf } from './closing.ts';
import { NAMED, OTHER, paidBy } from './locked.ts';
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
  t.like(await t.throwsAsync(rpc.getSettlement(CALL, { tenant, chargeId: charge.id })), REFUSED);
  const personalData = { keyId, ciphertext, fields };
  t.like(await t.throwsAsync(rpc.openPersonalData(CALL, { items: [{ tenant, personalData }] })), REFUSED);
  t.true(host.lines.some((line) => line.includes('customer_key_lost') && line.includes(keyId)));
});

test('lists that meet a charge whose key is lost: the others as ever, and that one without its customer, in its place; not as an erased one, and an operator is called', async (t) => {
  const tenant = newTenant();
  const before = await created(rig, { customer: { name: 'Ana' } }, tenant);
  const lost = await created(rig, { customer: { name: 'Bia', email: 'bia@gaiola.example' } }, tenant);
  const after = await created(rig, { customer: { name: 'Eva' } }, tenant);
  const { keyId, values: ciphertext } = await encrypted(lost.id);
  await keys.deleteOne({ _id: keyId });
  const { rpc, host } = await rig.replica();
  const shown = [
    { id: after.id, customer: { name: 'Eva' }, personalData: undefined },
    // What an erased one has no longer: the ciphertext.
    { id: lost.id, customer: {}, personalData: { keyId, ciphertext, fields: ['customer.name', 'customer.email'] } },
    { id: before.id, customer: { name: 'Ana' }, personalData: undefined },
  ];
  t.like((await rpc.listCharges(CALL, { tenant, limit: 10 })).charges, shown);
  const page = { tenant, page: 1, limit: 10 };
  t.like(await rpc.listPayments(CALL, page), { total: 3, charges: shown });
  for (const sortBy of ['CUSTOMER_NAME', 'AMOUNT', 'PAID_AT'] as const)
    t.is((await rpc.listPayments(CALL, { ...page, sortBy })).charges.length, 3, sortBy);
  const behind = await rpc.listCharges(CALL, { tenant, limit: 1, startingAfter: lost.id });
  t.like(behind.charges, { length: 1, 0: { id: before.id } });
  t.true(host.lines.some((line) => line.includes('customer_key_lost') && line.includes(keyId)));
});

test('the key of who paid is lost: the customer is exported all the same', async (t) => {
  const charge = await created(rig, { customer: { name: 'Ana', document: OTHER } });
  await paidBy(rig, charge, { taxId: NAMED, report_payer: 'notification' });
  await event(rig, charge.id, 'charge.payment_accepted');
  await keys.deleteOne({ _id: (await stored(rig, charge.id))?.['paidBy'].keyId });
  const { rpc } = await rig.replica();
  const { accountId } = charge.tenant;
  const { records } = await rpc.exportPersonalData(CALL, { document: OTHER, accountId });
  t.like(records, { length: 1, 0: { chargeId: charge.id, values: { 'customer.name': 'Ana' } } });
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
