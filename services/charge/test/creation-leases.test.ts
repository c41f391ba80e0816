import { testDatabase, until } from '@gx/testkit';
import test from 'ava';
import mongoose from 'mongoose';
import { documentOf } from '../src/store/charge-document.ts';
import { chargeModel } from '../src/store/charge-model.ts';
import { creationStore } from '../src/store/creations.ts';
import { pendingCharge } from './pending-charge.ts';

const database = await testDatabase('leases');
const { connection } = database;
const model = await chargeModel(connection);
const creations = creationStore(connection, model, { leaseMs: 50, giveUpMs: 900_000 });
test.after.always('the database goes', database.drop);

async function inserted() {
  const charge = pendingCharge({ createdAt: new Date() }, 'first owner');
  await model.collection.insertOne(documentOf(charge, new mongoose.mongo.Timestamp({ t: 0, i: 0 })) as never);
  return charge;
}

test('what was provably not sent waits for its client; once tried again and left by a dead owner, a job takes it up', async (t) => {
  const charge = await inserted();
  const isDue = async () => (await creations.due(10)).some(({ id }) => id === charge.id);
  t.true(await creations.giveBack(charge, null));
  t.false(await isDue());
  const again = await until('it can be taken', () => creations.claim(charge.tenant, charge.id, 'second owner'));
  t.is(again.creation.attempts, 1);
  await until('the lease of its dead owner is over and it is due', isDue, { timeoutMs: 2_000 });
  t.pass();
});
