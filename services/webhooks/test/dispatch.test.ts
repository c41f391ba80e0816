import { deadLetterTopic, topicName } from '@gx/contracts';
import { newId, parseId } from '@gx/core';
import { readTopic, type SinkRequest, until, verifyWebhook } from '@gx/testkit';
import test from 'ava';
import { created, HAPPENED_AT, paid } from './charge-events.ts';
import { newTenant, shared, untilDeliveries } from './harness.ts';

const webhooks = shared(test);
const json = ({ body }: SinkRequest) => JSON.parse(body) as Record<string, unknown>;
const namesOf = (requests: readonly SinkRequest[]) =>
  requests.map(({ headers }) => headers['x-service-event-type']).sort();

test('one payment reaches a subscriber of all four names as four deliveries with four signatures that fit', async (t) => {
  const { register, publish, sink } = webhooks();
  const tenant = newTenant();
  const { secret } = await register(tenant, '/all', [
    'charge.created',
    'charge.paid',
    'payment.created',
    'payment.completed',
  ]);
  const chargeId = newId('charge');
  await publish(created(tenant, { chargeId }), paid(tenant, { chargeId }));
  await untilDeliveries(webhooks(), tenant, 4, ({ status }) => status === 'DELIVERED');
  const requests = sink.requests('/all');
  t.deepEqual(namesOf(requests), ['charge.created', 'charge.paid', 'payment.completed', 'payment.created']);
  for (const request of requests) {
    const legacy = String(request.headers['x-service-event-type']).startsWith('payment.');
    t.is(verifyWebhook(request, secret)?.family, legacy ? 'legacy' : 'canonical');
    t.is(verifyWebhook(request, `${secret.slice(0, -1)}x`), undefined);
  }
});

test('the canonical envelope carries the public charge, the event id and the contract version', async (t) => {
  const { register, publish, sink } = webhooks();
  const tenant = newTenant();
  await register(tenant, '/canonical', ['charge.paid']);
  const event = paid(tenant);
  await publish(event);
  const [request] = await until(
    'the webhook',
    () => sink.requests('/canonical').length === 1 && sink.requests('/canonical'),
  );
  const body = json(request as SinkRequest);
  t.like(body, { id: event.eventId, object: 'event', type: 'charge.paid', created_at: HAPPENED_AT.toISOString() });
  t.regex(String(body['api_version']), /^\d{4}-\d{2}-\d{2}$/);
  t.like((body['data'] as { object: object }).object, {
    id: `ch_${event.chargeId}`,
    object: 'charge',
    status: 'paid',
    amount: 1_000,
    settlement: { end_to_end_id: 'E00000000202611211200abcdefghijk' },
  });
});

test('the legacy envelope carries the transaction with fees and the status before', async (t) => {
  const { register, publish, sink } = webhooks();
  const tenant = newTenant();
  await register(tenant, '/legacy', ['payment.completed']);
  const event = paid(tenant);
  await publish(event);
  const [request] = await until('the webhook', () => sink.requests('/legacy').length === 1 && sink.requests('/legacy'));
  t.deepEqual(json(request as SinkRequest), {
    event: 'payment.completed',
    livemode: false,
    data: {
      transactionId: `ch_${event.chargeId}`,
      amount: 1_000,
      status: 'PAID',
      previousStatus: 'WAITING_PAYMENT',
      paidWith: 'PIX',
      providerFee: 10,
      platformFee: 10,
      netAmount: 980,
      occurredAt: HAPPENED_AT.toISOString(),
      sequence: 3,
    },
  });
});

