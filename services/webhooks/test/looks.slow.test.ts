import type { Id } from '@gx/core';
import { testDatabase } from '@gx/testkit';
import test from 'ava';
import type { QueueKey, QueueName } from '../src/domain/delivery.ts';
import { deliveryStore } from '../src/store/deliveries.ts';
import { newTenant } from './harness.ts';
import { plantDeliveries } from './plant-deliveries.ts';

/** What it costs to look for what is due, beside very many that wait for endpoints that hang. */
const BACKLOG = 20_000;
const OTHERS = 30;
const KEY = Buffer.alloc(32).toString('base64');
const LONG_AGO_MS = 600_000;

/**
 * A store with 20,000 that are due of one endpoint in the first queue and of another in the retry queue, each
 * with three in the other, and endpoints with three each, one of them due.
 */
async function world() {
  const database = await testDatabase('webhook_looks');
  const { connection } = database;
  const collection = connection.collection<{ _id: string; endpointId: string; queue: QueueName; dueAt?: Date }>(
    'deliveries',
  );
  /** `count` deliveries, three of them put elsewhere. */
  async function plant(count: number, queue: QueueName, apart: object): Promise<QueueKey> {
    const tenant = newTenant();
    const origin = 'https://merchant.example';
    const since = new Date(Date.now() - LONG_AGO_MS);
    const endpointId = await plantDeliveries(connection, tenant, { url: `${origin}/`, key: KEY, count, since });
    await collection.updateMany({ endpointId }, { $set: { queue } });
    const ids = (await collection.find({ endpointId }).limit(3).toArray()).map(({ _id }) => _id);
    await collection.updateMany({ _id: { $in: ids } }, { $set: apart });
    return { tenant, endpointId, origin };
  }
  const first = await plant(BACKLOG, 'first', { queue: 'retry', dueAt: new Date() });
  const retry = await plant(BACKLOG, 'retry', { queue: 'first', dueAt: new Date() });
  const later = { dueAt: new Date(Date.now() + LONG_AGO_MS) };
  for (let nth = 0; nth < OTHERS; nth += 1) await plant(4, nth % 2 === 0 ? 'first' : 'retry', later);
  return { database, store: await deliveryStore(connection), busy: { first, retry } };
}

type ProfilerEntry = { readonly keysExamined: number; readonly docsExamined: number; readonly planSummary: string };

test('what is due is found by few keys beside 20,000 of each of two endpoints that hang, each in another queue', async (t) => {
  const { database, store, busy } = await world();
  t.teardown(database.drop);
  const { db } = database.connection;
  /** What the database read for it, the dearest time of three: it remembers ways. */
  async function read(ask: () => Promise<unknown>): Promise<ProfilerEntry> {
    await db?.command({ profile: 2 });
    for (let nth = 0; nth < 3; nth += 1) await ask();
    await db?.command({ profile: 0 });
    const seen =
      (await db?.collection('system.profile').find({ op: 'query', 'command.find': 'deliveries' }).toArray()) ?? [];
    await db?.collection('system.profile').drop();
    t.is(seen.length, 3);
    return seen.toSorted((a, b) => b['keysExamined'] - a['keysExamined'])[0] as unknown as ProfilerEntry;
  }
  for (const queue of ['first', 'retry'] as const) {
    const other = busy[queue === 'first' ? 'retry' : 'first'].endpointId;
    const found = await store.due(queue, 500, { queues: [busy[queue]], accounts: [] });
    const own = (endpointId: Id<'endpoint'>) => found.deliveries.filter((one) => one.endpointId === endpointId).length;
    t.deepEqual([found.deliveries.length, own(other), own(busy[queue].endpointId)], [OTHERS / 2 + 3, 3, 0]);
    const look = await read(() => store.due(queue, 500, { queues: [busy[queue]], accounts: [] }));
    t.log(`${queue}: ${look.keysExamined} keys, ${look.docsExamined} documents by ${look.planSummary}`);
    t.true(look.keysExamined <= 3 * (OTHERS + 2) + found.deliveries.length, `${look.keysExamined} keys`);
    t.is(look.docsExamined, found.deliveries.length);
  }
});
