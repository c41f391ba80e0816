import { newId, Refusal, type Tenant } from '@gx/core';
import { type SinkRequest, until, verifyStandardWebhook } from '@gx/testkit';
import test from 'ava';
import { created, expired, HAPPENED_AT, paid, refundProgressed } from './charge-events.ts';
import { newTenant, shared, untilDeliveries } from './harness.ts';

/** Canonical events for reading again, and what the envelope and the headers around them say. */
const webhooks = shared(test);
const CALL = { requestId: 'req_events' };
const eventsOf = async (tenant: Tenant, more: object = {}) => {
  const { events, hasMore } = await webhooks().client.listEvents(CALL, { tenant, limit: 100, ...more });
  return { ids: events.map(({ id }) => id), bodies: events.map(({ bodyJson }) => bodyJson), hasMore };
};
const untilEvents = (tenant: Tenant, count: number) =>
  until(`${count} events`, async () => {
    const found = await eventsOf(tenant);
    return found.ids.length === count && found;
  });
const codeOf = async (call: Promise<unknown>): Promise<string | undefined> => {
  const error = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  return error instanceof Refusal ? error.code : undefined;
};

test('every canonical event is kept, also where nobody subscribes; what has only legacy names is not', async (t) => {
  const { publish, deliveries } = webhooks();
  const tenant = newTenant();
  const published = [created(tenant), paid(tenant), expired(tenant)];
  const refund = refundProgressed(tenant, { refundId: newId('refund'), amount: 5, refundStatus: 'REFUNDED' });
  await publish(refund, ...published, ...published);
  const { ids } = await untilEvents(tenant, 3);
  t.deepEqual(ids.toSorted(), published.map(({ eventId }) => eventId).toSorted());
  t.deepEqual(await deliveries(tenant), []);
});

test('an event reads byte for byte as its delivery', async (t) => {
  const { client, register, publish, sink } = webhooks();
  const tenant = newTenant();
  await register(tenant, '/same-bytes', ['charge.paid']);
  const event = paid(tenant, { name: 'Conceição "1"' });
  await publish(event);
  await untilDeliveries(webhooks(), tenant, 1, ({ status }) => status === 'DELIVERED');
  const { bodyJson } = await client.getEvent(CALL, { tenant, id: event.eventId });
  t.is(bodyJson, sink.requests('/same-bytes')[0]?.body ?? '');
  t.is(JSON.stringify(JSON.parse(bodyJson)), bodyJson, 'as the edge passes it on');
  t.deepEqual((await eventsOf(tenant)).bodies, [bodyJson]);
});

test('newest first, by cursor, with a charge that is published while one reads; by type and by time', async (t) => {
  const { publish } = webhooks();
  const tenant = newTenant();
  const at = (seconds: number) => ({ ...created(tenant), occurredAtMs: HAPPENED_AT.getTime() + seconds * 1_000 });
  // Two share their millisecond.
  const published = [at(0), at(1), at(1), at(2), at(3)];
  await publish(...published);
  const { ids } = await untilEvents(tenant, 5);
  t.deepEqual([ids[0], ids[1], ids[4]], [published[4]?.eventId, published[3]?.eventId, published[0]?.eventId]);
  const first = await eventsOf(tenant, { limit: 2 });
  t.deepEqual([first.ids, first.hasMore], [ids.slice(0, 2), true]);
  await publish({ ...paid(tenant), occurredAtMs: HAPPENED_AT.getTime() + 9_000 });
  await untilEvents(tenant, 6);
  const second = await eventsOf(tenant, { limit: 2, startingAfter: ids[1] });
  const third = await eventsOf(tenant, { limit: 2, startingAfter: ids[3] });
  t.deepEqual([...second.ids, ...third.ids], ids.slice(2));
  t.deepEqual([second.hasMore, third.hasMore], [true, false]);
  t.is((await eventsOf(tenant, { type: 'charge.created' })).ids.length, 5);
  t.is((await eventsOf(tenant, { type: 'charge.failed' })).ids.length, 0);
  const second1 = HAPPENED_AT.getTime() + 1_000;
  t.deepEqual((await eventsOf(tenant, { createdAfterMs: second1, createdBeforeMs: second1 })).ids, ids.slice(2, 4));
  t.deepEqual((await eventsOf(tenant, { createdBeforeMs: second1 - 1 })).ids, ids.slice(4));
});

test('events of another account or world are not there, not even as a cursor', async (t) => {
  const { client, publish } = webhooks();
  const tenant = newTenant();
  const event = created(tenant);
  await publish(event);
  await untilEvents(tenant, 1);
  for (const other of [newTenant(), { ...tenant, livemode: true }]) {
    t.deepEqual((await eventsOf(other)).ids, []);
    t.is(await codeOf(client.getEvent(CALL, { tenant: other, id: event.eventId })), 'not_found');
    t.is(await codeOf(eventsOf(other, { startingAfter: event.eventId })), 'invalid_cursor');
  }
  for (const id of ['nonsense', `evt_${'0'.repeat(32)}`]) {
    t.is(await codeOf(client.getEvent(CALL, { tenant, id })), 'not_found');
    t.is(await codeOf(eventsOf(tenant, { startingAfter: id })), 'invalid_cursor');
  }
});

