import type { Tenant } from '@gx/core';
import { type TestDatabase, testDatabase, testTopics, until } from '@gx/testkit';
import test from 'ava';
import { loadConfig } from '../src/config.ts';
import { PENDING_OF_ENDPOINT } from '../src/store/delivery-document.ts';
import { created } from './charge-events.ts';
import { newTenant, shared, startReplica, startVictim, untilDeliveries } from './harness.ts';
import { plantDeliveries } from './plant-deliveries.ts';

/** Endpoints that are deleted with a backlog of several pages, none of it due before the test has ended. */
const webhooks = shared(test);
const CALL = { requestId: 'req_deletion' };
const PAGE = 1_000;
const BACKLOG = 3 * PAGE + PAGE / 2;
const HOUR_MS = 3_600_000;

type StoredDelivery = { _id: string; endpointId: string; status: string; dueAt?: Date };

/** An endpoint with its backlog in a database, and how it stands there. */
async function backlog({ connection }: TestDatabase, path: string, count = BACKLOG) {
  const { sink, env } = webhooks();
  const tenant = newTenant();
  const since = new Date(Date.now() + HOUR_MS);
  const id = await plantDeliveries(connection, tenant, {
    url: sink.url(path),
    key: env['ENCRYPTION_KEY'],
    count,
    since,
  });
  const deliveries = connection.collection<StoredDelivery>('deliveries');
  const endpoints = connection.collection<{ _id: string; deletedAt?: Date }>('endpoints');
  return {
    tenant,
    id,
    count,
    cancelled: () => deliveries.countDocuments({ endpointId: id, status: 'CANCELLED' }),
    isGone: async () => (await endpoints.findOne({ _id: id })) === null,
    /** As a process leaves it that dies after the first write. */
    mark: () => endpoints.updateOne({ _id: id }, { $set: { deletedAt: new Date() }, $unset: { secret: '', slot: '' } }),
    /**
     * Nobody can write the `nth` of them, counted from the one that is due first, until it is let go: the
     * page that holds it does not end.
     */
    async hold(nth: number): Promise<() => Promise<void>> {
      const [held] = await deliveries
        .find({ endpointId: id, status: 'PENDING', dueAt: { $exists: true } })
        .hint(PENDING_OF_ENDPOINT)
        .skip(nth)
        .limit(1)
        .toArray();
      const session = await connection.startSession();
      session.startTransaction();
      await deliveries.updateOne({ _id: held?._id ?? '' }, { $set: { updatedAt: new Date() } }, { session });
      let isHeld = true;
      return async () => {
        if (!isHeld) return;
        isHeld = false;
        await session.abortTransaction();
        await session.endSession();
      };
    },
  };
}
/** Another replica has the job, until it goes on here. */
async function jobElsewhere({ connection }: TestDatabase): Promise<{ goesOn: () => Promise<unknown> }> {
  const leases = connection.collection<{ _id: string }>('leases');
  const _id = 'abandon deliveries';
  const until = new Date(Date.now() + HOUR_MS);
  await leases.updateOne({ _id }, { $set: { owner: 'another', until } }, { upsert: true });
  return { goesOn: () => leases.deleteOne({ _id }) };
}
type Backlog = Awaited<ReturnType<typeof backlog>>;
const untilOver = (one: Backlog) =>
  until('all is cancelled and the document gone', async () => (await one.cancelled()) === one.count && one.isGone());

test.serial(
  'a deletion is answered while most of a backlog is still to be cancelled; the endpoint is gone from then on',
  async (t) => {
    const { client, database, sink } = webhooks();
    const one = await backlog(database, '/answered');
    const release = await one.hold(2 * PAGE + 1);
    t.teardown(release);
    // The job comes after the answer: two that cancel at once share pages, and one would meet what is held.
    const job = await jobElsewhere(database);
    await client.deleteEndpoint(CALL, { tenant: one.tenant, id: one.id });
    await job.goesOn();
    t.deepEqual((await client.listEndpoints(CALL, { tenant: one.tenant })).endpoints, []);
    const again = await t.throwsAsync(client.deleteEndpoint(CALL, { tenant: one.tenant, id: one.id }));
    t.like(again, { code: 'not_found' });
    await until('the pages before', async () => (await one.cancelled()) >= 2 * PAGE);
    t.true((await one.cancelled()) < BACKLOG);
    await release();
    await untilOver(one);
    t.is(sink.requests('/answered').length, 0);
  },
);

