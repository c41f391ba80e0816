import type { Charge } from '@gx/contracts/charge';
import { newId, type Tenant } from '@gx/core';
import { placesOf, until } from '@gx/testkit';
import test from 'ava';
import { paidBy } from './locked.ts';
import { CALL, type ChargeRequest, created, event, newTenant, order, startRig, stored } from './rig.ts';

/** How long a process goes by what it read of a key, and the second after it. */
const rig = await startRig({ CUSTOMER_KEY_SECONDS: '1' });
test.after.always('everything stops', rig.stop);

const NAMED = '52998224725';
const person = (document: string) => ({
  name: `Zenobia ${document}`,
  document,
  email: `zenobia.${document}@gaiola.example`,
  phone: `+55119${document.slice(0, 8)}`,
});
const everything = (document: string): ChargeRequest => ({
  customer: person(document),
  expectedPayerTaxId: document,
  metadataJson: `{"phone":"+35191${document.slice(0, 7)}","weight":1.10}`,
});
const FIELDS = [
  'customer.name',
  'customer.document',
  'customer.email',
  'customer.phone',
  'expected_payer_tax_id',
  'metadata.phone',
];
/** Valid documents that no other test has. */
const DOCUMENTS = ['39053344705', '11144477735', '86288366757', '15350946056', '71428793860', '87748248800'];
const document = (): string => DOCUMENTS.pop() as string;
type Stored = { readonly keyId: string; readonly values: string; readonly fields: string[] };
const keysOf = (tenant: Tenant) =>
  rig.database.connection.collection('customer_keys').find({ accountId: tenant.accountId }).toArray();
const encrypted = async (id: string) => (await stored(rig, id))?.['personalData'] as Stored;
const listed = async (tenant: Tenant, customerDocument: string) =>
  (await rig.rpc.listCharges(CALL, { tenant, limit: 10, customerDocument })).charges.map(({ id }) => id);
const personOf = ({
  customer,
  expectedPayerTaxId,
  metadataJson,
}: Pick<Charge, 'customer' | 'expectedPayerTaxId' | 'metadataJson'>) => ({
  customer,
  expectedPayerTaxId,
  metadataJson,
});

test('a charge that names persons, paid: its answers show them, and no document of the database and no event does', async (t) => {
  const mine = document();
  const request = everything(mine);
  const charge = await created(rig, request);
  t.deepEqual(personOf(charge.charge), personOf(request as Charge));
  await paidBy(rig, charge, { taxId: mine, report_payer: 'notification' });
  await rig.ledger.credit(await event(rig, charge.id, 'charge.payment_accepted'));
  const { paid } = await event(rig, charge.id, 'charge.paid');
  t.deepEqual(personOf(await rig.rpc.getCharge(CALL, charge)), personOf(request as Charge));
  const values = [...Object.values(person(mine)), `+35191${mine.slice(0, 7)}`];
  t.deepEqual(await placesOf(rig.database.connection, values), []);
  t.deepEqual(
    values.filter((value) => JSON.stringify(paid).includes(value)),
    [],
  );
  t.like(paid, {
    charge: { customer: {}, metadataJson: '{"phone":null,"weight":1.10}', personalData: { fields: FIELDS } },
  });
  t.is(paid?.charge?.expectedPayerTaxId, undefined);
  const { keyId } = await encrypted(charge.id);
  const personalData = paid?.charge?.personalData as NonNullable<Charge['personalData']>;
  const { items } = await rig.rpc.openPersonalData(CALL, { items: [{ tenant: charge.tenant, personalData }] });
  const { name, email, phone } = person(mine);
  const [opened] = items;
  t.deepEqual(opened, {
    erased: false,
    values: {
      'customer.name': name,
      'customer.document': mine,
      'customer.email': email,
      'customer.phone': phone,
      expected_payer_tax_id: mine,
      'metadata.phone': `+35191${mine.slice(0, 7)}`,
    },
  });
  t.is(keyId, personalData.keyId);
});

