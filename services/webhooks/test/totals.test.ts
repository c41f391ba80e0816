import { eventIdOf, type Id, newId, type Tenant } from '@gx/core';
import { type TestDatabase, testDatabase, testTopics } from '@gx/testkit';
import anyTest, { type TestFn } from 'ava';
import { loadConfig } from '../src/config.ts';
import type { DeliveryStatus, NewDelivery } from '../src/domain/delivery.ts';
import { deliveryStore } from '../src/store/deliveries.ts';
import { created } from './charge-events.ts';
import { newTenant, startHarness, startReplica, untilDeliveries } from './harness.ts';
import { storeDue } from './plant-deliveries.ts';

/** Counts and totals: exact, whatever is remembered of them. */
const test = anyTest as TestFn<TestDatabase>;
const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 10, 21, 12);

test.before(async (t) => {
  t.context = await testDatabase('webhook_totals');
});
test.after.always((t) => t.context.drop());

/** An id as it would have been made at that time. */
function idAt(ms: number): Id<'delivery'> {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newId('delivery').slice(13)}` as Id<'delivery'>;
}

type DeliverySeed = Pick<NewDelivery, 'endpointId' | 'eventName'> & {
  readonly at: number;
  readonly status?: DeliveryStatus;
};

/** A store whose database's clock the test turns, and deliveries in it. */
async function rig({ connection }: TestDatabase, tenant: Tenant) {
  let now = NOW;
  const store = await deliveryStore(connection, async () => new Date(now));
  const collection = connection.collection<{ _id: string; status: string }>('deliveries');
  const plant = async (count: number, { at, status = 'DELIVERED', ...fixed }: DeliverySeed): Promise<void> => {
    const batch = Array.from({ length: count }, (): NewDelivery => {
      const chargeId = newId('charge');
      return {
        ...fixed,
        id: idAt(at),
        tenant,
        eventId: eventIdOf(chargeId, 1),
        resendId: '',
        subjectId: chargeId,
        payload: '{}',
        traceparent: undefined,
        origin: 'https://a.example.com',
      };
    });
    await storeDue(connection, batch, new Date(at));
    await collection.updateMany({ _id: { $in: batch.map(({ id }) => id) } }, { $set: { status } });
  };
  return {
    plant,
    counts: () => store.counts(tenant),
    total: async (filter: Parameters<typeof store.list>[1] = {}) =>
      (await store.list(tenant, filter, { limit: 1, offset: 0 })).total,
    turn: (ms: number) => {
      now += ms;
    },
    remembered: () =>
      connection
        .collection('delivery_totals')
        .find({ ...tenant })
        .toArray(),
  };
}

test('a total is what a count would say, before it is remembered, after, and as time moves on', async (t) => {
  const { plant, total, turn, remembered } = await rig(t.context, newTenant(true));
  const fixed = { endpointId: newId('endpoint'), eventName: 'charge.paid' } as const;
  await plant(20, { ...fixed, at: NOW - 50 * HOUR_MS });
  await plant(5, { ...fixed, at: NOW - 60_000 });
  turn(3 * HOUR_MS);
  t.is(await total(), 25);
  t.deepEqual(
    (await remembered()).map(({ count }) => count),
    [25],
    'what is hours old is settled',
  );
  await plant(7, { ...fixed, at: NOW + 3 * HOUR_MS });
  t.is(await total(), 32);
  t.deepEqual(
    (await remembered()).map(({ count }) => count),
    [25],
    'what is new is counted each time',
  );
  turn(3 * HOUR_MS);
  await plant(1, { ...fixed, at: NOW + 6 * HOUR_MS });
  const totals = await Promise.all(Array.from({ length: 10 }, () => total()));
  t.deepEqual(new Set(totals), new Set([33]), 'the first process that moves it on');
  t.deepEqual(
    (await remembered()).map(({ count }) => count),
    [32],
  );
});

test('totals by endpoint, name and status, and the counts of every status, agree with each other and with other tenants’ apart', async (t) => {
  const tenant = newTenant(true);
  const { plant, total, counts } = await rig(t.context, tenant);
  const stranger = await rig(t.context, { ...tenant, livemode: false });
  const [a, b] = [newId('endpoint'), newId('endpoint')];
  const rows: [number, DeliverySeed][] = [
    [9, { endpointId: a, eventName: 'charge.paid', at: NOW - 90 * HOUR_MS }],
    [4, { endpointId: a, eventName: 'charge.created', at: NOW - 80 * HOUR_MS, status: 'FAILED' }],
    [3, { endpointId: b, eventName: 'charge.paid', at: NOW - 1_000, status: 'PENDING' }],
    [2, { endpointId: b, eventName: 'charge.paid', at: NOW - 70 * HOUR_MS, status: 'CANCELLED' }],
    [1, { endpointId: b, eventName: 'charge.created', at: NOW - 2_000, status: 'PROCESSING' }],
    [6, { endpointId: b, eventName: 'charge.created', at: NOW - 3_000 }],
  ];
  for (const [count, planted] of rows) await plant(count, planted);
  await stranger.plant(50, { endpointId: newId('endpoint'), eventName: 'charge.paid', at: NOW - 90 * HOUR_MS });
  for (const _ of ['counted', 'remembered']) {
    t.deepEqual(await counts(), { PENDING: 3, PROCESSING: 1, DELIVERED: 15, FAILED: 4, CANCELLED: 2 });
    for (const endpointId of [undefined, a, b])
      for (const eventName of [undefined, 'charge.paid', 'charge.created'])
        for (const status of [undefined, 'DELIVERED', 'FAILED', 'PENDING', 'CANCELLED', 'PROCESSING'] as const) {
          const fits = rows.filter(
            ([, one]) =>
              (endpointId === undefined || one.endpointId === endpointId) &&
              (eventName === undefined || one.eventName === eventName) &&
              (status === undefined || (one.status ?? 'DELIVERED') === status),
          );
          const filter = {
            ...(endpointId === undefined ? {} : { endpointId }),
            ...(eventName === undefined ? {} : { eventName }),
            ...(status === undefined ? {} : { status }),
          };
          const expected = fits.reduce((sum, [count]) => sum + count, 0);
          t.is(await total(filter), expected, JSON.stringify(filter));
        }
  }
  t.is(await stranger.total(), 50);
});

test('nothing is remembered of what there is not: asking for names and endpoints that are nobody’s stores nothing', async (t) => {
  const tenant = newTenant(true);
  const { plant, total, remembered } = await rig(t.context, tenant);
  const endpointId = newId('endpoint');
  await plant(3, { endpointId, eventName: 'charge.paid', at: NOW - 90 * HOUR_MS });
  const names = Array.from({ length: 20 }, (_, index) => `no.such.event.${index}`);
  for (const eventName of names) t.is(await total({ eventName }), 0);
  for (const _ of names) t.is(await total({ endpointId: newId('endpoint') }), 0);
  t.deepEqual(await remembered(), []);
  t.is(await total({ endpointId, eventName: 'charge.paid' }), 3);
  t.is((await remembered()).length, 1);
});

test('in test mode, where deliveries are gone in time, what is there is counted and nothing remembered', async (t) => {
  const tenant = newTenant();
  const { plant, total, counts, remembered } = await rig(t.context, tenant);
  const fixed = { endpointId: newId('endpoint'), eventName: 'charge.paid' } as const;
  await plant(9, { ...fixed, at: NOW - 90 * HOUR_MS });
  await plant(2, { ...fixed, at: NOW - 80 * HOUR_MS, status: 'FAILED' });
  t.is(await total(), 11);
  await t.context.connection.collection('deliveries').deleteMany({ ...tenant, status: 'FAILED' });
  t.deepEqual([await total(), await total(fixed)], [9, 9]);
  t.deepEqual(await counts(), { PENDING: 0, PROCESSING: 0, DELIVERED: 9, FAILED: 0, CANCELLED: 0 });
  t.deepEqual(await remembered(), []);
});

test('a replica whose clock is three hours ahead leaves nothing out of a total, neither of its own nor of the others’', async (t) => {
  const webhooks = await startHarness();
  t.teardown(webhooks.stop);
  const config = loadConfig({ ...webhooks.env, TOPIC_PREFIX: await testTopics() });
  const ahead = await startReplica(config, {}, { now: () => new Date(Date.now() + 3 * HOUR_MS) });
  t.teardown(ahead.stop);
  const tenant = newTenant(true);
  await webhooks.register(tenant, '/', ['charge.created']);
  const totals = () =>
    Promise.all(
      [ahead, webhooks].map(async ({ client }) => (await client.listDeliveries({ requestId: 'r' }, { tenant })).total),
    );
  for (const count of [1, 2]) {
    await webhooks.publish(created(tenant));
    await untilDeliveries(webhooks, tenant, count, ({ status }) => status === 'DELIVERED');
    t.deepEqual(await totals(), [count, count]);
  }
});
