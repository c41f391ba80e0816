import { eventIdOf, newId } from '@gx/core';
import { type TestDatabase, testDatabase } from '@gx/testkit';
import test from 'ava';
import type { NewDelivery } from '../src/domain/delivery.ts';
import { deliveryStore } from '../src/store/deliveries.ts';
import { newTenant } from './harness.ts';
import { dueSince } from './plant-deliveries.ts';

/** What makes an event that comes again harmless, and what it costs to ask for. */
const tenant = newTenant();
const ENDPOINTS = [newId('endpoint'), newId('endpoint')] as const;
const NAMES = ['charge.paid', 'payment.completed'] as const;
/** As many as are asked for at once. */
const BATCH = 200;
type ChargeId = ReturnType<typeof newId<'charge'>>;

/** What events of that number in their charges' lives make: each of two names for two endpoints. */
const deliveriesOf = (charges: readonly ChargeId[], ...sequences: readonly number[]): NewDelivery[] =>
  charges.flatMap((chargeId) =>
    sequences.flatMap((sequence) =>
      NAMES.flatMap((eventName) =>
        ENDPOINTS.map(
          (endpointId): NewDelivery => ({
            id: newId('delivery'),
            tenant,
            endpointId,
            eventId: eventIdOf(chargeId, sequence),
            eventName,
            resendId: '',
            subjectId: chargeId,
            payload: '{}',
            traceparent: undefined,
            origin: 'https://merchant.example',
          }),
        ),
      ),
    ),
  );
const charges = (count: number): ChargeId[] => Array.from({ length: count }, () => newId('charge')).sort();
const repeatedByHand = (delivery: NewDelivery): NewDelivery[] =>
  Array.from({ length: BATCH }, (_, nth) => ({ ...delivery, id: newId('delivery'), resendId: `rsd_${nth}` }));

type Read = { readonly keysExamined: number; readonly docsExamined: number; readonly planSummary: string };

/** What the database reads of deliveries while `ask` is answered. */
async function readsOf({ connection: { db } }: TestDatabase, ask: () => Promise<unknown>): Promise<readonly Read[]> {
  await db?.command({ profile: 2 });
  await ask();
  await db?.command({ profile: 0 });
  const seen = await db
    ?.collection('system.profile')
    .find({ ns: /[.]deliveries$/ })
    .toArray();
  await db?.collection('system.profile').drop();
  return (seen ?? []) as unknown as Read[];
}

test('there is one delivery of an event: its index is unique, and begins with the charge, whose ids rise with time', async (t) => {
  const database = await testDatabase('webhook_once');
  t.teardown(database.drop);
  await deliveryStore(database.connection);
  const indexes = await database.connection.collection('deliveries').indexes();
  const unique = indexes.filter((index) => index['unique'] === true);
  t.deepEqual(
    unique.map(({ key }) => Object.entries(key)),
    [['subjectId', 'eventId', 'endpointId', 'eventName', 'resendId'].map((field) => [field, 1])],
  );
});

test('the look-up of a batch reads no delivery, and few more keys of one index than it finds, or than it asks for', async (t) => {
  const database = await testDatabase('webhook_once_cost');
  t.teardown(database.drop);
  const store = await deliveryStore(database.connection);
  const all = charges(20 * BATCH);
  // Every twentieth is of its own kind, and has nineteen others on either side of it.
  const [rare, scattered] = [3, 7].map((nth) => all.filter((_, index) => index % 20 === nth)) as [
    ChargeId[],
    ChargeId[],
  ];
  const known = all.filter((id) => !rare.includes(id));
  const [repeated] = deliveriesOf(scattered.slice(0, 1), 3);
  const stored = [...deliveriesOf(known, 2, 3), ...repeatedByHand(repeated as NewDelivery)];
  await store.insertNew(stored, new Date(), dueSince(new Date()));

  // biome-ignore format: one row per batch, read as a table
  const BATCHES: readonly (readonly [title: string, batch: NewDelivery[], found: number, keysMax: number])[] = [
    ['known events of charges side by side',   deliveriesOf(known.slice(0, BATCH / 2), 2, 3), 4 * BATCH, 4 * BATCH + 10],
    ['known events of charges far apart',      deliveriesOf(scattered, 3),                    4 * BATCH, 8 * BATCH + 10],
    ['new events of the newest charges',       deliveriesOf(charges(BATCH), 1),               0,         10],
    ['new events of charges between others',   deliveriesOf(rare, 1),                         0,         BATCH + 10],
    ['new events of charges that have others', deliveriesOf(scattered, 4),                    0,         3 * BATCH + 10],
  ];
  for (const [title, batch, found, keysMax] of BATCHES) {
    let fresh: readonly NewDelivery[] = [];
    const reads = await readsOf(database, async () => {
      fresh = await store.onlyNew(batch);
    });
    t.is(batch.length - fresh.length, found, title);
    const keys = reads.reduce((sum, { keysExamined }) => sum + keysExamined, 0);
    t.log(`${title}: ${keys} keys, ${found} found`);
    t.true(keys <= keysMax, `${title}: ${keys} keys`);
    t.true(
      reads.every(({ docsExamined }) => docsExamined === 0),
      title,
    );
  }
});