test('they are kept for 30 days, and both lists are read from an index alone', async (t) => {
  const { database, publish } = webhooks();
  const tenant = newTenant();
  await publish(created(tenant));
  await untilEvents(tenant, 1);
  const events = database.connection.collection('events');
  const [kept] = (await events.indexes()).filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
  t.like(kept, { key: { createdAt: 1 }, expireAfterSeconds: 30 * 24 * 3_600 });
  for (const filter of [{}, { type: 'charge.created' }]) {
    const query = events.find({ ...tenant, ...filter }).sort({ createdAt: -1, _id: -1 });
    const { queryPlanner } = await query.explain('queryPlanner');
    const plan = JSON.stringify(queryPlanner.winningPlan);
    t.false(plan.includes('COLLSCAN') || plan.includes('"SORT"'), plan);
  }
});

test('an endpoint gets the contract version it was registered under, for ever; a new one that of today', async (t) => {
  const { database, register, publish, sink } = webhooks();
  const tenant = newTenant();
  const endpoints = database.connection.collection<{ _id: string }>('endpoints');
  const old = await register(tenant, '/old-version', ['charge.paid', 'payment.completed']);
  await endpoints.updateOne({ _id: old.id }, { $set: { apiVersion: '2025-01-31' } });
  await register(tenant, '/new-version', ['charge.paid']);
  await publish(paid(tenant));
  await untilDeliveries(webhooks(), tenant, 3, ({ status }) => status === 'DELIVERED');
  const bodyOf = (path: string) => {
    const [request] = sink.requests(path).filter(({ headers }) => headers['x-service-event-type'] === 'charge.paid');
    return JSON.parse((request as SinkRequest).body) as Record<string, unknown>;
  };
  const { api_version: before, ...rest } = bodyOf('/old-version');
  const { api_version: now, ...same } = bodyOf('/new-version');
  t.is(before, '2025-01-31');
  t.is(now, '2026-11-01');
  t.deepEqual(rest, same);
  const { bodies } = await eventsOf(tenant);
  t.is((JSON.parse(bodies[0] ?? '') as Record<string, unknown>)['api_version'], now);
});

test('the headers of Standard Webhooks are beside our own, for both families, anew at each attempt', async (t) => {
  const { register, publish, sink } = webhooks();
  const tenant = newTenant();
  sink.answer('/standard', { status: 500 }, { status: 500 }, { status: 500 }, { status: 200 });
  const { secret } = await register(tenant, '/standard', ['charge.expired', 'payment.failed', 'payment.expired']);
  const event = expired(tenant);
  await publish(event);
  await untilDeliveries(webhooks(), tenant, 3, ({ status }) => status === 'DELIVERED');
  const seen = sink.requests('/standard');
  t.is(seen.length, 6);
  for (const request of seen) {
    const { signedAt = new Date(0) } = verifyStandardWebhook(request, secret) ?? {};
    t.true(Math.abs(signedAt.getTime() - Date.now()) < 60_000);
    t.is(verifyStandardWebhook({ ...request, body: `${request.body} ` }, secret), undefined);
    t.truthy(request.headers['x-service-signature']);
  }
  const ids = seen.map(({ headers }) => `${headers['x-service-event-type']} ${headers['webhook-id']}`);
  t.deepEqual([...new Set(ids)].toSorted(), [
    `charge.expired ${event.eventId}`,
    `payment.expired ${event.eventId}_payment_expired`,
    `payment.failed ${event.eventId}_payment_failed`,
  ]);
});

test('events of one charge can be put in order by their sequence, in both families', async (t) => {
  const { register, publish, sink } = webhooks();
  const tenant = newTenant();
  await register(tenant, '/ordered', ['charge.created', 'charge.paid', 'payment.created', 'payment.completed']);
  const chargeId = newId('charge');
  await publish(created(tenant, { chargeId, sequence: 1 }), paid(tenant, { chargeId, sequence: 3 }));
  await untilDeliveries(webhooks(), tenant, 4, ({ status }) => status === 'DELIVERED');
  const numbered = sink.requests('/ordered').map(({ headers, body }) => {
    const { sequence, data } = JSON.parse(body) as { sequence?: number; data: { sequence?: number } };
    return `${headers['x-service-event-type']} ${sequence ?? data.sequence}`;
  });
  t.deepEqual(numbered.toSorted(), ['charge.created 1', 'charge.paid 3', 'payment.completed 3', 'payment.created 1']);
});
