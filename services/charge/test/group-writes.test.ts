import { cents, newId, type Txid } from '@gx/core';
import type { OutboxBatch } from '@gx/runtime/mongo';
import { testDatabase } from '@gx/testkit';
import test from 'ava';
import { endCreation, newCharge } from '../src/domain/create.ts';
import { chargeModel } from '../src/store/charge-model.ts';
import { chargeStore } from '../src/store/charges.ts';
import { creationStore } from '../src/store/creations.ts';

const database = await testDatabase('groups');
const { connection } = database;
const model = await chargeModel(connection);
const creations = creationStore(connection, model, { leaseMs: 10_000, giveUpMs: 900_000 });
const published: OutboxBatch[] = [];
const addresses = { publicBaseUrl: 'https://gx.example', checkoutBaseUrl: 'https://pay.gx.example' };
const charges = chargeStore({ model, relay: { publish: (batch) => void published.push(batch) }, addresses });
test.after.always('the database goes', database.drop);

const now = new Date();
const pix = { brCode: '000201', expiresAt: new Date(now.getTime() + 3_600_000) };
const tenant = { accountId: newId('account'), livemode: false };

function charge(idempotencyKey?: string) {
  const id = newId('charge');
  const terms = {
    id,
    tenant,
    surface: 'CHARGES',
    idempotencyKey: idempotencyKey ?? `key-${id}`,
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
    createdAt: now,
  } as const;
  return newCharge(terms, `owner of ${id}`);
}
const outboxOf = async (id: string) => (await model.collection.findOne({ _id: id as never }))?.['outbox'] as unknown[];

test('of inserts at once, those whose key is taken are told so and the others stand', async (t) => {
  const taken = charge();
  t.true(await charges.insert(taken));
  const all = [
    charge(),
    charge(taken.idempotencyKey),
    charge(),
    charge(taken.idempotencyKey),
    charge('shared-key'),
    charge('shared-key'),
  ];
  const stands = await Promise.all(all.map((one) => charges.insert(one)));
  t.deepEqual(stands.slice(0, 4), [true, false, true, false]);
  t.is(stands.slice(4).filter(Boolean).length, 1);
});

test('of creations that end at once, one that lost its lease writes nothing and keeps no other from its end', async (t) => {
  const all = Array.from({ length: 5 }, () => charge());
  await Promise.all(all.map((one) => charges.insert(one)));
  const [robbed] = all;
  if (robbed === undefined) return t.fail();
  await model.collection.updateOne({ _id: robbed.id as never }, { $set: { lease: null } });
  const taken = await creations.claim(tenant, robbed.id, 'another owner');
  const ends = await Promise.all(
    all.map((one) =>
      charges.update(tenant, one, (current) =>
        endCreation(current, one.creation.owner ?? '', { kind: 'present', pix }, now),
      ),
    ),
  );
  t.deepEqual(
    ends.map(({ status }) => status),
    ['PENDING', ...Array.from({ length: 4 }, () => 'WAITING_PAYMENT')],
  );
  t.is(ends[0]?.version, taken?.version);
  t.deepEqual(await outboxOf(robbed.id), []);
  for (const { id } of all.slice(1))
    t.is((await outboxOf(id)).length, 1, 'one event, published by now or by the sweeper');
  t.false(published.some(({ id }) => id === robbed.id));
});
