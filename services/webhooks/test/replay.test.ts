import type { ChargeEvent } from '@gx/contracts/charge';
import type { ReplayEventsRequest } from '@gx/contracts/webhooks';
import { newId, Refusal, type Tenant } from '@gx/core';
import { type SinkRequest, until, verifyWebhook } from '@gx/testkit';
import test from 'ava';
import { created, expired, paid, refundProgressed } from './charge-events.ts';
import { allKept, newTenant, shared, untilDeliveries } from './harness.ts';

/** The events of a span are sent to an endpoint again. */
const webhooks = shared(test, { WEBHOOK_REPLAY_EVENTS_MAX: '40' });
const CALL = { requestId: 'req_replay' };
const DAY_MS = 86_400_000;
const NAMES = ['charge.created', 'charge.paid', 'payment.status_changed'];
const nameOf = ({ headers }: SinkRequest): string => String(headers['x-service-event-type']);
const bodiesAt = (path: string): string[] =>
  webhooks()
    .sink.requests(path)
    .map(({ body }) => body);

type Replay = Partial<Omit<ReplayEventsRequest, 'tenant' | 'endpointId'>>;
const replay = async (tenant: Tenant, endpointId: string, more: Replay = {}): Promise<number> => {
  const request = { replayId: newId('replay'), sinceMs: Date.now() - 20 * DAY_MS, events: [], ...more };
  return (await webhooks().client.replayEvents(CALL, { tenant, endpointId, only: 'UNDELIVERED', ...request })).replayed;
};
const refusalOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  return error instanceof Refusal ? [error.code, error.more.reason, error.more.param] : error;
};
/** What is kept is no older than 30 days. */
const HOUR_AGO = Date.now() - 3_600_000;
const publish = (...events: readonly ChargeEvent[]): Promise<void> => publishAt(HOUR_AGO, ...events);
const publishAt = (occurredAtMs: number, ...events: readonly ChargeEvent[]): Promise<void> =>
  webhooks().publish(...events.map((event) => ({ ...event, occurredAtMs })));
const setStatus = (tenant: Tenant, id: string, status: 'ACTIVE' | 'INACTIVE') =>
  webhooks().client.updateEndpoint(CALL, { tenant, id, status });
const allDelivered = (tenant: Tenant, count: number) =>
  untilDeliveries(webhooks(), tenant, count, ({ status }) => status === 'DELIVERED');

test('what came while an endpoint was INACTIVE is sent under every name that it takes, each event once under its id, those of a charge in order', async (t) => {
  const { register, sink } = webhooks();
  const tenant = newTenant();
  const { id, secret } = await register(tenant, '/inactive', NAMES);
  const witness = await register(tenant, '/witness', NAMES);
  t.truthy(witness.id);
  await setStatus(tenant, id, 'INACTIVE');
  const charges = [newId('charge'), newId('charge'), newId('charge')];
  const refund = { refundId: newId('refund'), amount: 5, refundStatus: 'REFUNDED' };
  // One millisecond for all: only their sequence tells them apart.
  const events = charges.flatMap((chargeId) => [
    created(tenant, { chargeId }),
    paid(tenant, { chargeId }),
    refundProgressed(tenant, refund, { chargeId }),
  ]);
  await publish(...events);
  await allDelivered(tenant, 15);
  t.deepEqual(bodiesAt('/inactive'), []);
  await setStatus(tenant, id, 'ACTIVE');
  t.is(await replay(tenant, id), 9);
  await allDelivered(tenant, 30);
  const requests = sink.requests('/inactive');
  t.is(requests.length, 15);
  t.deepEqual(bodiesAt('/inactive').toSorted(), bodiesAt('/witness').toSorted(), 'byte for byte what was sent then');
  t.true(requests.every((request) => verifyWebhook(request, secret) !== undefined));
  for (const chargeId of charges) {
    const sequences = requests
      .filter(({ body }) => body.includes(chargeId))
      .map(({ body }) => JSON.parse(body) as { sequence?: number; data: { sequence?: number } })
      .map(({ sequence, data }) => sequence ?? data.sequence ?? 0);
    t.deepEqual(sequences, [1, 1, 3, 3, 4]);
  }
  t.is(await replay(tenant, id), 0, 'nothing is left undelivered');
});

