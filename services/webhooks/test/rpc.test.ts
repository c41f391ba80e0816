import type { Delivery } from '@gx/contracts/webhooks';
import { newId, Refusal, type Tenant } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { created, paid } from './charge-events.ts';
import { newTenant, shared, untilDeliveries } from './harness.ts';

const webhooks = shared(test);
const CALL = { requestId: 'req_rpc' };
const EVENTS = ['charge.paid'];

const refuses = test.macro({
  async exec(t, url: string, events: readonly string[], code: string, param: string) {
    const { client, database } = webhooks();
    const tenant = newTenant();
    const refusal = await t.throwsAsync(client.registerEndpoint(CALL, { tenant, url, events: [...events] }), {
      instanceOf: Refusal,
    });
    t.is(refusal?.code as string, code);
    t.is(refusal?.more.param, param);
    t.is(await database.connection.collection('endpoints').countDocuments({ accountId: tenant.accountId }), 0);
  },
  title: (rule = '') => `registration: ${rule}`,
});
test('a private host is refused', refuses, 'https://10.0.0.1/', EVENTS, 'invalid_url', 'url');
test('plain http to the public is refused', refuses, 'http://a.example.com/', EVENTS, 'invalid_url', 'url');
test('credentials are refused', refuses, 'https://u:p@a.example.com/', EVENTS, 'invalid_url', 'url');
test('no events are refused', refuses, 'https://a.example.com/', [], 'invalid_request', 'events');
test(
  'an unknown event is refused',
  refuses,
  'https://a.example.com/',
  ['charge.paid', 'charge.lost'],
  'invalid_event',
  'events',
);
test(
  'an internal event is refused',
  refuses,
  'https://a.example.com/',
  ['charge.payment_accepted'],
  'invalid_event',
  'events',
);

test('of names that are no event, each is named where it stands and how to find the right ones; a text of another form is not repeated', async (t) => {
  const { client } = webhooks();
  const key = `gx_test_${'A'.repeat(32)}`;
  const events = ['charge.payed', 'charge.paid', key, 'ana@example.com', `${'x'.repeat(33)}.paid`];
  const request = { tenant: newTenant(), url: 'https://a.example.com/', events };
  const refusal = await t.throwsAsync(client.registerEndpoint(CALL, request), { instanceOf: Refusal });
  t.is(
    refusal?.message,
    'events.0: charge.payed is no event of the catalog. GET /v1/webhooks/event-catalog lists the names.',
  );
  const unnamed = 'This text is no event of the catalog';
  t.deepEqual(refusal?.more.details, [
    { param: 'events.0', message: 'charge.payed is no event of the catalog' },
    ...[2, 3, 4].map((index) => ({ param: `events.${index}`, message: unnamed })),
  ]);
});

test('registration answers ACTIVE and a secret of 64 hex characters, once; the list has it without', async (t) => {
  const { client } = webhooks();
  const tenant = newTenant();
  const { endpoint, secret } = await client.registerEndpoint(CALL, {
    tenant,
    url: 'https://a.example.com/hooks',
    events: ['withdrawal.*', 'charge.paid', 'charge.paid'],
  });
  t.regex(secret, /^[0-9a-f]{64}$/);
  t.like(endpoint, { url: 'https://a.example.com/hooks', events: ['withdrawal.*', 'charge.paid'], status: 'ACTIVE' });
  const { endpoints } = await client.listEndpoints(CALL, { tenant });
  t.deepEqual(endpoints, [endpoint as NonNullable<typeof endpoint>]);
  t.false(JSON.stringify(endpoints).includes(secret));
});

test('a secret is in no document, no log line and no error in clear', async (t) => {
  const { client, database, host, sink, publish } = webhooks();
  const tenant = newTenant();
  const { secret } = await webhooks().register(tenant, '/canary', EVENTS);
  sink.answer('/canary', { status: 500, body: 'no' }, { status: 200 });
  await publish(paid(tenant, { name: 'Canary Canarinho' }));
  await untilDeliveries(webhooks(), tenant, 1, ({ status }) => status === 'DELIVERED');
  await t.throwsAsync(
    client.registerEndpoint(CALL, { tenant, url: `https://${secret}@a.example.com/`, events: EVENTS }),
  );
  const stored = await Promise.all(
    ['endpoints', 'deliveries'].map((name) =>
      database.connection.collection(name).find({ accountId: tenant.accountId }).toArray(),
    ),
  );
  t.false(JSON.stringify(stored).includes(secret));
  const log = host.lines.join('');
  t.true(log.includes('webhook attempt failed'));
  for (const canary of [secret, 'Canary Canarinho']) t.false(log.includes(canary));
});

