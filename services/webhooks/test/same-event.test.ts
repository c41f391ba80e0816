import { servers, testTopics, until } from '@gx/testkit';
import { startWire } from '@gx/testkit/faults';
import test from 'ava';
import { loadConfig } from '../src/config.ts';
import { KEEP_AFTER_MS } from '../src/dispatch/first-leases.ts';
import { created } from './charge-events.ts';
import { attemptLogOf } from './endpoint-outcome.ts';
import { newTenant, publisher, startHarness, startReplica, untilDeliveries } from './harness.ts';

/**
 * Two replicas that both read an event, as one that has lost its partition without noticing and its successor
 * may. Each has topics of its own, so that both do; what they write goes over a wire that keeps it until both
 * are about to store it.
 */
const wire = await startWire(() => Number(new URL(servers().mongoUrl).port));
const harness = await startHarness({ MONGO_URL: `mongodb://127.0.0.1:${wire.port}/?directConnection=true` });
const topics = await testTopics();
const other = await startReplica(loadConfig({ ...harness.env, TOPIC_PREFIX: topics }), {});
const publishBeside = publisher(topics);

// Neither waits for its partitions later on.
test.before(async () => {
  const tenant = newTenant();
  await harness.register(tenant, '/ready', ['charge.created']);
  await Promise.all([harness.publish(created(tenant)), publishBeside(created(tenant))]);
  await untilDeliveries(harness, tenant, 2, ({ status }) => status === 'DELIVERED');
});
test.after.always(async () => {
  await other.stop();
  await harness.stop();
  await wire.stop();
});

/** What a new delivery has and nothing else that is written. */
const STORED = 'payload';
// biome-ignore format: one row per attempt, read as a table
const ATTEMPTS = [
  ['is answered well',      [{ status: 200 }]],
  ['fails, and is retried', [{ status: 500 }, { status: 500 }, { status: 200 }]],
  ['lasts',                 [{ status: 200, delayMs: 2 * KEEP_AFTER_MS }]],
] as const;

for (const [nth, [title, answers]] of ATTEMPTS.entries())
  test.serial(
    `two processes read an event at once and its attempt ${title}: one delivery, posted by the one that stored it`,
    async (t) => {
      const { register, publish, sink, database } = harness;
      const [tenant, path] = [newTenant(), `/same-${nth}`];
      sink.answer(path, ...answers);
      await register(tenant, path, ['charge.created']);
      const event = created(tenant);
      const held = wire.hold(STORED);
      await Promise.all([publish(event), publishBeside(event)]);
      await until('both are about to store it', () => held.waiting() === 2, { timeoutMs: 30_000 });
      held.release();
      const [delivery] = await untilDeliveries(harness, tenant, 1, ({ status }) => status === 'DELIVERED');
      const requests = sink.requests(path);
      const attempts = delivery?.attempts ?? 0;
      t.is(requests.length, attempts);
      const idsOf = (header: string) => requests.map(({ headers }) => String(headers[header]));
      t.is(new Set(idsOf('webhook-id')).size, 1);
      t.is(new Set(idsOf('x-service-delivery-id')).size, requests.length);
      const log = await attemptLogOf({ database }, delivery);
      t.deepEqual(
        log.map(({ attempt }) => attempt),
        Array.from({ length: attempts }, (_, index) => index + 1),
      );
    },
  );
