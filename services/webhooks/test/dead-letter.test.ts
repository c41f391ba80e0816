import { newId, Refusal } from '@gx/core';
import { until } from '@gx/testkit';
import anyTest, { type TestFn } from 'ava';
import { created } from './charge-events.ts';
import { type Harness, newTenant, startHarness, untilDeliveries } from './harness.ts';

const test = anyTest as TestFn<{ webhooks: Harness }>;
const CALL = { requestId: 'req_dead_letter' };
const ATTEMPTS = 15;

test.before(async (t) => {
  t.context.webhooks = await startHarness({ WEBHOOK_RETRY_TIME_SCALE: '0.000001' });
});
test.after.always(async (t) => {
  await t.context.webhooks?.stop();
});

/** An endpoint whose one delivery has used up its attempts. */
async function deadLetter(webhooks: Harness, path: string, then: { status: number } = { status: 200 }) {
  const tenant = newTenant();
  webhooks.sink.answer(path, ...Array.from({ length: ATTEMPTS }, () => ({ status: 500, body: 'down' })), then);
  const endpoint = await webhooks.register(tenant, path, ['charge.created']);
  await webhooks.publish(created(tenant));
  const [delivery] = await untilDeliveries(webhooks, tenant, 1, ({ status }) => status === 'FAILED');
  if (delivery === undefined) throw new Error('no delivery');
  return { tenant, endpoint, delivery };
}

const reasonOf = async (call: Promise<unknown>): Promise<string | undefined> => {
  const error = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!(error instanceof Refusal)) throw new Error('it was not refused');
  return error.more.reason ?? error.code;
};

test('a dead letter that is retried goes out at once, under the same event id and with the same body, its attempts counted anew', async (t) => {
  const { webhooks } = t.context;
  const { tenant, delivery } = await deadLetter(webhooks, '/revived');
  const pending = await webhooks.client.retryDelivery(CALL, { tenant, id: `dlv_${delivery.id}` });
  t.like(pending, { id: delivery.id, status: 'PENDING', attempts: 0 });
  const [done] = await untilDeliveries(webhooks, tenant, 1, ({ status }) => status === 'DELIVERED');
  t.like(done, { id: delivery.id, attempts: 1, lastStatusCode: 200 });
  const requests = webhooks.sink.requests('/revived');
  t.is(requests.length, ATTEMPTS + 1);
  t.is(new Set(requests.map(({ body }) => body)).size, 1);
  t.is(new Set(requests.map(({ headers }) => headers['x-service-delivery-id'])).size, ATTEMPTS + 1);
  const { attemptLog } = await webhooks.client.getDelivery(CALL, { tenant, id: delivery.id });
  t.deepEqual(
    attemptLog.map(({ attempt }) => attempt),
    [...Array.from({ length: ATTEMPTS }, (_, index) => index + 1), 1],
  );
  t.like(attemptLog.at(-1), { statusCode: 200 });
  t.like(attemptLog[0], { statusCode: 500, responseBody: 'down' });
});

test('one that fails again has all its attempts once more, is a dead letter after them, and can be retried again', async (t) => {
  const { webhooks } = t.context;
  const { tenant, delivery } = await deadLetter(webhooks, '/dead-again', { status: 503 });
  for (const times of [2, 3]) {
    await webhooks.client.retryDelivery(CALL, { tenant, id: delivery.id });
    await until('every attempt of it', () => webhooks.sink.requests('/dead-again').length === times * ATTEMPTS);
    await untilDeliveries(webhooks, tenant, 1, (one) => one.status === 'FAILED' && one.attempts === ATTEMPTS);
  }
  t.is(webhooks.sink.requests('/dead-again').length, 3 * ATTEMPTS);
});

test('however often one is retried, its last attempts are kept and no more: no document outgrows the database', async (t) => {
  const { webhooks } = t.context;
  const { tenant, delivery } = await deadLetter(webhooks, '/stubborn', { status: 503 });
  const deliveries = webhooks.database.connection.collection<{ _id: string }>('deliveries');
  const old = { attemptId: newId('attempt'), startedAt: new Date(), error: 'interrupted' };
  const attemptLog = Array.from({ length: 2_000 }, (_, index) => ({ ...old, attempt: index + 1 }));
  await deliveries.updateOne({ _id: delivery.id }, { $set: { attemptLog } });
  await webhooks.client.retryDelivery(CALL, { tenant, id: delivery.id });
  await until('every attempt of it', () => webhooks.sink.requests('/stubborn').length === 2 * ATTEMPTS);
  await untilDeliveries(webhooks, tenant, 1, (one) => one.status === 'FAILED');
  const { attemptLog: kept } = await webhooks.client.getDelivery(CALL, { tenant, id: delivery.id });
  t.deepEqual(
    kept.map(({ attempt }) => attempt),
    [
      ...Array.from({ length: 50 - ATTEMPTS }, (_, index) => 2_000 - 50 + ATTEMPTS + 1 + index),
      ...Array.from({ length: ATTEMPTS }, (_, index) => index + 1),
    ],
  );
  t.like(kept.at(-1), { statusCode: 503 });
});

test('nothing is retried to an endpoint that may be sent nothing, nor what is not there or somebody else’s', async (t) => {
  const { webhooks } = t.context;
  const { tenant, endpoint, delivery } = await deadLetter(webhooks, '/silenced');
  const { client } = webhooks;
  for (const other of [newTenant(), { ...tenant, livemode: true }]) {
    t.is(await reasonOf(client.retryDelivery(CALL, { tenant: other, id: delivery.id })), 'not_found');
    t.is(await reasonOf(client.getDelivery(CALL, { tenant: other, id: delivery.id })), 'not_found');
  }
  t.is(await reasonOf(client.retryDelivery(CALL, { tenant, id: newId('delivery') })), 'not_found');
  await client.updateEndpoint(CALL, { tenant, id: endpoint.id, events: { names: ['charge.paid'] } });
  t.is(await reasonOf(client.retryDelivery(CALL, { tenant, id: delivery.id })), 'event_not_subscribed');
  await client.updateEndpoint(CALL, { tenant, id: endpoint.id, status: 'INACTIVE' });
  t.is(await reasonOf(client.retryDelivery(CALL, { tenant, id: delivery.id })), 'endpoint_not_active');
  await client.deleteEndpoint(CALL, { tenant, id: endpoint.id });
  t.is(await reasonOf(client.retryDelivery(CALL, { tenant, id: delivery.id })), 'endpoint_not_active');
  await until('it is what it was', async () => (await webhooks.deliveries(tenant))[0]?.status === 'FAILED');
  t.is(webhooks.sink.requests('/silenced').length, ATTEMPTS);
});