test('undelivered sends what is not DELIVERED, by the deliveries that there are; all sends everything again', async (t) => {
  const { register, sink, deliveries } = webhooks();
  const tenant = newTenant();
  const { id } = await register(tenant, '/some', ['charge.created']);
  await publish(created(tenant), created(tenant));
  await allDelivered(tenant, 2);
  sink.answer('/some', { status: 503, retryAfter: '3600' }, { status: 503, retryAfter: '3600' }, { status: 200 });
  await publish(created(tenant), created(tenant));
  const waiting = await untilDeliveries(webhooks(), tenant, 4, ({ status }) => status !== 'PROCESSING');
  t.is(waiting.filter(({ status }) => status === 'PENDING').length, 2);
  t.is(await replay(tenant, id), 2);
  const done = await allDelivered(tenant, 4);
  t.deepEqual(
    done.map((one) => one.id),
    waiting.map((one) => one.id),
    'no delivery is made for what has one',
  );
  t.deepEqual(
    done.map(({ attempts }) => attempts),
    [1, 1, 1, 1],
    'a fresh budget',
  );
  t.is(bodiesAt('/some').length, 6);
  t.is(await replay(tenant, id), 0);
  t.is(await replay(tenant, id, { only: 'ALL' }), 4);
  await until('all come again', () => bodiesAt('/some').length === 10);
  await allDelivered(tenant, 4);
  const counts = Map.groupBy(bodiesAt('/some'), (body) => body);
  t.deepEqual(
    [...counts.values()].map(({ length }) => length).toSorted(),
    [2, 2, 3, 3],
    'all of them once more, and those that failed twice',
  );
  t.is((await deliveries(tenant)).length, 4);
});

test('a span begins and ends where it says, and 30 days ago at the earliest; names narrow it', async (t) => {
  const { register } = webhooks();
  const tenant = newTenant();
  const now = Date.now();
  const { id } = await register(tenant, '/span', ['charge.paid']);
  await setStatus(tenant, id, 'INACTIVE');
  const moments = [31 * DAY_MS, 10 * DAY_MS, 5 * DAY_MS, DAY_MS].map((ago) => now - ago);
  for (const ms of moments) await publishAt(ms, created(tenant), expired(tenant));
  await allKept(webhooks(), tenant, 2, { createdAt: new Date(moments.at(-1) ?? 0) });
  await webhooks().client.updateEndpoint(CALL, {
    tenant,
    id,
    status: 'ACTIVE',
    events: { names: ['charge.created', 'payment.expired'] },
  });
  const [, second = 0, third = 0, last = 0] = moments;
  t.is(await replay(tenant, id, { sinceMs: second, untilMs: third, events: ['payment.expired'] }), 2);
  await allDelivered(tenant, 2);
  t.deepEqual(webhooks().sink.requests('/span').map(nameOf), ['payment.expired', 'payment.expired']);
  t.is(await replay(tenant, id, { sinceMs: last + 1 }), 0);
  t.is(await replay(tenant, id, { sinceMs: 0, events: ['charge.created'] }), 3, 'not the one of 31 days ago');
  await allDelivered(tenant, 5);
});

test('a replay is refused where nothing may be sent, for names that are not taken, and for more than it may cover', async (t) => {
  const { register, client, deliveries } = webhooks();
  const tenant = newTenant();
  const { id } = await register(tenant, '/refused', ['charge.created']);
  await setStatus(tenant, id, 'INACTIVE');
  t.deepEqual(await refusalOf(replay(tenant, id)), ['unprocessable_entity', 'endpoint_not_active', undefined]);
  await publish(...Array.from({ length: 41 }, () => created(tenant)));
  await allKept(webhooks(), tenant, 41);
  await setStatus(tenant, id, 'ACTIVE');
  t.deepEqual(await refusalOf(replay(tenant, id)), ['unprocessable_entity', 'replay_too_large', 'since']);
  t.deepEqual(await refusalOf(replay(tenant, id, { events: ['charge.paid'] })), [
    'unprocessable_entity',
    'event_not_subscribed',
    'events',
  ]);
  t.deepEqual(await refusalOf(replay(tenant, id, { events: ['no.such'] })), ['invalid_event', undefined, 'events']);
  for (const other of [newTenant(), { ...tenant, livemode: true }])
    t.deepEqual(await refusalOf(replay(other, id)), ['not_found', undefined, undefined]);
  t.deepEqual(await refusalOf(replay(tenant, 'default')), ['not_found', undefined, undefined]);
  await client.deleteEndpoint(CALL, { tenant, id });
  t.deepEqual(await refusalOf(replay(tenant, id)), ['not_found', undefined, undefined]);
  t.deepEqual(await deliveries(tenant), []);
});