test('endpoints and deliveries of another account or world do not exist', async (t) => {
  const { client, register, publish, sink } = webhooks();
  const owner = newTenant();
  const { id } = await register(owner, '/owned', ['charge.created']);
  await publish(created(owner));
  await untilDeliveries(webhooks(), owner, 1, ({ status }) => status === 'DELIVERED');
  for (const other of [newTenant(), { ...owner, livemode: true }]) {
    t.deepEqual((await client.listEndpoints(CALL, { tenant: other })).endpoints, []);
    t.deepEqual(await client.listDeliveries(CALL, { tenant: other, endpointId: id }), { deliveries: [], total: 0 });
    const refusal = await t.throwsAsync(client.deleteEndpoint(CALL, { tenant: other, id }), { instanceOf: Refusal });
    t.is(refusal?.code, 'not_found');
  }
  t.is((await client.listEndpoints(CALL, { tenant: owner })).endpoints.length, 1);
  t.is(sink.requests('/owned').length, 1);
});

/** Long enough for a busy machine to see what waits. */
const RETRY_AFTER_SECONDS = 5;

test('a deleted endpoint is gone, its waiting deliveries are CANCELLED and nothing is sent any more', async (t) => {
  const { client, register, publish, sink, deliveries } = webhooks();
  const tenant = newTenant();
  sink.answer('/deleted', { status: 429, retryAfter: String(RETRY_AFTER_SECONDS) });
  const { id } = await register(tenant, '/deleted', ['charge.created']);
  const kept = await register(tenant, '/kept', ['charge.created']);
  await publish(created(tenant), created(tenant), created(tenant));
  await until('three failed first attempts', async () => {
    const found = (await deliveries(tenant)).filter(({ endpointId }) => endpointId === id);
    return found.length === 3 && found.every(({ status, attempts }) => status === 'PENDING' && attempts === 1);
  });
  await client.deleteEndpoint(CALL, { tenant, id: `we_${id}` });
  const cancelled = (await deliveries(tenant)).filter(({ endpointId }) => endpointId === id);
  t.deepEqual(
    cancelled.map(({ status, nextRetryAtMs }) => [status, nextRetryAtMs]),
    Array(3).fill(['CANCELLED', undefined]),
  );
  await publish(created(tenant));
  await until('the other endpoint has all four', () => sink.requests('/kept').length === 4);
  // The retries would have come by then.
  await until(
    'the retries would be due',
    () => Date.now() - Number(sink.requests('/deleted').at(-1)?.receivedAt) > RETRY_AFTER_SECONDS * 1_000 + 500,
  );
  t.is(sink.requests('/deleted').length, 3);
  t.deepEqual(
    (await client.listEndpoints(CALL, { tenant })).endpoints.map((endpoint) => endpoint.id),
    [kept.id],
  );
  const again = await t.throwsAsync(client.deleteEndpoint(CALL, { tenant, id }), { instanceOf: Refusal });
  t.is(again?.code, 'not_found');
});

// What it answered stands; what would have followed does not.
for (const [status, end] of [
  [200, 'DELIVERED'],
  [500, 'CANCELLED'],
] as const)
  test(`an endpoint deleted while it is being called: the call ends, and nothing follows its ${status}`, async (t) => {
    const { client, register, publish, sink, deliveries } = webhooks();
    const [tenant, path] = [newTenant(), `/in-flight-${status}`];
    sink.answer(path, { status, delayMs: 300 });
    const { id } = await register(tenant, path, ['charge.created']);
    await publish(created(tenant));
    await until('the call', () => sink.requests(path).length === 1);
    await client.deleteEndpoint(CALL, { tenant, id });
    const isOver = (delivery: Delivery) =>
      delivery.attempts === 1 && !['PENDING', 'PROCESSING'].includes(delivery.status);
    const [found] = await untilDeliveries(webhooks(), tenant, 1, isOver);
    t.like(found, { status: end, lastStatusCode: status });
    t.is((await deliveries(tenant)).length, 1);
    t.is(sink.requests(path).length, 1);
  });

test('a deletion that a dead process began is finished by any other', async (t) => {
  const { database, register, publish, sink } = webhooks();
  const tenant = newTenant();
  sink.answer('/half', { status: 429, retryAfter: '3600' });
  const { id } = await register(tenant, '/half', ['charge.created']);
  await publish(created(tenant));
  await untilDeliveries(webhooks(), tenant, 1, ({ attempts, status }) => attempts === 1 && status === 'PENDING');
  const endpoints = database.connection.collection<{ _id: string }>('endpoints');
  await endpoints.updateOne({ _id: id }, { $set: { deletedAt: new Date() }, $unset: { secret: '' } });
  await untilDeliveries(webhooks(), tenant, 1, ({ status }) => status === 'CANCELLED');
  await until('the document is gone', async () => (await endpoints.findOne({ _id: id })) === null);
  t.pass();
});

