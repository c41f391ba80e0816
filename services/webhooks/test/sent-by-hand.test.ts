import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chargeEventCodec } from '@gx/contracts';
import { newId, Refusal, type Tenant } from '@gx/core';
import { type SinkRequest, until, verifyWebhook } from '@gx/testkit';
import { webhookChecker } from '@gx/testkit/openapi';
import test from 'ava';
import { EVENT_CATALOG, type EventName, isLegacy } from '../src/domain/event-catalog.ts';
import { paid, refundProgressed } from './charge-events.ts';
import { newTenant, shared, untilDeliveries } from './harness.ts';

/** What merchants make us send: a sample to try an endpoint, and an event once more. */
const webhooks = shared(test);
const problemsOf = webhookChecker(
  readFileSync(join(import.meta.dirname, '../../../docs/reference/asyncapi.json'), 'utf8'),
);
const CALL = { requestId: 'req_by_hand' };
const nameOf = ({ headers }: SinkRequest): string => String(headers['x-service-event-type']);
const jsonOf = ({ body }: SinkRequest) => JSON.parse(body) as Record<string, unknown>;
const refusalOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  return error instanceof Refusal ? { code: error.code, reason: error.more.reason } : error;
};

/** What each sample says at its top, beside `livemode` and `test`. */
const NAMES = Object.entries(EVENT_CATALOG).flatMap(([name, row]) => ('covers' in row ? [] : [name as EventName]));

test('a test of each name of the catalog is a signed sample in the envelope of that name, marked test', async (t) => {
  const { client, register, sink } = webhooks();
  const tenant = newTenant();
  const { id, secret } = await register(tenant, '/tried', NAMES);
  await register(tenant, '/other', NAMES);
  for (const event of NAMES) {
    const sent = await client.sendTestEvent(CALL, { tenant, endpointId: id, deliveryId: newId('delivery'), event });
    t.like(sent, { endpointId: id, eventType: event, status: 'PENDING', attempts: 0 });
  }
  await untilDeliveries(webhooks(), tenant, NAMES.length, ({ status }) => status === 'DELIVERED');
  const requests = sink.requests('/tried');
  t.deepEqual(requests.map(nameOf).toSorted(), [...NAMES].toSorted());
  for (const request of requests) {
    const name = nameOf(request) as EventName;
    t.is(verifyWebhook(request, secret)?.family, isLegacy(name) ? 'legacy' : 'canonical', name);
    const body = jsonOf(request);
    t.like(body, { livemode: false, test: true, [isLegacy(name) ? 'event' : 'type']: name }, name);
    t.deepEqual(problemsOf(request.headers, request.body), [], name);
  }
  t.is(sink.requests('/other').length, 0);
});

for (const [title, events, event, expected] of [
  [
    'without a name is the first concrete one that was subscribed to',
    ['payment.status_changed', 'charge.expired'],
    undefined,
    'charge.expired',
  ],
  [
    'without a name is the first of a family, where only an alias was subscribed to',
    ['payment.status_changed'],
    undefined,
    'payment.created',
  ],
  ['of an alias is the first of its family', ['charge.paid', 'withdrawal.*'], 'withdrawal.*', 'withdrawal.created'],
  ['may be of a name that an alias takes', ['payment.status_changed'], 'payment.refunded', 'payment.refunded'],
] as const)
  test(`a test ${title}`, async (t) => {
    const { client, register } = webhooks();
    const tenant = newTenant(true);
    const { id: endpointId } = await register(tenant, '/named', events);
    const request = { tenant, endpointId, deliveryId: newId('delivery'), ...(event === undefined ? {} : { event }) };
    const { eventType, payloadJson } = await client.sendTestEvent(CALL, request);
    t.is(eventType, expected);
    t.true((JSON.parse(payloadJson ?? '') as { livemode: boolean }).livemode);
  });

test('a test of a name that the endpoint does not take, or that is none, is refused and sends nothing', async (t) => {
  const { client, register, deliveries } = webhooks();
  const tenant = newTenant();
  const { id: endpointId } = await register(tenant, '/not-taken', ['charge.paid']);
  for (const [event, code, reason] of [
    ['charge.created', 'unprocessable_entity', 'event_not_subscribed'],
    ['payment.status_changed', 'unprocessable_entity', 'event_not_subscribed'],
    ['charge.*', 'invalid_event', undefined],
  ] as const) {
    const refused = await t.throwsAsync(
      client.sendTestEvent(CALL, { tenant, endpointId, deliveryId: newId('delivery'), event }),
      { instanceOf: Refusal },
    );
    t.deepEqual([refused?.code, refused?.more.reason, refused?.more.param], [code, reason, 'event'], event);
  }
  t.deepEqual(await deliveries(tenant), []);
});