test('one key for a customer of an account and mode, by the document however it is written; without one, a key for each charge', async (t) => {
  const mine = document();
  const tenant = newTenant();
  const other = newTenant();
  const one = await created(rig, { customer: { document: mine } }, tenant);
  const two = await created(rig, { customer: { name: 'Ana', document: mine } }, tenant);
  const lock = await created(rig, { customer: { name: 'Ana' }, expectedPayerTaxId: mine }, tenant);
  const foreign = await created(rig, { customer: { document: mine } }, other);
  const nameless = [
    await created(rig, { customer: { name: 'Ana' } }, tenant),
    await created(rig, { customer: { name: 'Ana' } }, tenant),
  ];
  const key = async ({ id }: { readonly id: string }) => (await encrypted(id)).keyId;
  t.is(await key(two), await key(one));
  t.is(await key(lock), await key(one));
  t.is(new Set([await key(one), await key(foreign), ...(await Promise.all(nameless.map(key)))]).size, 4);
  t.is((await keysOf(tenant)).length, 3);
  t.deepEqual(await listed(tenant, mine), [two.id, one.id], 'a lock alone is no document of the customer');
  const formatted = mine.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');
  t.deepEqual(await listed(tenant, formatted), [two.id, one.id]);
  t.deepEqual(await listed(other, mine), [foreign.id]);
  const nobody = await created(rig, {}, tenant);
  t.is(await encrypted(nobody.id), undefined as never);
});

test('a list by what is encrypted of customers: in its order, nothing first, equal ones by id', async (t) => {
  const tenant = newTenant();
  const names = ['b', undefined, 'Ana', 'a', 'Zé', 'a', undefined];
  for (const name of names) await created(rig, name === undefined ? {} : { customer: { name } }, tenant);
  const sorted = async (ascending: boolean) => {
    const listing = { tenant, page: 1, limit: 10, sortBy: 'CUSTOMER_NAME', ascending } as const;
    return (await rig.rpc.listPayments(CALL, listing)).charges;
  };
  const up = await sorted(true);
  t.deepEqual(
    up.map(({ customer }) => customer?.name),
    [undefined, undefined, 'Ana', 'Zé', 'a', 'a', 'b'],
  );
  t.true((up[0]?.id ?? '') < (up[1]?.id ?? '') && (up[4]?.id ?? '') < (up[5]?.id ?? ''));
  t.deepEqual(await sorted(false), up.toReversed());
});

test('many creations for one customer at once, on two replicas: one key', async (t) => {
  const mine = document();
  const tenant = newTenant();
  const { rpc } = await rig.replica();
  const request = () => order(tenant, { customer: { document: mine } });
  await Promise.all(
    [rig.rpc, rpc].flatMap((one) => Array.from({ length: 8 }, () => one.createCharge(CALL, request()))),
  );
  t.is((await keysOf(tenant)).length, 1);
  t.is((await rig.rpc.listCharges(CALL, { tenant, limit: 100, customerDocument: mine })).charges.length, 16);
});

test('charges of an older version, in the clear: read, listed among the others in order; their customer is not erased', async (t) => {
  const mine = document();
  const tenant = newTenant();
  const before = await rig.replica({ PERSONAL_DATA: 'clear' });
  const create = async (rpc: typeof rig.rpc) =>
    (await rpc.createCharge(CALL, order(tenant, everything(mine)))).charge as Charge;
  const old = await create(before.rpc);
  t.like(await stored(rig, old.id), { customer: { document: mine }, expectedPayerTaxId: mine });
  const fresh = await create(rig.rpc);
  const last = await create(before.rpc);
  t.deepEqual(await listed(tenant, mine), [last.id, fresh.id, old.id]);
  const page = await rig.rpc.listCharges(CALL, { tenant, limit: 2, customerDocument: mine });
  t.deepEqual([page.charges.map(({ id }) => id), page.hasMore], [[last.id, fresh.id], true]);
  t.deepEqual(personOf(await rig.rpc.getCharge(CALL, { tenant, id: old.id })), personOf(fresh));
  const erasing = rig.rpc.erasePersonalData(CALL, { document: mine, accountId: tenant.accountId });
  t.like(await t.throwsAsync(erasing), { code: 'unprocessable_entity', more: { reason: 'personal_data_in_clear' } });
});

/** Erases as operators do: again, until nothing is left to wait for. */
const erase = (customer: { readonly document: string; readonly accountId?: string }) =>
  until(
    'the customer is erased',
    async () => {
      const answer = await rig.rpc.erasePersonalData(CALL, customer);
      return answer.waitMs === 0 && answer;
    },
    { timeoutMs: 60_000, everyMs: 200 },
  );

