import { chargeEventCodec } from '@gx/contracts';
import type { Charge, ChargeEvent } from '@gx/contracts/charge';
import { newId, Refusal, type Tenant } from '@gx/core';
import { newCipher } from '@gx/runtime';
import { type SinkRequest, until, verifyWebhook } from '@gx/testkit';
import test from 'ava';
import { created, expired, paid } from './charge-events.ts';
import { newTenant, shared, untilDeliveries } from './harness.ts';

/**
 * A transaction with a URL of its own: its legacy events go there instead of to the endpoints, signed with
 * the account's secret (decisions A20).
 */
const webhooks = shared(test);
const CALL = { requestId: 'req_own_url' };
const ALL = ['charge.created', 'charge.paid', 'payment.created', 'payment.completed'];
const nameOf = ({ headers }: SinkRequest): string => String(headers['x-service-event-type']);

/** The same event of a charge that says where its legacy events go. */
function going(event: ChargeEvent, webhookUrl: string): ChargeEvent {
  const to = <T extends { charge: Charge | null }>(changed: T): T => ({
    ...changed,
    charge: changed.charge && { ...changed.charge, surface: 'PAYMENTS', webhookUrl },
  });
  return {
    ...event,
    ...(event.created ? { created: to(event.created) } : {}),
    ...(event.paid ? { paid: to(event.paid) } : {}),
    ...(event.expired ? { expired: to(event.expired) } : {}),
  };
}

const rotated = async (tenant: Tenant): Promise<string> =>
  (await webhooks().client.rotateEndpointSecret(CALL, { tenant, id: 'default' })).secret;
const stored = (tenant: Tenant) =>
  webhooks()
    .database.connection.collection('signing_secrets')
    .find({ ...tenant })
    .toArray();

test('its legacy events go to its URL alone, canonical ones to the endpoints, each signed with its own secret', async (t) => {
  const { register, publish, sink, client } = webhooks();
  const tenant = newTenant();
  const { secret } = await register(tenant, '/registered', ALL);
  const ours = await rotated(tenant);
  t.regex(ours, /^[0-9a-f]{64}$/);
  await publish(going(paid(tenant), sink.url('/own?order=7')));
  const found = await untilDeliveries(webhooks(), tenant, 2, ({ status }) => status === 'DELIVERED');
  const [own] = sink.requests('/own') as [SinkRequest];
  t.is(own.path, '/own?order=7');
  t.is(nameOf(own), 'payment.completed');
  t.is(verifyWebhook(own, ours)?.family, 'legacy');
  t.is(verifyWebhook(own, secret), undefined);
  const [registered] = sink.requests('/registered') as [SinkRequest];
  t.deepEqual(sink.requests('/registered').map(nameOf), ['charge.paid']);
  t.truthy(verifyWebhook(registered, secret));
  t.deepEqual(found.map(({ endpointId, eventType }) => [eventType, endpointId === 'default']).toSorted(), [
    ['charge.paid', false],
    ['payment.completed', true],
  ]);
  const listed = await client.listDeliveries(CALL, { tenant, endpointId: 'default' });
  t.deepEqual([listed.total, listed.deliveries[0]?.eventType], [1, 'payment.completed']);
  const { attemptLog } = await client.getDelivery(CALL, { tenant, id: listed.deliveries[0]?.id ?? '' });
  t.like(attemptLog[0], { attempt: 1, statusCode: 200 });
});

test('it gets every legacy name of an event, subscribed to or not, also where there is no endpoint at all', async (t) => {
  const { publish, sink } = webhooks();
  const tenant = newTenant();
  await publish(going(expired(tenant), sink.url('/alone')));
  await untilDeliveries(webhooks(), tenant, 2, ({ status }) => status === 'DELIVERED');
  t.deepEqual(sink.requests('/alone').map(nameOf).toSorted(), ['payment.expired', 'payment.failed']);
});

