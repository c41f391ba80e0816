import { testDatabase, testTopics, until } from '@gx/testkit';
import test from 'ava';
import { loadConfig } from '../src/config.ts';
import { created } from './charge-events.ts';
import { attemptLogOf } from './endpoint-outcome.ts';
import { newTenant, shared, startReplica, startVictim, untilDeliveries } from './harness.ts';
import { plantDeliveries } from './plant-deliveries.ts';

const webhooks = shared(test);
const idsOf = (path: string, header: string) =>
  webhooks()
    .sink.requests(path)
    .map(({ headers }) => String(headers[header]));

test.serial('two replicas that find the same deliveries due make one attempt for each', async (t) => {
  const { database, sink, replica, env } = webhooks();
  const second = await replica();
  t.teardown(second.stop);
  const tenant = newTenant();
  sink.answer('/shared', { delayMs: 10 });
  await plantDeliveries(database.connection, tenant, {
    url: sink.url('/shared'),
    key: env['ENCRYPTION_KEY'],
    count: 200,
  });
  const found = () => second.client.listDeliveries({ requestId: 'r' }, { tenant, status: 'DELIVERED', limit: 100 });
  await until('all deliveries', async () => (await found()).total === 200);
  t.is(sink.requests('/shared').length, 200);
  t.is(new Set(idsOf('/shared', 'x-service-delivery-id')).size, 200);
  t.true((await found()).deliveries.every(({ attempts }) => attempts === 1));
  const delivered = [webhooks().host, second.host].map(
    ({ lines }) => lines.filter((line) => line.includes('webhook delivered')).length,
  );
  t.log(`delivered by each: ${delivered.join(', ')}`);
});

test.serial('a retry due on two replicas is made by one of them', async (t) => {
  const { register, publish, sink, replica, deliveries } = webhooks();
  const second = await replica();
  t.teardown(second.stop);
  const tenant = newTenant();
  await register(tenant, '/retried', ['charge.created']);
  sink.answer('/retried', ...Array.from({ length: 30 }, () => ({ status: 500 })), { status: 200 });
  await publish(...Array.from({ length: 30 }, () => created(tenant)));
  await untilDeliveries(webhooks(), tenant, 30, ({ status }) => status === 'DELIVERED');
  const made = (await deliveries(tenant)).reduce((sum, { attempts }) => sum + attempts, 0);
  t.is(sink.requests('/retried').length, made);
});

test.serial(
  'killed after the POST and before the record: sent again under the same event id and a new attempt id',
  async (t) => {
    const { env, sink } = webhooks();
    const world = await testDatabase('webhooks_killed');
    t.teardown(world.drop);
    // A short deadline makes a short lease, which the survivor has to wait out.
    const settings = { ...env, MONGO_DB: world.db, WEBHOOK_TIMEOUT_MS: '800' };
    const tenant = newTenant();
    sink.answer('/killed', { hang: true }, { status: 200 });
    await plantDeliveries(world.connection, tenant, { url: sink.url('/killed'), key: env['ENCRYPTION_KEY'] });
    const victim = await startVictim(t, settings);
    await until('the POST', () => sink.requests('/killed').length === 1);
    victim.kill('SIGKILL');
    const survivor = await startReplica(loadConfig({ ...settings, TOPIC_PREFIX: await testTopics() }), {});
    t.teardown(survivor.stop);
    const delivery = await until('the second attempt', async () => {
      const { deliveries } = await survivor.client.listDeliveries({ requestId: 'r' }, { tenant });
      return deliveries[0]?.status === 'DELIVERED' && deliveries[0];
    });
    const log = await attemptLogOf({ database: world }, delivery);
    t.like(log[0], { attempt: 1, error: 'interrupted' });
    t.like(log.at(-1), { attempt: delivery.attempts, statusCode: 200 });
    const [first, second] = sink.requests('/killed');
    t.is(first?.body, second?.body);
    t.log(`case 32: ${sink.requests('/killed').length} requests to the endpoint, 1 body, 0 lost`);
    t.deepEqual(
      idsOf('/killed', 'x-service-delivery-id'),
      log.map(({ attemptId }) => `att_${attemptId}`),
    );
  },
);

test.serial('a graceful stop ends what is under way and leaves nothing PROCESSING', async (t) => {
  const { env, sink } = webhooks();
  const world = await testDatabase('webhooks_stopped');
  t.teardown(world.drop);
  const tenant = newTenant();
  sink.answer('/stopped', { delayMs: 300 });
  await plantDeliveries(world.connection, tenant, { url: sink.url('/stopped'), key: env['ENCRYPTION_KEY'] });
  const stopping = await startReplica(loadConfig({ ...env, MONGO_DB: world.db, TOPIC_PREFIX: await testTopics() }), {});
  await until('the POST', () => sink.requests('/stopped').length === 1);
  await stopping.stop();
  const stored = await world.connection.collection('deliveries').findOne({ accountId: tenant.accountId });
  t.is(stored?.['status'], 'DELIVERED');
});
