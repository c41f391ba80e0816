import { cents, newId, type Txid } from '@gx/core';
import { testDatabase, until } from '@gx/testkit';
import test from 'ava';
import mongoose from 'mongoose';
import { newCharge } from '../src/domain/create.ts';
import { documentOf } from '../src/store/charge-document.ts';
import { chargeModel } from '../src/store/charge-model.ts';
import { creationStore } from '../src/store/creations.ts';

const database = await testDatabase('leases');
const { connection } = database;
const model = await chargeModel(connection);
const creations = creationStore(connection, model, { leaseMs: 50, giveUpMs: 900_000 });
test.after.always('the database goes', database.drop);

async function inserted() {
  const id = newId('charge');
  const charge = newCharge(
    {
      id,
      tenant: { accountId: newId('account'), livemode: false },
      surface: 'CHARGES',
      idempotencyKey: `key-${id}`,
      requestHash: 'v1:a',
      amount: cents(1_000),
      currency: 'BRL',
      paymentMethods: ['PIX'],
      customerId: null,
      webhookUrl: null,
      customer: {},
      expectedPayerTaxId: null,
      metadataJson: '{}',
      fees: { provider: cents(10), platform: cents(10) },
      settlementDelaySeconds: 0,
      bank: { profileId: 'bank', txid: id.replaceAll('-', '') as Txid, body: '{}' },
      traceparent: null,
      createdAt: new Date(),
    },
    'first owner',
  );
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