test('nothing goes unsigned: the secret is made on first need, once, encrypted, and kept', async (t) => {
  const { publish, sink, env, host } = webhooks();
  const tenant = newTenant();
  const second = await webhooks().replica();
  t.teardown(second.stop);
  await publish(...Array.from({ length: 20 }, () => going(created(tenant), sink.url('/first-need'))));
  await untilDeliveries(webhooks(), tenant, 20, ({ status }) => status === 'DELIVERED');
  const documents = await stored(tenant);
  t.is(documents.length, 1);
  const secret = newCipher(Buffer.from(env['ENCRYPTION_KEY'] ?? '', 'base64')).decrypt(documents[0]?.['secret']);
  t.regex(secret, /^[0-9a-f]{64}$/);
  t.false(JSON.stringify(documents).includes(secret));
  t.false(host.lines.join('').includes(secret));
  for (const request of sink.requests('/first-need')) t.is(verifyWebhook(request, secret)?.family, 'legacy');
});

test('a rotated secret signs the next attempt, and no other account’s or world’s', async (t) => {
  const { publish, sink } = webhooks();
  const tenant = newTenant();
  const [other, live] = [newTenant(), { ...tenant, livemode: true }];
  const [first, theirs, alive] = [await rotated(tenant), await rotated(other), await rotated(live)];
  sink.answer('/turned', { status: 429, retryAfter: '1' }, { status: 200 });
  await publish(going(paid(tenant), sink.url('/turned')));
  await until('the first try', () => sink.requests('/turned').length === 1);
  const second = await rotated(tenant);
  await publish(going(paid(other), sink.url('/theirs')), going(paid(live), sink.url('/alive')));
  const [before, after] = await until('the second try', () => {
    const seen = sink.requests('/turned');
    return seen.length === 2 && (seen as [SinkRequest, SinkRequest]);
  });
  t.truthy(verifyWebhook(before, first));
  t.truthy(verifyWebhook(after, second));
  t.is(verifyWebhook(after, first), undefined);
  for (const [path, secret] of [
    ['/theirs', theirs],
    ['/alive', alive],
  ] as const) {
    const [request] = await until(path, () => sink.requests(path).length === 1 && sink.requests(path));
    t.truthy(verifyWebhook(request as SinkRequest, secret));
  }
  t.is(new Set([first, second, theirs, alive]).size, 4);
});

test('a URL that nobody could call is as none: the endpoints get it', async (t) => {
  const { register, publish, sink } = webhooks();
  const tenant = newTenant();
  await register(tenant, '/instead', ['payment.created']);
  await publish(going(created(tenant), 'mailto:ana@example.com'), going(created(tenant), 'nonsense'));
  await untilDeliveries(webhooks(), tenant, 2, ({ status }) => status === 'DELIVERED');
  t.is(sink.requests('/instead').length, 2);
});

test('what is sent again goes to the transaction’s own URL too', async (t) => {
  const { client, sink } = webhooks();
  const tenant = newTenant();
  const event = chargeEventCodec.encode(going(paid(tenant), sink.url('/own-again')));
  const request = { tenant, resendId: newId('resend'), event };
  for (const _ of [1, 2]) t.is((await client.resendEvent(CALL, request)).deliveries, 1);
  await untilDeliveries(webhooks(), tenant, 1, ({ status }) => status === 'DELIVERED');
  t.is(sink.requests('/own-again').length, 1);
});

test('default is listed last once it has a secret, without a URL, and cannot be changed, tried or deleted', async (t) => {
  const { client, register } = webhooks();
  const tenant = newTenant();
  const list = async (of = tenant) => (await client.listEndpoints(CALL, { tenant: of })).endpoints;
  t.deepEqual(await list(), []);
  await rotated(tenant);
  await register(tenant, '/beside-default', ['charge.paid']);
  const [registered, own, ...others] = await list();
  t.deepEqual([registered?.events, others], [['charge.paid'], []]);
  t.like(own, { id: 'default', url: '', status: 'ACTIVE' });
  t.true(own?.events.every((name) => name.startsWith('payment.')));
  await rotated(tenant);
  const [, again] = await list();
  t.is(again?.createdAtMs, own?.createdAtMs);
  t.true(Number(again?.updatedAtMs) > Number(own?.updatedAtMs));
  for (const other of [newTenant(), { ...tenant, livemode: true }]) t.deepEqual(await list(other), []);
  const calls = [
    client.updateEndpoint(CALL, { tenant, id: 'default', status: 'INACTIVE' }),
    client.deleteEndpoint(CALL, { tenant, id: 'default' }),
    client.sendTestEvent(CALL, { tenant, endpointId: 'default', deliveryId: newId('delivery') }),
  ];
  for (const call of calls) t.is((await t.throwsAsync(call, { instanceOf: Refusal }))?.code, 'not_found');
});
