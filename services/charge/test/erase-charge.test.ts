import { newId } from '@gx/core';
import { placesOf, until } from '@gx/testkit';
import test from 'ava';
import { CALL, created, event, newTenant, order, startRig } from './rig.ts';

const rig = await startRig({ CUSTOMER_KEY_SECONDS: '1' });
test.after.always('everything stops', rig.stop);

const ANA = { name: 'Ana Gaiola', email: 'ana@gaiola.example', phone: '+5511987650123' };
const VALUES = { 'customer.name': ANA.name, 'customer.email': ANA.email, 'customer.phone': ANA.phone };
const erase = (chargeId: string, accountId?: string) =>
  rig.rpc.erasePersonalData(CALL, { chargeId, ...(accountId === undefined ? {} : { accountId }) });
const exported = async (chargeId: string) => (await rig.rpc.exportPersonalData(CALL, { chargeId })).records;

test.serial('a customer without a document: exported and erased by the charge, which alone forgets it', async (t) => {
  const tenant = newTenant();
  const [one, other] = [await created(rig, { customer: ANA }, tenant), await created(rig, { customer: ANA }, tenant)];
  t.like(await exported(one.id), { length: 1, 0: { chargeId: one.id, tenant, values: VALUES } });
  t.like(await t.throwsAsync(erase(one.id)), { code: 'unprocessable_entity', more: { reason: 'charge_open' } });
  await rig.rpc.cancelCharge(CALL, one);
  await event(rig, one.id, 'charge.failed');
  t.deepEqual(await placesOf(rig.database.connection, Object.values(ANA)), []);
  const erased = await erase(one.id, tenant.accountId);
  t.like(erased, { keys: 1, charges: 1, waitMs: 0 });
  t.true(erased.inForceAfterMs > 0, 'a process may have read it just before');
  const nulls = { customer: {}, personalData: { ciphertext: '', fields: Object.keys(VALUES) } };
  await until('the key is forgotten', async () => (await rig.rpc.getCharge(CALL, one)).personalData !== undefined);
  t.like(await rig.rpc.getCharge(CALL, one), nulls);
  t.deepEqual(await exported(one.id), []);
  t.like(await erase(one.id), { keys: 0, charges: 0, waitMs: 0 });
  t.like(await rig.rpc.getCharge(CALL, other), { customer: ANA });
});

test.serial(
  'a charge whose customer has a document, that names nobody, of another account or of nobody: which of them',
  async (t) => {
    const tenant = newTenant();
    const named = await created(rig, { customer: { ...ANA, document: '52998224725' } }, tenant);
    for (const call of [erase(named.id), exported(named.id)])
      t.like(await t.throwsAsync(call), { code: 'invalid_request', more: { param: 'charge_id' } });
    const nobody = await created(rig, {}, tenant);
    t.like(await erase(nobody.id), { keys: 0, charges: 0, waitMs: 0 });
    t.deepEqual(await exported(nobody.id), []);
    for (const call of [erase(named.id, newId('account')), erase(newId('charge')), exported('nonsense')])
      t.like(await t.throwsAsync(call), { code: 'not_found' });
    const both = rig.rpc.erasePersonalData(CALL, { chargeId: nobody.id, document: '52998224725' });
    t.like(await t.throwsAsync(both), { code: 'invalid_request', more: { param: 'charge_id' } });
  },
);

test.serial('a charge in the clear: refused by the charge too', async (t) => {
  const before = await rig.replica({ PERSONAL_DATA: 'clear' });
  t.teardown(before.stop);
  const { charge } = await before.rpc.createCharge(CALL, order(newTenant(), { customer: ANA }));
  t.like(await t.throwsAsync(erase(charge?.id ?? '')), { more: { reason: 'personal_data_in_clear' } });
});
