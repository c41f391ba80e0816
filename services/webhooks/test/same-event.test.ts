import type { Delivery } from '@gx/contracts/webhooks';
import { servers, testTopics, until } from '@gx/testkit';
import { startWire } from '@gx/testkit/faults';
import test from 'ava';
import { loadConfig } from '../src/config.ts';
import { CLAIM_AFTER_MS } from '../src/dispatch/handover.ts';
import { created } from './charge-events.ts';
import { attemptLogOf } from './endpoint-outcome.ts';
import { newTenant, startHarness, startReplica, teller, untilDeliveries } from './harness.ts';

/**
 * Two replicas that both read an event, as one that has lost its partition without noticing and its successor
 * may. Each has topics of its own, so that both do; what they write goes over a wire that keeps it until each
 * has found nothing.
 */
const wire = await startWire(() => Number(new URL(servers().mongoUrl).port));
const harness = await startHarness({ MONGO_URL: `mongodb://127.0.0.1:${wire.port}/?directConnection=true` });
const topics = await testTopics();
const other = await startReplica(loadConfig({ ...harness.env, TOPIC_PREFIX: topics }), {});
const tellOther = teller(topics);
const pages = harness.database.connection.collection('pages_in_hand');
const nothingInHand = () => until('nothing is in hand', async () => (await pages.countDocuments()) === 0);

// Neither waits for its partitions later on: what a process has in hand too long before it sends it, it has
// to claim.
test.before(async () => {
  const tenant = newTenant();
  await harness.register(tenant, '/ready', ['charge.created']);
  await Promise.all([harness.publish(created(tenant)), tellOther(created(tenant))]);
  await untilDeliveries(harness, tenant, 2, ({ status }) => status === 'DELIVERED');
  await nothingInHand();
});
test.after.always(async () => {
  await other.stop();
  await harness.stop();
  await wire.stop();
});

/** What a page has and nothing else that is written. */
const PAGE = 'bodies';
// biome-ignore format: one row per attempt, read as a table
const ATTEMPTS = [
  ['is answered well',      [{ status: 200 }]],
  ['fails, and is retried', [{ status: 500 }, { status: 500 }, { status: 200 }]],
  ['lasts',                 [{ status: 200, delayMs: 2 * CLAIM_AFTER_MS }]],
] as const;

for (const [nth, [title, answers]] of ATTEMPTS.entries())
  test.serial(
    `an event in the hands of two processes at once whose attempt ${title}: one delivery, each posts it once at most, one record`,
    async (t) => {
      const { register, publish, sink, database, host } = harness;
      const [tenant, path] = [newTenant(), `/same-${nth}`];
      sink.answer(path, ...answers);
      await register(tenant, path, ['charge.created']);
      const event = created(tenant);
      const held = wire.hold(PAGE);
      await Promise.all([publish(event), tellOther(event)]);
      await until('both are about to store it', () => held.waiting() === 2, { timeoutMs: 30_000 });
      t.is(await pages.countDocuments(), 0);
      held.release();
      const [delivery] = await untilDeliveries(harness, tenant, 1, ({ status }) => status === 'DELIVERED');
      await nothingInHand();
      const requests = sink.requests(path);
      const inVain = () =>
        [host, other.host].flatMap(({ lines }) =>
          lines.filter((line) => line.includes('ended after its lease') && line.includes(event.eventId)),
        );
      const { attempts } = delivery as Delivery;
      await until('whoever came second has learnt it', () => inVain().length === requests.length - attempts);
      t.log(`${requests.length} requests`);
      t.true(requests.length <= attempts + 1, `${requests.length} requests`);
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
