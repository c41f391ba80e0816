import { chargeEventCodec } from '@gx/contracts';
import { newId, Refusal, type Tenant } from '@gx/core';
import { type SinkRequest, until, verifyWebhook } from '@gx/testkit';
import test from 'ava';
import { paid, refundProgressed } from './charge-events.ts';
import { newTenant, shared, untilDeliveries } from './harness.ts';

/** What merchants make us send: a sample to try an endpoint, and an event once more. */
const webhooks = shared(test);
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

test('a test goes to the endpoint as a signed charge.paid marked test, whatever it subscribed to', async (t) => {
  const { client, register, sink } = webhooks();
  const tenant = newTenant();
  const { id, secret } = await register(tenant, '/tried', ['payment.failed']);
  await register(tenant, '/other', ['charge.paid']);
  const deliveryId = newId('delivery');
  const sent = await client.sendTestEvent(CALL, { tenant, endpointId: `we_${id}`, deliveryId });
  t.like(sent, { id: deliveryId, endpointId: id, eventType: 'charge.paid', status: 'PENDING', attempts: 0 });
  const [done] = await untilDeliveries(webhooks(), tenant, 1, ({ status }) => status === 'DELIVERED');
  t.is(done?.id, deliveryId);
  const [request] = sink.requests('/tried') as [SinkRequest];
  t.is(verifyWebhook(request, secret)?.family, 'canonical');
  t.is(nameOf(request), 'charge.paid');
  const body = jsonOf(request);
  t.like(body, { object: 'event', type: 'charge.paid', test: true });
  t.like((body['data'] as { object: object }).object, { object: 'charge', status: 'paid', payment_method: 'pix' });
  const { attemptLog } = await client.getDelivery(CALL, { tenant, id: deliveryId });
  t.like(attemptLog[0], { attempt: 1, statusCode: 200 });
  t.is(sink.requests('/other').length, 0);
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