test('an endpoint that is not active gets nothing, not even what was waiting for it', async (t) => {
  const { database, register, publish, sink } = webhooks();
  const tenant = newTenant();
  sink.answer('/inactive', { status: 429, retryAfter: '1' });
  const { id } = await register(tenant, '/inactive', ['charge.created']);
  await publish(created(tenant));
  await until('the first try', () => sink.requests('/inactive').length === 1);
  await database.connection
    .collection<{ _id: string }>('endpoints')
    .updateOne({ _id: id }, { $set: { status: 'INACTIVE' } });
  await publish(created(tenant));
  await untilDeliveries(webhooks(), tenant, 1, ({ status }) => status === 'CANCELLED');
  t.is(sink.requests('/inactive').length, 1);
});

test('the catalog lists every name, legacy ones marked', async (t) => {
  const { events } = await webhooks().client.getEventCatalog(CALL, {});
  t.deepEqual(events[1], { event: 'charge.paid', description: 'Charge paid and confirmed.', legacy: false });
  t.true(events.some(({ event, legacy }) => event === 'payment.status_changed' && legacy));
  t.is(new Set(events.map(({ event }) => event)).size, events.length);
});

/** A tenant with deliveries of two endpoints, one of which fails. */
async function withDeliveries(): Promise<{ tenant: Tenant; good: string; bad: string }> {
  const { register, publish, sink } = webhooks();
  const tenant = newTenant();
  sink.answer(`/list-bad-${tenant.accountId}`, { status: 429, retryAfter: '3600' });
  const good = await register(tenant, `/list-good-${tenant.accountId}`, ['charge.created', 'payment.created']);
  const bad = await register(tenant, `/list-bad-${tenant.accountId}`, ['charge.created']);
  await publish(...Array.from({ length: 10 }, () => created(tenant)));
  await untilDeliveries(webhooks(), tenant, 30, ({ attempts, status }) => attempts === 1 && status !== 'PROCESSING');
  return { tenant, good: good.id, bad: bad.id };
}

test('deliveries are listed newest first, by page and by each filter, with the total', async (t) => {
  const { client } = webhooks();
  const { tenant, good, bad } = await withDeliveries();
  const list = (query: object) => client.listDeliveries(CALL, { tenant, ...query });
  const all = await list({});
  t.is(all.total, 30);
  t.is(all.deliveries.length, 25);
  t.deepEqual(
    all.deliveries.map(({ id }) => id),
    [...all.deliveries.map(({ id }) => id)].sort().reverse(),
  );
  const rest = await list({ limit: 25, offset: 25 });
  t.is(rest.deliveries.length, 5);
  t.is(new Set([...all.deliveries, ...rest.deliveries].map(({ id }) => id)).size, 30);
  t.is((await list({ status: 'DELIVERED' })).total, 20);
  t.is((await list({ status: 'PENDING' })).total, 10);
  t.is((await list({ eventType: 'payment.created' })).total, 10);
  t.is((await list({ endpointId: good })).total, 20);
  t.is((await list({ endpointId: `we_${bad}`, eventType: 'charge.created', status: 'PENDING' })).total, 10);
  t.is((await list({ endpointId: newId('endpoint') })).total, 0);
  t.is((await list({ endpointId: 'we_nonsense' })).total, 0);
  const refusal = await t.throwsAsync(list({ limit: 101 }), { instanceOf: Refusal });
  t.is(refusal?.more.param, 'limit');
});

test('the questions the service asks all day are answered by an index', async (t) => {
  const { database } = webhooks();
  const { tenant } = await withDeliveries();
  const deliveries = database.connection.collection('deliveries');
  const due = { queue: 'retry', status: 'PENDING', dueAt: { $exists: true }, $expr: { $lte: ['$dueAt', '$$NOW'] } };
  const plans = await Promise.all([
    deliveries.find(due).sort({ dueAt: 1, _id: 1 }).limit(500).explain('executionStats'),
    deliveries
      .find({ ...tenant, status: 'PENDING' })
      .sort({ _id: -1 })
      .limit(25)
      .explain('executionStats'),
    deliveries
      .find({ ...tenant, eventName: 'charge.created' })
      .sort({ _id: -1 })
      .limit(25)
      .explain('executionStats'),
  ]);
  for (const { queryPlanner } of plans) {
    const plan = JSON.stringify((queryPlanner as { winningPlan: object }).winningPlan);
    t.false(plan.includes('COLLSCAN') || plan.includes('"SORT"'), plan);
  }
  // What waits for later is not even looked at: the database's own time bounds the scan.
  const [dueNow] = plans;
  t.notRegex(JSON.stringify(dueNow), /"dueAt":\["\[MinKey, MaxKey\]"/);
});
