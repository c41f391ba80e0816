import type { Tenant } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { KEEP_AFTER_MS } from '../src/dispatch/first-leases.ts';
import { FIRST_LEASE_MS } from '../src/store/new-deliveries.ts';
import { created } from './charge-events.ts';
import { attemptLogOf } from './endpoint-outcome.ts';
import { newTenant, shared, startVictim, untilDeliveries } from './harness.ts';

/**
 * A new delivery is stored under the lease of its first attempt: there is no claim between event and request.
 */
const webhooks = shared(test);
const idsOf = (path: string, header: string) =>
  webhooks()
    .sink.requests(path)
    .map(({ headers }) => String(headers[header]));
const refuseClaims = async (isRefused: boolean): Promise<unknown> =>
  webhooks().database.connection.db?.command({
    collMod: 'deliveries',
    // A claim is an update: what is inserted has no attempt in its log and was created at once.
    validator: isRefused ? { $nor: [{ status: 'PROCESSING', $expr: { $ne: ['$createdAt', '$updatedAt'] } }] } : {},
  });

test.serial('a short first attempt is recorded without a claim before it, good or bad', async (t) => {
  const { register, publish, sink, database, deliveries } = webhooks();
  await refuseClaims(true);
  t.teardown(() => refuseClaims(false));
  const [good, bad] = [newTenant(), newTenant()];
  sink.answer('/bad', { status: 500 });
  await register(good, '/good', ['charge.created']);
  await register(bad, '/bad', ['charge.created']);
  // Several: on a machine that stands still for a second one of them is claimed, and refused.
  await publish(...[1, 2, 3, 4, 5].flatMap(() => [created(good), created(bad)]));
  const attempted = (tenant: Tenant) =>
    until('one is recorded', async () =>
      (await deliveries(tenant)).find(({ attempts, status }) => attempts > 0 && status !== 'PROCESSING'),
    );
  const [delivered, failed] = [await attempted(good), await attempted(bad)];
  t.like(delivered, { status: 'DELIVERED', attempts: 1, lastStatusCode: 200 });
  t.like(failed, { status: 'PENDING', attempts: 1, lastStatusCode: 500 });
  for (const [path, delivery] of [
    ['/good', delivered],
    ['/bad', failed],
  ] as const) {
    const [attempt, ...others] = await attemptLogOf({ database }, delivery);
    t.like(attempt, { attempt: 1 });
    t.deepEqual(others, []);
    t.true(idsOf(path, 'x-service-delivery-id').includes(`att_${attempt?.attemptId}`));
  }
});

test.serial(
  'an attempt that lasts has its lease extended: other replicas leave it alone, long after its first lease',
  async (t) => {
    const { register, publish, sink, replica, database } = webhooks();
    const second = await replica();
    t.teardown(second.stop);
    const tenant = newTenant();
    sink.answer('/lasts', { delayMs: FIRST_LEASE_MS + 3_000 });
    await register(tenant, '/lasts', ['charge.created']);
    await publish(created(tenant));
    await untilDeliveries(webhooks(), tenant, 1, ({ status }) => status === 'PROCESSING');
    const [delivery] = await untilDeliveries(webhooks(), tenant, 1, ({ status }) => status === 'DELIVERED');
    t.is(sink.requests('/lasts').length, 1);
    const [attempt] = await attemptLogOf({ database }, delivery);
    t.like(attempt, { attempt: 1, statusCode: 200 });
    t.true((attempt?.durationMs ?? 0) > FIRST_LEASE_MS);
  },
);

test.serial('the log says when the request of a first attempt began, however long it lasted', async (t) => {
  const { register, publish, sink, database } = webhooks();
  for (const delayMs of [0, 2 * KEEP_AFTER_MS]) {
    const [tenant, path] = [newTenant(), `/fails-after-${delayMs}`];
    // Its next attempt is far off.
    sink.answer(path, { status: 503, retryAfter: '600', delayMs });
    await register(tenant, path, ['charge.created']);
    await publish(created(tenant));
    const [delivery] = await untilDeliveries(
      webhooks(),
      tenant,
      1,
      ({ attempts, status }) => attempts === 1 && status === 'PENDING',
    );
    const [request] = sink.requests(path);
    const [{ startedAt, durationMs = 0 } = { startedAt: new Date(0) }] = await attemptLogOf({ database }, delivery);
    const late = startedAt.getTime() - Number(request?.receivedAt);
    t.true(Math.abs(late) < 250, `${path}: ${late} ms after it was received`);
    const ended = Number(delivery?.nextRetryAtMs) - 600_000;
    const apart = ended - startedAt.getTime() - durationMs;
    t.true(Math.abs(apart) < 250, `${path}: ends ${apart} ms before its wait begins`);
  }
});

test.serial(
  'killed in the middle of a first attempt: sent again when its lease ends, under the same event id',
  async (t) => {
    const { env, sink, register } = webhooks();
    const tenant = newTenant();
    sink.answer('/killed', { hang: true }, { status: 200 });
    await register(tenant, '/killed', ['charge.created']);
    // It shares the database with the survivor, which gets nothing.
    const victim = await startVictim(t, env);
    await victim.publish(created(tenant));
    await until('the POST', () => sink.requests('/killed').length === 1);
    victim.kill('SIGKILL');
    await untilDeliveries(webhooks(), tenant, 1, ({ status }) => status === 'DELIVERED');
    const [first, second] = sink.requests('/killed');
    t.is(first?.body, second?.body);
    t.is(new Set(idsOf('/killed', 'webhook-id')).size, 1);
    t.is(new Set(idsOf('/killed', 'x-service-delivery-id')).size, 2);
  },
);
