import { chargeEventCodec } from '@gx/contracts';
import type { Charge } from '@gx/contracts/charge';
import { placesOf } from '@gx/testkit';
import test from 'ava';
import { paidBy } from './locked.ts';
import { CALL, created, event, newTenant, type Rpc, startRig, stored } from './rig.ts';

/** As a version before stored charges. */
const rig = await startRig({ PERSONAL_DATA: 'clear' });
test.after.always('everything stops', rig.stop);

const MINE = '52998224725';
const PAYER = '11144477735';
const ANA = { name: 'Ana Gaiola', document: MINE, email: 'ana@gaiola.example', phone: '+5511987650123' };
const metadataJson = '{"phone":"+351913400771","weight":1.10}';
const VALUES = [...Object.values(ANA), '+351913400771', PAYER];
const LOCKED = { customer: ANA, expectedPayerTaxId: MINE, metadataJson };

/** Walks from the first charge to the last. */
async function walk(rpc: Rpc) {
  const sum = { encrypted: 0, left: 0, unreadable: 0 };
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const step = await rpc.encryptPersonalData(CALL, after === undefined ? {} : { after });
    sum.encrypted += step.encrypted;
    sum.left += step.left;
    sum.unreadable += step.unreadable;
    after = step.next;
  }
  return sum;
}

test.serial(
  'charges in the clear: under keys after one walk, read as before, and found to be exported and erased',
  async (t) => {
    const tenant = newTenant();
    const paid = await created(rig, { customer: { name: ANA.name } }, tenant);
    await paidBy(rig, paid, { taxId: PAYER, report_payer: 'notification' });
    await rig.ledger.credit(await event(rig, paid.id, 'charge.payment_accepted'));
    await event(rig, paid.id, 'charge.paid');
    const locked = await created(rig, LOCKED, tenant);
    await rig.rpc.cancelCharge(CALL, locked);
    await event(rig, locked.id, 'charge.failed');
    const nobody = await created(rig, {}, tenant);
    t.truthy((await stored(rig, paid.id))?.['payer']);
    const { rpc, stop } = await rig.replica({ PERSONAL_DATA: 'encrypted', CUSTOMER_KEY_SECONDS: '1' });
    t.teardown(stop);
    const before = [await rig.rpc.getCharge(CALL, paid), await rig.rpc.getCharge(CALL, locked)];
    const refused = rig.rpc.encryptPersonalData(CALL, {});
    t.like(await t.throwsAsync(refused), { more: { reason: 'personal_data_in_clear' } });

    t.deepEqual(await walk(rpc), { encrypted: 2, left: 0, unreadable: 0 });
    t.deepEqual(await walk(rpc), { encrypted: 0, left: 0, unreadable: 0 });
    t.deepEqual(await placesOf(rig.database.connection, VALUES), []);
    t.deepEqual([await rpc.getCharge(CALL, paid), await rpc.getCharge(CALL, locked)], before);
    t.is((await stored(rig, nobody.id))?.['personalData'], undefined);
    t.is((await stored(rig, paid.id))?.['payer'], undefined);
    t.truthy((await rpc.getSettlement(CALL, { tenant, chargeId: paid.id })).payerTaxId);
    const byDocument = { tenant, limit: 10, customerDocument: MINE };
    t.deepEqual(
      (await rpc.listCharges(CALL, byDocument)).charges.map(({ id }) => id),
      [locked.id],
    );
    const last = chargeEventCodec.decode((await rpc.getLastEvent(CALL, locked)).event);
    const personalData = last.failed?.charge?.personalData as NonNullable<Charge['personalData']>;
    t.like(last.failed?.charge, { customer: {}, metadataJson: '{"phone":null,"weight":1.10}' });
    const { items } = await rpc.openPersonalData(CALL, { items: [{ tenant, personalData }] });
    t.like(items, { length: 1, 0: { values: { 'customer.email': ANA.email, expected_payer_tax_id: MINE } } });
    const { accountId } = tenant;
    const payer = await rpc.exportPersonalData(CALL, { document: PAYER, accountId });
    t.like(payer.records, { length: 1, 0: { chargeId: paid.id, values: { 'payer.document': PAYER } } });
    t.true((await rpc.erasePersonalData(CALL, { document: MINE, accountId })).waitMs > 0, 'nothing is in the clear');
  },
);

test.serial(
  'two walks at once, beside others who change the charges: each is brought once, and no change is lost',
  async (t) => {
    const tenant = newTenant();
    const [one, two] = [
      await rig.replica({ PERSONAL_DATA: 'encrypted' }),
      await rig.replica({ PERSONAL_DATA: 'encrypted' }),
    ];
    const charges = [];
    for (let n = 0; n < 12; n += 1) charges.push(await created(rig, LOCKED, tenant));
    const [first, second] = await Promise.all([
      walk(one.rpc),
      walk(two.rpc),
      ...charges.map((charge) => two.rpc.cancelCharge(CALL, charge)),
    ]);
    const last = await walk(one.rpc);
    t.is((first as typeof last).encrypted + (second as typeof last).encrypted + last.encrypted, 12);
    t.deepEqual(await walk(two.rpc), { encrypted: 0, left: 0, unreadable: 0 });
    for (const charge of charges)
      t.like(await two.rpc.getCharge(CALL, charge), { status: 'CANCELLED', customer: ANA, expectedPayerTaxId: MINE });
    t.deepEqual(await placesOf(rig.database.connection, Object.values(ANA)), []);
  },
);
