import { cents } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { foreignCob, giveBack } from './at-bank.ts';
import { paidBy, receiptsOf } from './locked.ts';
import { created, event, startRig, stored } from './rig.ts';

const rig = await startRig();
test.after.always('everything stops', rig.stop);

const charges = () => rig.database.connection.collection('charges');
const strays = () => rig.database.connection.collection('strays');
const ordersOf = (chargeId: string, returnId: unknown) => {
  const all = rig.ledger.events(chargeId).filter(({ returnOrdered }) => returnOrdered?.returnId === returnId);
  return [...new Map(all.map((one) => [one.eventId, one.returnOrdered])).values()];
};

/** A charge as the version before stored it: its money is to be returned, and nobody was told. */
async function oldCharge() {
  const charge = await created(rig);
  const endToEndId = await paidBy(rig, charge, { amount: 1_989, force: true, notify: 'now' });
  await event(rig, charge.id, 'charge.return_ordered');
  await until('it is pulled', async () => (await stored(rig, charge.id))?.['outbox'].length === 0);
  const [receipt] = (await stored(rig, charge.id))?.['receipts'] ?? [];
  const { returnId: _, returnedAt: __, ...old } = receipt;
  const added = {
    expectedPayerTaxId: 1,
    closing: 1,
    closeAt: 1,
    review: 1,
    held: 1,
    heldSince: 1,
    reviewAt: 1,
    refunds: 1,
  };
  await charges().updateOne({ _id: charge.id as never }, { $set: { receipts: [old] }, $unset: added });
  return { ...charge, endToEndId };
}

/** A stray as the version before stored it. */
async function oldStray(profiles: readonly string[] = [rig.profileId]) {
  const txid = await foreignCob(rig);
  const endToEndId = await paidBy(rig, { txid }, { notify: 'never' });
  const facts = { endToEndId, txid, amount: cents(500), settledAt: new Date(), reason: 'UNKNOWN_CHARGE' };
  await strays().insertMany(profiles.map((bankProfileId) => ({ ...facts, bankProfileId, storedAt: new Date() })));
  return endToEndId;
}
const strayOf = (endToEndId: string) => strays().find({ endToEndId }).toArray();

test.serial('what an earlier version only stored is ordered back once, however many replicas start', async (t) => {
  const charge = await oldCharge();
  const byHand = await oldCharge();
  t.is(await giveBack(rig, byHand.endToEndId, '19.89'), 201);
  const stray = await oldStray();
  const twins = await oldStray([rig.profileId, 'gone before']);
  const strayByHand = await oldStray();
  t.is(await giveBack(rig, strayByHand, '5.00'), 201);
  const replicas = await Promise.all([rig.replica(), rig.replica(), rig.replica()]);
  t.teardown(() => Promise.all(replicas.map(({ stop }) => stop())));

  const receipt = await until('the charge’s is ordered', async () =>
    (await receiptsOf(rig, charge.id)).find(({ returnId }) => returnId != null),
  );
  await until('and told', () => ordersOf(charge.id, receipt.returnId).length > 0);
  t.like(ordersOf(charge.id, receipt.returnId), [
    { amount: 1_989, reason: 'AMOUNT_MISMATCH', endToEndId: charge.endToEndId },
  ]);
  t.is((await stored(rig, charge.id))?.['sequence'], 3);
  t.is((await rig.rpc.getCharge({ requestId: 'test' }, charge)).status, 'WAITING_PAYMENT');

  const noted = await until('what was given back by hand is noted', async () =>
    (await receiptsOf(rig, byHand.id)).find(({ returnedAt }) => returnedAt != null),
  );
  t.deepEqual(ordersOf(byHand.id, noted.returnId), []);

  for (const endToEndId of [stray, twins]) {
    const ids = await until('the stray is ordered', async () => {
      const found = (await strayOf(endToEndId)).map(({ returnId }) => returnId);
      return found[0] != null && found;
    });
    await until('and told', () => ordersOf('', ids[0]).length > 0);
    t.like(ordersOf('', ids[0]), [{ amount: 500, reason: 'UNKNOWN_CHARGE', endToEndId }]);
  }
  const returned = await until('the stray given back by hand is noted', async () =>
    (await strayOf(strayByHand)).find(({ returnedAt }) => returnedAt != null),
  );
  t.deepEqual(ordersOf('', returned['returnId']), []);
});

test.serial('a bank that cannot be asked now is asked at the next start', async (t) => {
  const charge = await oldCharge();
  await rig.misbehave({ kind: '503', operation: 'pix_get' });
  const first = await rig.replica();
  await until('it was tried', () => first.host.lines.some((line) => line.includes('could not be looked at')));
  await first.stop();
  t.is((await receiptsOf(rig, charge.id))[0]?.returnId ?? null, null);
  await rig.behave();
  const next = await rig.replica();
  t.teardown(next.stop);
  await until('it is ordered', async () => (await receiptsOf(rig, charge.id))[0]?.returnId != null);
});

test('what is left unordered is found by an index', async (t) => {
  const query = {
    'receipts.disposition': 'returned',
    receipts: { $elemMatch: { disposition: 'returned', returnId: null } },
  };
  const { queryPlanner } = await charges().find(query).hint('returns').explain('queryPlanner');
  t.true(JSON.stringify(queryPlanner.winningPlan).includes('"indexName":"returns"'));
});
