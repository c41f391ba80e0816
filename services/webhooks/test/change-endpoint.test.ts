import type { Delivery } from '@gx/contracts/webhooks';
import { Refusal, type Tenant } from '@gx/core';
import { startWebhookSink, until, verifyWebhook } from '@gx/testkit';
import test from 'ava';
import { created } from './charge-events.ts';
import { newTenant, shared, untilDeliveries } from './harness.ts';

const webhooks = shared(test);
const CALL = { requestId: 'req_change' };
const EVENTS = ['charge.created'];
/** The first attempt fails, and the merchant names its own wait: the next one is two seconds away. */
const LATER = { status: 429, retryAfter: '2' } as const;

/** An endpoint with one delivery whose first attempt failed. */
async function waiting(tenant: Tenant, path: string) {
  const { register, publish, sink } = webhooks();
  sink.answer(path, LATER, { status: 200 });
  const registered = await register(tenant, path, EVENTS);
  await publish(created(tenant));
  await untilDeliveries(webhooks(), tenant, 1, ({ status, attempts }) => status === 'PENDING' && attempts === 1);
  return registered;
}

test('a rotated secret signs the next attempt already, and the old one signs it no more', async (t) => {
  const { client, sink } = webhooks();
  const tenant = newTenant();
  const { id, secret: old } = await waiting(tenant, '/rotated');
  const { id: answered, secret } = await client.rotateEndpointSecret(CALL, { tenant, id: `we_${id}` });
  t.is(answered, id);
  t.regex(secret, /^[0-9a-f]{64}$/);
  t.not(secret, old);
  await untilDeliveries(webhooks(), tenant, 1, ({ status }) => status === 'DELIVERED');
  const [first, second] = sink.requests('/rotated');
  t.true(first !== undefined && second !== undefined && sink.requests('/rotated').length === 2);
  t.truthy(verifyWebhook(first as never, old));
  t.truthy(verifyWebhook(second as never, secret));
  t.is(verifyWebhook(second as never, old), undefined);
});

test('what waits goes to the URL of the moment', async (t) => {
  const { client, sink } = webhooks();
  const tenant = newTenant();
  const { id } = await waiting(tenant, '/old-place');
  const changed = await client.updateEndpoint(CALL, { tenant, id, url: sink.url('/new-place') });
  t.like(changed, { id, url: sink.url('/new-place'), events: EVENTS, status: 'ACTIVE' });
  await untilDeliveries(webhooks(), tenant, 1, ({ status }) => status === 'DELIVERED');
  t.deepEqual([sink.requests('/old-place').length, sink.requests('/new-place').length], [1, 1]);
});

test('an endpoint that has unsubscribed from the name is not sent what waits: it is cancelled when its turn comes (N4)', async (t) => {
  const { client, sink, deliveries } = webhooks();
  const tenant = newTenant();
  const { id } = await waiting(tenant, '/unsubscribed');
  await client.updateEndpoint(CALL, { tenant, id, events: { names: ['charge.paid'] } });
  const [delivery] = await until('its turn has come', async () => {
    const found = await deliveries(tenant);
    return found[0]?.status === 'CANCELLED' && found;
  });
  t.is(delivery?.attempts, 1);
  t.is(sink.requests('/unsubscribed').length, 1);
});

test('an INACTIVE endpoint is sent nothing: what waits is cancelled when its turn comes, what is new passes it by (N4)', async (t) => {
  const { client, sink, publish, deliveries, register } = webhooks();
  const tenant = newTenant();
  const { id } = await waiting(tenant, '/asleep');
  await register(tenant, '/awake', EVENTS);
  t.is((await client.updateEndpoint(CALL, { tenant, id, status: 'INACTIVE' })).status, 'INACTIVE');
  await publish(created(tenant));
  await until('the other endpoint got it', () => sink.requests('/awake').length === 1);
  await until('its turn has come', async () =>
    (await deliveries(tenant)).some(({ endpointId, status }) => endpointId === id && status === 'CANCELLED'),
  );
  t.is(sink.requests('/asleep').length, 1);
  await client.updateEndpoint(CALL, { tenant, id, status: 'ACTIVE' });
  await publish(created(tenant));
  await until('it got another', () => sink.requests('/asleep').length === 2);
  // A new delivery is listed once its page is taken apart, which may be after it went out.
  await until(
    'both are listed',
    async () => (await deliveries(tenant)).filter(({ endpointId }) => endpointId === id).length === 2,
  );
});