test.serial('retries of others go out while the backlog of a deleted endpoint is being cancelled', async (t) => {
  const { database, register, publish, sink } = webhooks();
  const one = await backlog(database, '/abandoned');
  const release = await one.hold(2 * PAGE + 1);
  t.teardown(release);
  await one.mark();
  await until('it is being cancelled', async () => (await one.cancelled()) > 0);
  const tenant = newTenant();
  sink.answer('/neighbour', { status: 429, retryAfter: '1' }, { status: 200 });
  await register(tenant, '/neighbour', ['charge.created']);
  await publish(created(tenant));
  await untilDeliveries(webhooks(), tenant, 1, ({ status, attempts }) => status === 'DELIVERED' && attempts === 2);
  t.true((await one.cancelled()) < BACKLOG, 'the backlog was there to the end');
  await release();
  await untilOver(one);
});

test.serial(
  'a call that fails after the deletion ends its own delivery alone, however much waits beside it',
  async (t) => {
    const { client, database, sink } = webhooks();
    sink.answer('/under-way', { status: 429, retryAfter: '7200', delayMs: 1_500 });
    const one = await backlog(database, '/under-way', PAGE + 2);
    const deliveries = database.connection.collection<StoredDelivery>('deliveries');
    const due = await deliveries.findOneAndUpdate({ endpointId: one.id }, { $set: { dueAt: new Date() } });
    await until('the call', () => sink.requests('/under-way').length === 1);
    const job = await jobElsewhere(database);
    await one.mark();
    const ended = await until('it has ended', async () => {
      const found = await deliveries.findOne({ _id: due?._id ?? '' });
      return found?.status === 'CANCELLED' && found;
    });
    t.like(ended, { lastStatusCode: 429, attempts: 1 });
    t.is(await one.cancelled(), 1);
    t.false(await one.isGone());
    await job.goesOn();
    await untilOver(one);
    t.is(sink.requests('/under-way').length, 1);
    t.is((await client.listDeliveries(CALL, { tenant: one.tenant, status: 'CANCELLED' })).total, PAGE + 2);
  },
);

test.serial('a process that is killed between pages leaves the rest to another', async (t) => {
  const { env, sink } = webhooks();
  const world = await testDatabase('webhooks_abandoning');
  t.teardown(world.drop);
  const settings = { ...env, MONGO_DB: world.db };
  const one = await backlog(world, '/left-behind');
  const victim = await startVictim(t, settings);
  const release = await one.hold(2 * PAGE + 1);
  t.teardown(release);
  await one.mark();
  await until('two pages', async () => (await one.cancelled()) >= 2 * PAGE);
  victim.kill('SIGKILL');
  await release();
  t.true((await one.cancelled()) <= 3 * PAGE);
  t.false(await one.isGone());
  // The dead one's lease ends.
  await world.connection.collection('leases').updateMany({}, { $set: { until: new Date(0) } });
  const survivor = await startReplica(loadConfig({ ...settings, TOPIC_PREFIX: await testTopics() }), {});
  t.teardown(survivor.stop);
  await untilOver(one);
  t.is(sink.requests('/left-behind').length, 0);
});

test.serial('a replica that stops leaves the next page to another', async (t) => {
  const { env } = webhooks();
  const world = await testDatabase('webhooks_stopping');
  t.teardown(world.drop);
  const settings = { ...env, MONGO_DB: world.db };
  const start = async () => startReplica(loadConfig({ ...settings, TOPIC_PREFIX: await testTopics() }), {});
  const one = await backlog(world, '/stopping');
  const stopping = await start();
  const release = await one.hold(PAGE + 1);
  t.teardown(release);
  await one.mark();
  await until('a page', async () => (await one.cancelled()) >= PAGE);
  const stopped = stopping.stop();
  await release();
  await stopped;
  t.true((await one.cancelled()) <= 2 * PAGE);
  const next = await start();
  t.teardown(next.stop);
  await untilOver(one);
});

test.serial('two replicas that find the same deletions cancel each delivery once and nobody else’s', async (t) => {
  const { database, replica } = webhooks();
  const second = await replica();
  t.teardown(second.stop);
  const [one, other, kept] = [
    await backlog(database, '/first'),
    await backlog(database, '/second'),
    await backlog(database, '/kept'),
  ];
  await Promise.all([one.mark(), other.mark()]);
  await Promise.all([untilOver(one), untilOver(other)]);
  const counts = async (tenant: Tenant) => second.client.countDeliveries(CALL, { tenant });
  t.like(await counts(one.tenant), { pending: 0, cancelled: BACKLOG });
  t.like(await counts(kept.tenant), { pending: BACKLOG, cancelled: 0 });
  t.deepEqual(
    [webhooks().host, second.host].flatMap(({ lines }) => lines.filter((line) => line.includes('job failed'))),
    [],
  );
});