test.serial(
  'a repeated call, and the same request while it is under way, are answered the same and send nothing twice; another request waits',
  async (t) => {
    const { register, sink } = webhooks();
    const tenant = newTenant();
    const { id } = await register(tenant, '/repeated', ['charge.created']);
    await setStatus(tenant, id, 'INACTIVE');
    await publish(...Array.from({ length: 5 }, () => created(tenant)));
    await allKept(webhooks(), tenant, 5);
    await setStatus(tenant, id, 'ACTIVE');
    // Nobody begins it until the lease ends.
    const leases = webhooks().database.connection.collection<{ _id: string }>('leases');
    await leases.updateOne(
      { _id: 'replay events' },
      { $set: { owner: 'another', until: new Date(Date.now() + 3_600_000) } },
      { upsert: true },
    );
    t.teardown(() => leases.deleteOne({ _id: 'replay events' }));
    const sinceMs = Date.now() - 20 * DAY_MS;
    const replayId = newId('replay');
    t.is(await replay(tenant, id, { replayId, sinceMs }), 5);
    t.is(await replay(tenant, id, { replayId, sinceMs }), 5);
    t.is(await replay(tenant, id, { sinceMs }), 5);
    t.deepEqual(await refusalOf(replay(tenant, id, { sinceMs, only: 'ALL' })), [
      'unprocessable_entity',
      'replay_in_progress',
      undefined,
    ]);
    await leases.deleteOne({ _id: 'replay events' });
    await allDelivered(tenant, 5);
    t.is(await replay(tenant, id, { replayId, sinceMs }), 5, 'a call that comes late finds it over');
    await until('it is over', async () => (await replay(tenant, id, { sinceMs })) === 0);
    t.is(sink.requests('/repeated').length, 5);
  },
);

test('legacy events of a transaction with a URL of its own are not replayed to an endpoint, its canonical ones are', async (t) => {
  const { register, sink } = webhooks();
  const tenant = newTenant();
  const event = created(tenant);
  const charge = event.created?.charge;
  t.truthy(charge);
  if (charge)
    await publish({
      ...event,
      created: { charge: { ...charge, webhookUrl: sink.url('/own') }, previousStatus: 'PENDING' },
    });
  await untilDeliveries(webhooks(), tenant, 1, ({ status }) => status === 'DELIVERED');
  const { id } = await register(tenant, '/not-own', ['charge.created', 'payment.created']);
  t.is(await replay(tenant, id), 1);
  await allDelivered(tenant, 2);
  t.deepEqual(sink.requests('/not-own').map(nameOf), ['charge.created']);
});

test('what is replayed and fails is tried again by the schedule, and an endpoint that becomes INACTIVE ends its replay', async (t) => {
  const { register, sink, database } = webhooks();
  const tenant = newTenant();
  const { id } = await register(tenant, '/fails', ['charge.created']);
  await setStatus(tenant, id, 'INACTIVE');
  await publish(created(tenant), created(tenant));
  await allKept(webhooks(), tenant, 2);
  await setStatus(tenant, id, 'ACTIVE');
  sink.answer('/fails', { status: 500 }, { status: 500 }, { status: 200 });
  t.is(await replay(tenant, id), 2);
  const done = await allDelivered(tenant, 2);
  t.is(
    done.reduce((sum, { attempts }) => sum + attempts, 0),
    4,
  );
  const replays = database.connection.collection('replays');
  await until('it is over', async () => (await replays.countDocuments({ openFor: id })) === 0);
});