test('a test that is requested twice under one id is sent once, and one that fails is tried again', async (t) => {
  const { client, register, sink } = webhooks();
  const tenant = newTenant();
  const { id: endpointId } = await register(tenant, '/tried-again', ['charge.paid']);
  sink.answer('/tried-again', { status: 500 }, { status: 200 });
  const request = { tenant, endpointId, deliveryId: newId('delivery') };
  await client.sendTestEvent(CALL, request);
  await client.sendTestEvent(CALL, request);
  const [done] = await untilDeliveries(webhooks(), tenant, 1, ({ status }) => status === 'DELIVERED');
  t.is(done?.attempts, 2);
  const [first, second] = sink.requests('/tried-again');
  t.is(first?.body, second?.body);
  await client.sendTestEvent(CALL, { ...request, deliveryId: newId('delivery') });
  await untilDeliveries(webhooks(), tenant, 2, ({ status }) => status === 'DELIVERED');
  const ids = sink.requests('/tried-again').map((one) => jsonOf(one)['id']);
  t.is(new Set(ids).size, 2, 'another test is another event');
});

test('nothing is tried at an endpoint that is INACTIVE, not there or somebody else’s', async (t) => {
  const { client, register, deliveries, sink } = webhooks();
  const tenant = newTenant();
  const { id: endpointId } = await register(tenant, '/not-tried', ['charge.paid']);
  const ask = (asker: Tenant, endpoint: string) =>
    refusalOf(client.sendTestEvent(CALL, { tenant: asker, endpointId: endpoint, deliveryId: newId('delivery') }));
  for (const other of [newTenant(), { ...tenant, livemode: true }])
    t.deepEqual(await ask(other, endpointId), { code: 'not_found', reason: undefined });
  t.deepEqual(await ask(tenant, newId('endpoint')), { code: 'not_found', reason: undefined });
  await client.updateEndpoint(CALL, { tenant, id: endpointId, status: 'INACTIVE' });
  t.deepEqual(await ask(tenant, endpointId), { code: 'unprocessable_entity', reason: 'endpoint_not_active' });
  await client.deleteEndpoint(CALL, { tenant, id: endpointId });
  t.deepEqual(await ask(tenant, endpointId), { code: 'not_found', reason: undefined });
  t.deepEqual(await deliveries(tenant), []);
  t.is(sink.requests('/not-tried').length, 0);
});

test('an event that is sent again has its own id and body, and is a delivery of its own with ids of its own', async (t) => {
  const { client, register, publish, sink } = webhooks();
  const tenant = newTenant();
  const { secret } = await register(tenant, '/again', ['charge.paid', 'payment.completed']);
  const event = paid(tenant);
  await publish(event);
  await untilDeliveries(webhooks(), tenant, 2, ({ status }) => status === 'DELIVERED');
  const request = { tenant, resendId: newId('resend'), event: chargeEventCodec.encode(event) };
  t.is((await client.resendEvent(CALL, request)).deliveries, 2);
  t.is((await client.resendEvent(CALL, request)).deliveries, 2, 'a repeated call makes none twice');
  const found = await untilDeliveries(webhooks(), tenant, 4, ({ status }) => status === 'DELIVERED');
  t.is(new Set(found.map(({ id }) => id)).size, 4);
  const seen = sink.requests('/again');
  t.is(seen.length, 4);
  for (const name of ['charge.paid', 'payment.completed']) {
    const [first, second] = seen.filter((one) => nameOf(one) === name) as [SinkRequest, SinkRequest];
    t.is(first.body, second.body, 'byte for byte');
    t.not(first.headers['x-service-delivery-id'], second.headers['x-service-delivery-id']);
    t.truthy(verifyWebhook(second, secret));
  }
  t.is(seen.map(jsonOf).find(({ id }) => id !== undefined)?.['id'], event.eventId);
  t.is((await client.resendEvent(CALL, { ...request, resendId: newId('resend') })).deliveries, 2);
  await untilDeliveries(webhooks(), tenant, 6, ({ status }) => status === 'DELIVERED');
});

test('an event goes again to the endpoints that would get it now; when there is none, to nobody', async (t) => {
  const { client, register, sink } = webhooks();
  const tenant = newTenant();
  const event = refundProgressed(tenant, { refundId: newId('refund'), amount: 5, refundStatus: 'REFUNDED' });
  const resend = () =>
    client.resendEvent(CALL, { tenant, resendId: newId('resend'), event: chargeEventCodec.encode(event) });
  t.is((await resend()).deliveries, 0);
  await register(tenant, '/canonical-only', ['charge.paid']);
  t.is((await resend()).deliveries, 0, 'there is no canonical name for money that goes back');
  await register(tenant, '/late', ['payment.status_changed']);
  t.is((await resend()).deliveries, 1);
  const [request] = await until('it comes', () => sink.requests('/late').length === 1 && sink.requests('/late'));
  t.is(nameOf(request as SinkRequest), 'payment.refunded');
});

test('no event of another account or world is sent to this one’s endpoints, nor one without an id of its own', async (t) => {
  const { client, register, deliveries } = webhooks();
  const tenant = newTenant();
  await register(tenant, '/not-theirs', ['charge.paid']);
  for (const owner of [newTenant(), { ...tenant, livemode: true }]) {
    const event = chargeEventCodec.encode(paid(owner));
    await t.throwsAsync(client.resendEvent(CALL, { tenant, resendId: newId('resend'), event }));
  }
  const event = chargeEventCodec.encode(paid(tenant));
  t.like(await refusalOf(client.resendEvent(CALL, { tenant, resendId: '', event })), { code: 'invalid_request' });
  t.deepEqual(await deliveries(tenant), []);
});