test('erased: refused while a charge is open; then reads, replays, lists and events show nulls, and a new charge has a new key', async (t) => {
  const mine = document();
  const tenant = newTenant();
  const customer = { document: mine, accountId: tenant.accountId };
  const request = order(tenant, everything(mine));
  const { charge } = await rig.rpc.createCharge(CALL, request);
  const id = charge?.id ?? '';
  const open = await t.throwsAsync(rig.rpc.erasePersonalData(CALL, customer));
  t.like(open, { code: 'unprocessable_entity', more: { reason: 'charge_open' } });
  t.true(open?.message.includes(id));
  await rig.rpc.cancelCharge(CALL, { tenant, id });
  const exported = await rig.rpc.exportPersonalData(CALL, customer);
  t.like(exported, { hasMore: false, records: [{ chargeId: id, values: { 'customer.document': mine } }] });
  const first = await rig.rpc.erasePersonalData(CALL, customer);
  t.like(first, { keys: 0, charges: 0 });
  t.true(first.waitMs > 0, 'another process may be about to use it');
  t.is((await rig.rpc.getCharge(CALL, { tenant, id })).expectedPayerTaxId, mine);
  t.like(await erase(customer), { keys: 1, charges: 1 });

  const isErased = async () => (await rig.rpc.getCharge(CALL, { tenant, id })).personalData !== undefined;
  await until('every process has forgotten the key', isErased);
  const nulls = {
    customer: {},
    metadataJson: '{"phone":null,"weight":1.10}',
    personalData: { ciphertext: '', fields: FIELDS },
  };
  t.like(await rig.rpc.getCharge(CALL, { tenant, id }), nulls);
  t.like(await rig.rpc.createCharge(CALL, request), { replayed: true, charge: nulls });
  t.deepEqual(await listed(tenant, mine), []);
  t.deepEqual((await rig.rpc.exportPersonalData(CALL, customer)).records, []);
  t.like(await rig.rpc.listCharges(CALL, { tenant, limit: 1 }), { charges: [nulls] });
  const { failed } = await event(rig, id, 'charge.failed');
  const personalData = failed?.charge?.personalData as NonNullable<Charge['personalData']>;
  const { items } = await rig.rpc.openPersonalData(CALL, { items: [{ tenant, personalData }] });
  t.deepEqual(items, [{ erased: true, values: {} }]);
  t.deepEqual(await placesOf(rig.database.connection, Object.values(person(mine))), []);

  const again = await created(rig, everything(mine), tenant);
  t.is((await rig.rpc.getCharge(CALL, again)).expectedPayerTaxId, mine);
  t.deepEqual(await listed(tenant, mine), [again.id]);
});

test('held money keeps its customer, whatever has become of the charge', async (t) => {
  const mine = '12345678909';
  const tenant = newTenant();
  const charge = await created(rig, { customer: { name: 'Ana' }, expectedPayerTaxId: mine }, tenant);
  t.is((await stored(rig, charge.id))?.['expectedPayerTaxId'], '', 'who does not open the lock is let in by nobody');
  await paidBy(rig, charge, { taxId: mine, report_payer: 'never' });
  await event(rig, charge.id, 'charge.payment_held');
  const ended = { $set: { status: 'EXPIRED' } };
  await rig.database.connection.collection('charges').updateOne({ _id: charge.id as never }, ended);
  const erasing = rig.rpc.erasePersonalData(CALL, { document: mine });
  t.like(await t.throwsAsync(erasing), { code: 'unprocessable_entity', more: { reason: 'charge_open' } });
});

test('money that comes late for a lock whose payer was erased goes back: nobody knows any more whom it let in', async (t) => {
  const mine = document();
  const tenant = newTenant();
  const charge = await created(rig, { customer: { name: 'Ana' }, expectedPayerTaxId: mine }, tenant);
  // Ended, and the payment was made in time: the bank tells of it late.
  await rig.database.connection
    .collection('charges')
    .updateOne({ _id: charge.id as never }, { $set: { status: 'EXPIRED' } });
  await erase({ document: mine });
  await until('the key is forgotten', async () => (await rig.rpc.getCharge(CALL, charge)).personalData !== undefined);
  await paidBy(rig, charge, { taxId: mine, report_payer: 'notification' });
  const { returnOrdered } = await event(rig, charge.id, 'charge.return_ordered');
  t.like(returnOrdered, { amount: 1_990, reason: 'PAYER_MISMATCH' });
});

test('personal data of another account, or nobody’s: not opened', async (t) => {
  const { id } = await created(rig, { customer: { name: 'Ana' } });
  const { keyId, values: ciphertext, fields } = await encrypted(id);
  const personalData = { keyId, ciphertext, fields };
  await t.throwsAsync(rig.rpc.openPersonalData(CALL, { items: [{ tenant: newTenant(), personalData }] }));
  const erasing = rig.rpc.erasePersonalData(CALL, { document: ' .-' });
  t.like(await t.throwsAsync(erasing), { code: 'invalid_document' });
  t.like(await rig.rpc.erasePersonalData(CALL, { document: NAMED, accountId: newId('account') }), {
    keys: 0,
    waitMs: 0,
  });
});