test('a failed attempt at an endpoint that is INACTIVE meanwhile cancels nothing: what waits goes out if it is ACTIVE again at its turn', async (t) => {
  const { client, sink, publish, deliveries, register } = webhooks();
  const tenant = newTenant();
  const { id } = await register(tenant, '/dozing', EVENTS);
  const failed = { status: 503, retryAfter: '3600' } as const;
  sink.answer('/dozing', failed, { ...failed, delayMs: 1_500 });
  await publish(created(tenant));
  await untilDeliveries(webhooks(), tenant, 1, ({ status, attempts }) => status === 'PENDING' && attempts === 1);
  await publish(created(tenant));
  await until('the second is being sent', () => sink.requests('/dozing').length === 2);
  await client.updateEndpoint(CALL, { tenant, id, status: 'INACTIVE' });
  const failedOnce = ({ attempts, lastStatusCode }: Delivery) => attempts === 1 && lastStatusCode === 503;
  await untilDeliveries(webhooks(), tenant, 2, failedOnce);
  await client.updateEndpoint(CALL, { tenant, id, status: 'ACTIVE' });
  t.deepEqual(
    (await deliveries(tenant)).map(({ status }) => status),
    ['PENDING', 'PENDING'],
  );
});

test('other events are sent from the change on, the old ones no more', async (t) => {
  const { client, sink, publish, register } = webhooks();
  const tenant = newTenant();
  const { id } = await register(tenant, '/changed', ['charge.paid']);
  await register(tenant, '/witness', EVENTS);
  await publish(created(tenant));
  await until('the event was read', () => sink.requests('/witness').length === 1);
  const changed = await client.updateEndpoint(CALL, {
    tenant,
    id,
    events: { names: ['charge.created', 'charge.created', 'charge.failed'] },
  });
  t.deepEqual(changed.events, ['charge.created', 'charge.failed']);
  await publish(created(tenant));
  await until('it got one', () => sink.requests('/changed').length > 0);
  t.is(sink.requests('/changed').length, 1);
});

test('what cannot be changed is refused whole, and nobody else’s endpoint can be changed', async (t) => {
  const { client, register } = webhooks();
  const tenant = newTenant();
  const { id } = await register(tenant, '/refused', EVENTS);
  const before = await client.listEndpoints(CALL, { tenant });
  const codeOf = async (call: Promise<unknown>) => (await t.throwsAsync(call, { instanceOf: Refusal }))?.code;
  const status = 'INACTIVE' as const;
  t.is(await codeOf(client.updateEndpoint(CALL, { tenant, id, status, url: 'https://10.0.0.1/' })), 'invalid_url');
  t.is(await codeOf(client.updateEndpoint(CALL, { tenant, id, status, events: { names: ['x'] } })), 'invalid_event');
  t.is(await codeOf(client.updateEndpoint(CALL, { tenant, id, status, events: { names: [] } })), 'invalid_request');
  for (const other of [newTenant(), { ...tenant, livemode: true }]) {
    t.is(await codeOf(client.updateEndpoint(CALL, { tenant: other, id, status })), 'not_found');
    t.is(await codeOf(client.rotateEndpointSecret(CALL, { tenant: other, id })), 'not_found');
  }
  await client.deleteEndpoint(CALL, { tenant, id });
  t.is(await codeOf(client.updateEndpoint(CALL, { tenant, id, status })), 'not_found');
  t.is(await codeOf(client.rotateEndpointSecret(CALL, { tenant, id })), 'not_found');
  t.like(before.endpoints[0], { status: 'ACTIVE', events: EVENTS });
});

test('the counts are those of the list, of this account and world alone', async (t) => {
  const { client, publish, register } = webhooks();
  const tenant = newTenant();
  const none = { pending: 0, processing: 0, delivered: 0, failed: 0, cancelled: 0 };
  t.deepEqual(await client.countDeliveries(CALL, { tenant }), none);
  const { id } = await waiting(tenant, '/counted');
  await client.deleteEndpoint(CALL, { tenant, id });
  await register(tenant, '/counted-too', EVENTS);
  await publish(created(tenant), created(tenant));
  await untilDeliveries(webhooks(), tenant, 3, ({ status }) => status !== 'PENDING' && status !== 'PROCESSING');
  t.deepEqual(await client.countDeliveries(CALL, { tenant }), { ...none, delivered: 2, cancelled: 1 });
  t.deepEqual(await client.countDeliveries(CALL, { tenant: { ...tenant, livemode: true } }), none);
});

test('what waits for an endpoint that hangs goes out at once when the endpoint moves to another host', async (t) => {
  const { client, publish, register, sink } = webhooks();
  const elsewhere = await startWebhookSink();
  t.teardown(elsewhere.stop);
  const tenant = newTenant();
  sink.answer('/left-hanging', { hang: true });
  const { id } = await register(tenant, '/left-hanging', EVENTS);
  await publish(...Array.from({ length: 30 }, () => created(tenant)));
  const hanging = await until('as many hang as may', () => {
    const seen = sink.requests('/left-hanging').length;
    return seen >= 8 && seen;
  });
  await client.updateEndpoint(CALL, { tenant, id, url: elsewhere.url('/new-home') });
  const started = Date.now();
  await until('all others are there', () => elsewhere.requests('/new-home').length >= 30 - hanging);
  t.true(Date.now() - started < 8_000, 'long before the first of those that hang is given up');
  t.is(sink.requests('/left-hanging').length, hanging);
});
