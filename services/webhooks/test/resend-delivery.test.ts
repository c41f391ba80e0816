import { Refusal, type Tenant } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { created } from './charge-events.ts';
import { attemptLogOf } from './endpoint-outcome.ts';
import { newTenant, shared, untilDeliveries } from './harness.ts';

/** A delivery is sent once more by its merchant, whatever its status. */
const webhooks = shared(test, { WEBHOOK_MANUAL_SENDS_PER_DAY: '12' });
const CALL = { requestId: 'req_resend' };

/** An endpoint, and its one delivery once it fits. */
async function delivered(path: string, status: string) {
  const { register, publish } = webhooks();
  const tenant = newTenant();
  const { id: endpointId } = await register(tenant, path, ['charge.created']);
  await publish(created(tenant));
  const [{ id } = { id: '' }] = await untilDeliveries(webhooks(), tenant, 1, (one) => one.status === status);
  return { tenant, endpointId, id };
}
const requestsOf = (path: string) => webhooks().sink.requests(path);
const resend = ({ tenant, id }: { tenant: Tenant; id: string }) =>
  webhooks().client.retryDelivery(CALL, { tenant, id });

test('a delivery that was DELIVERED is PENDING at once and sent again, under one event id and with attempts from one', async (t) => {
  const one = await delivered('/delivered', 'DELIVERED');
  t.like(await resend(one), { id: one.id, status: 'PENDING', attempts: 0, deliveredAtMs: undefined });
  await until('it comes again', () => requestsOf('/delivered').length === 2);
  const [done] = await untilDeliveries(webhooks(), one.tenant, 1, ({ status }) => status === 'DELIVERED');
  t.like(done, { id: one.id, attempts: 1, lastStatusCode: 200 });
  const [first, second] = requestsOf('/delivered');
  t.is(first?.body, second?.body);
  t.not(first?.headers['x-service-delivery-id'], second?.headers['x-service-delivery-id']);
});

test('a delivery that waits for its next attempt is sent now, and the attempts that it made are counted on', async (t) => {
  const path = '/waits';
  webhooks().sink.answer(path, { status: 503, retryAfter: '3600' }, { status: 200 });
  const { register, publish } = webhooks();
  const tenant = newTenant();
  await register(tenant, path, ['charge.created']);
  await publish(created(tenant));
  const [{ id } = { id: '' }] = await untilDeliveries(
    webhooks(),
    tenant,
    1,
    ({ status, attempts }) => status === 'PENDING' && attempts === 1,
  );
  const now = Date.now();
  const resent = await resend({ tenant, id });
  t.like(resent, { status: 'PENDING', attempts: 1 });
  t.true(Number(resent.nextRetryAtMs) < now + 60_000);
  const [done] = await untilDeliveries(webhooks(), tenant, 1, ({ status }) => status === 'DELIVERED');
  t.is(done?.attempts, 2);
});

test('a delivery that was CANCELLED is sent once its endpoint is ACTIVE again, to the URL and with the secret of that moment', async (t) => {
  const { client, register, publish, sink } = webhooks();
  const tenant = newTenant();
  sink.answer('/silent', { status: 503, retryAfter: '1' });
  const { id: endpointId } = await register(tenant, '/silent', ['charge.created']);
  await publish(created(tenant));
  await until('the first attempt', () => requestsOf('/silent').length === 1);
  await client.updateEndpoint(CALL, { tenant, id: endpointId, status: 'INACTIVE' });
  const [{ id } = { id: '' }] = await untilDeliveries(webhooks(), tenant, 1, ({ status }) => status === 'CANCELLED');
  await client.updateEndpoint(CALL, { tenant, id: endpointId, status: 'ACTIVE', url: sink.url('/moved') });
  t.like(await resend({ tenant, id }), { status: 'PENDING', attempts: 0 });
  await untilDeliveries(webhooks(), tenant, 1, ({ status }) => status === 'DELIVERED');
  t.deepEqual([requestsOf('/silent').length, requestsOf('/moved').length], [1, 1]);
});

for (const [outcome, answer, kept] of [
  ['succeeds', { status: 200, delayMs: 5_000 }, { attempt: 1, statusCode: 200 }],
  ['fails', { status: 500, delayMs: 5_000 }, { attempt: 1, statusCode: 500 }],
] as const)
  test(`a delivery that is being sent stays PROCESSING until its attempt ${outcome}, is kept in the log and sent again after it`, async (t) => {
    const path = `/under-way-${outcome}`;
    const { sink, database } = webhooks();
    sink.answer(path, answer, { status: 200 });
    const one = await delivered(path, 'PROCESSING');
    await until('the request', () => requestsOf(path).length === 1);
    t.like(await resend(one), { id: one.id, status: 'PROCESSING', attempts: 1 });
    t.is(requestsOf(path).length, 1);
    const [done] = await untilDeliveries(
      webhooks(),
      one.tenant,
      1,
      ({ status }) => status === 'DELIVERED' && requestsOf(path).length === 2,
    );
    t.is(done?.attempts, 1, 'a fresh budget');
    const log = await attemptLogOf({ database }, done);
    t.is(log.length, 2);
    t.like(log[0], kept);
    t.like(log[1], { attempt: 1, statusCode: 200 });
    const [first, second] = requestsOf(path);
    t.true(Number(second?.receivedAt) - Number(first?.receivedAt) >= 4_900, 'not two at once');
  });

test('retries of one delivery at once are all answered, and no two of its attempts overlap', async (t) => {
  const path = '/at-once';
  webhooks().sink.answer(path, { status: 200 }, { status: 200, delayMs: 300 });
  const one = await delivered(path, 'DELIVERED');
  const answers = await Promise.all([resend(one), resend(one), resend(one)]);
  t.is(answers.length, 3);
  await until('it is sent again', () => requestsOf(path).length >= 2);
  await untilDeliveries(webhooks(), one.tenant, 1, ({ status }) => status === 'DELIVERED');
  const times = requestsOf(path).map(({ receivedAt }) => Number(receivedAt));
  t.true(times.length <= 4);
  for (const [index, at] of times.entries()) if (index > 1) t.true(at - (times[index - 1] ?? 0) >= 250);
});

test('re-sends count among the test and repeated webhooks of a day: beyond the limit they are 429 and nothing is sent', async (t) => {
  const one = await delivered('/limited', 'DELIVERED');
  for (const _ of Array.from({ length: 12 })) await resend(one);
  const refused = await t.throwsAsync(resend(one), { instanceOf: Refusal });
  t.is(refused?.code, 'rate_limited');
  t.true((refused?.more.retryAfterSeconds ?? 0) > 0);
});