test('every request has the three headers, is JSON and names its sender', async (t) => {
  const { register, publish, sink } = webhooks();
  const tenant = newTenant();
  await register(tenant, '/headers', ['charge.created']);
  await publish(created(tenant));
  const [request] = await until(
    'the webhook',
    () => sink.requests('/headers').length === 1 && sink.requests('/headers'),
  );
  const { method, headers } = request as SinkRequest;
  t.is(method, 'POST');
  t.is(headers['content-type'], 'application/json');
  t.regex(String(headers['user-agent']), /^gx-webhooks\//);
  t.is(headers['x-service-event-type'], 'charge.created');
  t.regex(String(headers['x-service-delivery-id']), /^att_/);
  t.truthy(parseId('attempt', String(headers['x-service-delivery-id'])));
  t.regex(String(headers['x-service-signature']), /^t=\d+,v1=[0-9a-f]{64}$/);
});

test('an event that comes three times makes one delivery', async (t) => {
  const { register, publish, sink, deliveries } = webhooks();
  const tenant = newTenant();
  await register(tenant, '/duplicates', ['charge.created']);
  const event = created(tenant);
  await publish(event, event);
  await untilDeliveries(webhooks(), tenant, 1, ({ status }) => status === 'DELIVERED');
  await publish(event, created(tenant));
  await untilDeliveries(webhooks(), tenant, 2, ({ status }) => status === 'DELIVERED');
  t.is(sink.requests('/duplicates').length, 2);
  t.is((await deliveries(tenant)).length, 2);
});

test('every endpoint of the tenant gets its own delivery; another account and the other world get none', async (t) => {
  const { register, publish, sink } = webhooks();
  const tenant = newTenant();
  await register(tenant, '/mine-a', ['charge.created']);
  await register(tenant, '/mine-b', ['charge.created']);
  await register(tenant, '/mine-unsubscribed', ['charge.expired', 'payout.paid']);
  await register({ ...tenant, livemode: true }, '/mine-live', ['charge.created']);
  await register(newTenant(), '/theirs', ['charge.created']);
  await publish(created(tenant));
  await untilDeliveries(webhooks(), tenant, 2, ({ status }) => status === 'DELIVERED');
  t.is(sink.requests('/mine-a').length, 1);
  t.is(sink.requests('/mine-b').length, 1);
  for (const path of ['/mine-unsubscribed', '/mine-live', '/theirs']) t.is(sink.requests(path).length, 0, path);
});

test('an alias takes its family under the concrete names, once even beside the name itself', async (t) => {
  const { register, publish, sink } = webhooks();
  const tenant = newTenant();
  await register(tenant, '/alias', ['payment.status_changed', 'payment.completed', 'withdrawal.*']);
  await publish(created(tenant), paid(tenant));
  await untilDeliveries(webhooks(), tenant, 2, ({ status }) => status === 'DELIVERED');
  t.deepEqual(namesOf(sink.requests('/alias')), ['payment.completed', 'payment.created']);
});

test('an internal event is not delivered, and an event without a charge is dead-lettered, holding nothing up', async (t) => {
  const { register, publish, sink, env, deliveries } = webhooks();
  const tenant = newTenant();
  await register(tenant, '/internal', ['charge.created', 'charge.paid']);
  const deadLetters = await readTopic(deadLetterTopic(topicName(env['TOPIC_PREFIX'] ?? '', 'charge')));
  t.teardown(deadLetters.stop);
  const internal = { ...created(tenant), type: 'charge.payment_accepted' };
  const { created: _, ...hollow } = created(tenant);
  await publish(internal, hollow, created(tenant));
  await untilDeliveries(webhooks(), tenant, 1, ({ status }) => status === 'DELIVERED');
  const [message] = await until(
    'the dead-lettered event',
    () => deadLetters.messages.length > 0 && deadLetters.messages,
  );
  t.is(message?.headers['dlq-reason'], 'no charge in it');
  t.is(sink.requests('/internal').length, 1);
  t.is((await deliveries(tenant)).length, 1);
});

test('a new event is attempted at once, not at the next turn of a poll', async (t) => {
  const { register, publish, sink, database } = webhooks();
  const tenant = newTenant();
  await register(tenant, '/prompt', ['charge.created']);
  const waits: number[] = [];
  const documents = database.connection.collection<{ createdAt: Date }>('deliveries');
  for (let round = 1; round <= 5; round += 1) {
    await publish(created(tenant));
    await until('the webhook', () => sink.requests('/prompt').length === round);
    const stored = await until('its document', async () => {
      const found = await documents.find({ accountId: tenant.accountId }).sort({ _id: -1 }).toArray();
      return found.length === round && found[0];
    });
    const received = sink.requests('/prompt').at(-1)?.receivedAt;
    waits.push(Number(received) - Number(stored.createdAt));
  }
  t.log(`insert to request, ms: ${waits.join(', ')}`);
  t.true(Math.min(...waits) < 200, waits.join(', '));
});

test('the first attempts about one charge start in the order of its events, one after the other', async (t) => {
  const { register, publish, sink } = webhooks();
  const tenant = newTenant();
  await register(tenant, '/ordered', ['charge.created', 'charge.paid']);
  sink.answer('/ordered', { delayMs: 30 });
  const chargeIds = Array.from({ length: 8 }, () => newId('charge'));
  await publish(...chargeIds.flatMap((chargeId) => [created(tenant, { chargeId }), paid(tenant, { chargeId })]));
  await untilDeliveries(webhooks(), tenant, 16, ({ status }) => status === 'DELIVERED');
  for (const chargeId of chargeIds) {
    const own = sink.requests('/ordered').filter(({ body }) => body.includes(chargeId));
    t.deepEqual(
      own.map(({ headers }) => headers['x-service-event-type']),
      ['charge.created', 'charge.paid'],
    );
    const [first, second] = own.map(({ receivedAt }) => receivedAt.getTime());
    t.true((second ?? 0) - (first ?? 0) >= 29);
  }
});
