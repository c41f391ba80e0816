import { newId, type Tenant } from '@gx/core';
import { startTelemetry } from '@gx/runtime';
import { testDatabase, testTopics, until } from '@gx/testkit';
import test from 'ava';
import { loadConfig } from '../src/config.ts';
import { newTenant, shared, startReplica, startVictim } from './harness.ts';
import { plantDeliveries } from './plant-deliveries.ts';

/** What processes that died left behind, and what it costs to look for it. */
const telemetry = startTelemetry('webhooks-test', undefined);
const webhooks = shared(test, { WEBHOOK_TIMEOUT_MS: '60000' });
test.after.always(async () => (await telemetry).stop());

const CALL = { requestId: 'req_lapsed' };
const ATTEMPTS = 15;

test.serial('a look for leases that have ended reads none of what is due and waits', async (t) => {
  const { database, sink, env } = webhooks();
  sink.answer('/hangs', { hang: true });
  await plantDeliveries(database.connection, newTenant(), {
    url: sink.url('/hangs'),
    key: env['ENCRYPTION_KEY'],
    count: 1_000,
  });
  await until('it has all of its places', () => sink.requests('/hangs').length === 8);
  const { db } = database.connection;
  await db?.command({ profile: 2 });
  const looks = await until('two looks', async () => {
    const seen = await db?.collection('system.profile').find({ 'command.filter.status': 'PROCESSING' }).toArray();
    return seen !== undefined && seen.length >= 2 && seen;
  });
  await db?.command({ profile: 0 });
  for (const { planSummary, keysExamined, docsExamined } of looks) {
    // Nor of the eight that are under way: their leases end later.
    t.true(keysExamined <= 1, `${keysExamined} keys by ${planSummary}`);
    t.deepEqual([planSummary, docsExamined], ['IXSCAN { dueAt: 1 }', 0]);
  }
});

const exhausted = async (): Promise<number> => {
  const series = 'gx_webhook_attempts_total{gx_outcome="exhaust"}';
  const line = (await (await telemetry).metrics()).split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length) ?? 0);
};

test.serial(
  'who dies in a last attempt leaves a dead letter that is logged, once, however many look; others are sent again',
  async (t) => {
    const { env, sink } = webhooks();
    const world = await testDatabase('webhooks_spent');
    t.teardown(world.drop);
    // A short deadline makes a short lease, which the survivors have to wait out; long enough to kill before
    // it.
    const settings = { ...env, MONGO_DB: world.db, WEBHOOK_TIMEOUT_MS: '3000' };
    const collection = world.connection.collection<{ _id: string; attempts: number }>('deliveries');
    /** A delivery that was tried so often already, and how often its endpoint was called since. */
    const plant = async (tried: number): Promise<{ tenant: Tenant; calls: () => number }> => {
      const [tenant, path] = [newTenant(), `/${newId('endpoint')}`];
      sink.answer(path, { hang: true }, { status: 200 });
      await plantDeliveries(world.connection, tenant, { url: sink.url(path), key: env['ENCRYPTION_KEY'] });
      await collection.updateMany({ ...tenant }, { $set: { attempts: tried, queue: 'retry' } });
      return { tenant, calls: () => sink.requests(path).length };
    };
    const [last, beyond, early] = [await plant(ATTEMPTS - 1), await plant(ATTEMPTS), await plant(ATTEMPTS - 2)];
    const victim = await startVictim(t, settings);
    await until('the POSTs', () => [last, beyond, early].every(({ calls }) => calls() === 1));
    victim.kill('SIGKILL');
    const before = await exhausted();
    const survivors = await Promise.all(
      [1, 2].map(async () => startReplica(loadConfig({ ...settings, TOPIC_PREFIX: await testTopics() }), {})),
    );
    for (const { stop } of survivors) t.teardown(stop);
    const deliveryOf = async ({ tenant }: { tenant: Tenant }) =>
      (await survivors[0]?.client.listDeliveries(CALL, { tenant }))?.deliveries[0];
    const dead = await until('both are dead letters', async () => {
      const found = await Promise.all([last, beyond].map(deliveryOf));
      return found.every((one) => one?.status === 'FAILED') && found;
    });
    await until('the other is delivered', async () => (await deliveryOf(early))?.status === 'DELIVERED');
    t.deepEqual([last.calls(), beyond.calls(), early.calls()], [1, 1, 2]);
    t.deepEqual(
      dead.map((one) => [one?.attempts, one?.lastError, one?.nextRetryAtMs]),
      [
        [ATTEMPTS, 'interrupted', undefined],
        [ATTEMPTS + 1, 'interrupted', undefined],
      ],
    );
    const logged = survivors
      .flatMap(({ host }) => host.lines)
      .map((line): Record<string, unknown> => JSON.parse(line) as Record<string, unknown>);
    const alarms = logged.filter(({ alarm }) => alarm === 'webhook_dead_letter');
    const fieldsOf = (one: Record<string, unknown>) =>
      ['delivery_id', 'endpoint_id', 'event_type', 'attempt', 'error'].map((name) => one[name]);
    const byAttempt = (a: Record<string, unknown>, b: Record<string, unknown>) =>
      Number(a['attempt']) - Number(b['attempt']);
    t.deepEqual(
      alarms.toSorted(byAttempt).map(fieldsOf),
      dead.map((one) => [one?.id, one?.endpointId, one?.eventType, one?.attempts, 'interrupted']),
    );
    t.is((await exhausted()) - before, 2);
    const dueAgain = logged.filter(({ message }) => String(message).startsWith('webhook deliveries whose lease'));
    t.deepEqual(
      dueAgain.map(({ deliveries }) => deliveries),
      [1],
      'only what is being sent again',
    );
  },
);
