import { placesOf, until } from '@gx/testkit';
import test from 'ava';
import { locked, NAMED, OTHER, paidBy } from './locked.ts';
import { CALL, type ChargeRequest, created, event, newTenant, startRig, stored } from './rig.ts';

const rig = await startRig({ CUSTOMER_KEY_SECONDS: '1' });
const older = await startRig({ PERSONAL_DATA: 'clear' }, rig.simulator);
test.after.always('everything stops', async () => {
  await older.stop();
  await rig.stop();
});

type Paid = Awaited<ReturnType<typeof paid>>;
/** A charge that somebody paid whom the bank names. */
async function paid(payer: string, change: ChargeRequest = {}, tenant = newTenant()) {
  const charge = await created(rig, change, tenant);
  await paidBy(rig, charge, { taxId: payer, report_payer: 'notification' });
  const accepted = await event(rig, charge.id, 'charge.payment_accepted');
  const post = async () => {
    await rig.ledger.credit(accepted);
    await event(rig, charge.id, 'charge.paid');
  };
  return { ...charge, post };
}
const keysOf = async ({ tenant }: Paid) =>
  rig.database.connection.collection('customer_keys').find({ accountId: tenant.accountId }).toArray();
const settlementOf = ({ tenant, id: chargeId }: Paid) => rig.rpc.getSettlement(CALL, { tenant, chargeId });
const exported = async (document: string, { tenant: { accountId } }: Paid) =>
  (await rig.rpc.exportPersonalData(CALL, { document, accountId })).records;
/** Erases as operators do: again, until nothing is left to wait for. */
const erase = (document: string, { tenant: { accountId } }: Paid) =>
  until('the person is erased', async () => {
    const answer = await rig.rpc.erasePersonalData(CALL, { document, accountId });
    return answer.waitMs === 0 && answer;
  });

test('a payer who is not the customer: a key for each; who exports one sees nothing of the other', async (t) => {
  const charge = await paid(OTHER, { customer: { name: 'Maria', document: NAMED } });
  await charge.post();
  t.is((await keysOf(charge)).length, 2);
  t.deepEqual(await placesOf(rig.database.connection, [OTHER]), []);
  t.like(await exported(OTHER, charge), { length: 1, 0: { chargeId: charge.id, values: { 'payer.document': OTHER } } });
  t.deepEqual((await exported(OTHER, charge))[0]?.values, { 'payer.document': OTHER });
  t.deepEqual((await exported(NAMED, charge))[0]?.values, { 'customer.name': 'Maria', 'customer.document': NAMED });
  const { payerTaxId } = await settlementOf(charge);
  const document = await stored(rig, charge.id);
  t.truthy(payerTaxId);
  t.not(payerTaxId?.keyId, document?.['paidBy'].keyId, 'refund opens it with the key that both services share');
  t.is(document?.['payer'], undefined);
});

test('a payer is erased: refused until the money is in the wallet; then the customer stays, and refunds go back by the bank’s own id', async (t) => {
  const charge = await paid(OTHER, { customer: { name: 'Maria', document: NAMED } });
  const { accountId } = charge.tenant;
  const open = await t.throwsAsync(rig.rpc.erasePersonalData(CALL, { document: OTHER, accountId }));
  t.like(open, { code: 'unprocessable_entity', more: { reason: 'charge_open' } });
  await charge.post();
  t.like(await erase(OTHER, charge), { keys: 1, charges: 1 });
  const settlement = await until('the key is forgotten', async () => {
    const found = await settlementOf(charge);
    return found.payerTaxId == null && found;
  });
  t.truthy(settlement.endToEndId);
  t.like(settlement, { posted: true, charge: { status: 'PAID', customer: { name: 'Maria', document: NAMED } } });
  t.deepEqual(await exported(OTHER, charge), []);
  t.is((await exported(NAMED, charge)).length, 1);
});

test('a payer who is the customer: one key, which hides both', async (t) => {
  const charge = await paid(NAMED, { customer: { name: 'Maria', document: NAMED }, expectedPayerTaxId: NAMED });
  await charge.post();
  t.is((await keysOf(charge)).length, 1);
  const both = { 'customer.document': NAMED, expected_payer_tax_id: NAMED, 'payer.document': NAMED };
  t.like((await exported(NAMED, charge))[0]?.values, both);
  t.like(await erase(NAMED, charge), { keys: 1, charges: 1 });
});

test('a lock names somebody else than the erased payer: no refund goes to whom it names', async (t) => {
  const charge = await paid(NAMED, { customer: { name: 'Maria' }, expectedPayerTaxId: NAMED });
  await charge.post();
  // As if an operator had let a stranger's money in.
  const other = await paid(OTHER, {}, charge.tenant);
  await other.post();
  const stranger = (await stored(rig, other.id))?.['paidBy'];
  await rig.database.connection
    .collection('charges')
    .updateOne({ _id: charge.id as never }, { $set: { paidBy: stranger } });
  t.is((await settlementOf(charge)).charge?.expectedPayerTaxId, NAMED);
  t.like(await erase(OTHER, charge), { keys: 1, charges: 2 });
  const settlement = await until('the key is forgotten', async () => {
    const found = await settlementOf(charge);
    return found.payerTaxId == null && found;
  });
  t.is(settlement.charge?.expectedPayerTaxId, undefined);
});

test('a stranger whose money goes back has no key, and is written down nowhere', async (t) => {
  const charge = await locked(rig);
  await paidBy(rig, charge, { taxId: OTHER, report_payer: 'notification' });
  await event(rig, charge.id, 'charge.return_ordered');
  const names = await rig.database.connection
    .collection('customer_keys')
    .countDocuments({ accountId: charge.tenant.accountId });
  t.is(names, 1, 'of whom the lock names');
  t.is((await stored(rig, charge.id))?.['paidBy'], undefined);
});

test('while older versions run: who paid is where they read it, and nobody else does', async (t) => {
  const charge = await created(older);
  await paidBy(older, charge, { taxId: OTHER, report_payer: 'notification' });
  await event(older, charge.id, 'charge.payment_accepted');
  const document = await stored(older, charge.id);
  t.truthy(document?.['payer']);
  t.is(document?.['paidBy'], undefined);
  const { payerTaxId } = await older.rpc.getSettlement(CALL, { tenant: charge.tenant, chargeId: charge.id });
  t.deepEqual({ ...payerTaxId }, { ...document?.['payer'] });
});
