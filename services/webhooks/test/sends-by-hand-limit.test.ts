import { chargeEventCodec } from '@gx/contracts';
import { newId, Refusal, type Tenant } from '@gx/core';
import { testDatabase } from '@gx/testkit';
import test from 'ava';
import { secondsLeftOfDay, sendsByHand } from '../src/store/sends-by-hand.ts';
import { paid } from './charge-events.ts';
import { newTenant, shared, type WebhooksClient } from './harness.ts';

/** What a merchant asks to be sent is kept for ever, so a day has an end to it. */
const MAX = 5;
const webhooks = shared(test, { WEBHOOK_MANUAL_SENDS_PER_DAY: String(MAX) });
const CALL = { requestId: 'req_limit' };

/** Whether it was accepted; any other refusal than the limit's is a failure. */
async function isAccepted(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'rate_limited') return false;
    throw error;
  }
}
const tried = (client: WebhooksClient, tenant: Tenant, endpointId: string, deliveryId = newId('delivery')) =>
  client.sendTestEvent(CALL, { tenant, endpointId, deliveryId });

test('test events beyond the limit of a day are 429 with the time until midnight by UTC, and nothing of them is stored, however many replicas are called at once', async (t) => {
  const { client, replica, register, deliveries } = webhooks();
  const second = await replica();
  t.teardown(second.stop);
  const tenant = newTenant();
  const { id } = await register(tenant, '/tried', ['charge.paid']);
  const clients = [client, second.client];
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, nth) => isAccepted(tried(clients[nth % 2] as WebhooksClient, tenant, id))),
  );
  t.is(answers.filter(Boolean).length, MAX);
  t.is((await deliveries(tenant)).length, MAX);
  const refused = await t.throwsAsync(tried(client, tenant, id), { instanceOf: Refusal });
  const wait = refused?.more.retryAfterSeconds ?? 0;
  t.true(wait > 0 && wait <= 86_400);
  t.is(refused?.message, 'An account can ask for at most 5 test and repeated webhooks a day (UTC).');
});

test('a call that is repeated is counted once, and answered although the day is full', async (t) => {
  const { client, register } = webhooks();
  const tenant = newTenant();
  const { id } = await register(tenant, '/repeated', ['charge.paid']);
  const deliveryId = newId('delivery');
  for (const _ of [1, 2, 3]) t.is((await tried(client, tenant, id, deliveryId)).id, deliveryId);
  for (const _ of [2, 3, 4, 5]) await tried(client, tenant, id);
  t.false(await isAccepted(tried(client, tenant, id)));
  t.is((await tried(client, tenant, id, deliveryId)).id, deliveryId);
});

test('an event that is sent again counts once for each delivery: one that does not fit goes to nobody', async (t) => {
  const { client, register, deliveries, sink } = webhooks();
  const tenant = newTenant();
  for (const path of ['/a', '/b', '/c']) await register(tenant, path, ['charge.paid']);
  const event = Buffer.from(chargeEventCodec.encode(paid(tenant)));
  const again = () => client.resendEvent(CALL, { tenant, resendId: newId('resend'), event });
  t.is((await again()).deliveries, 3);
  t.false(await isAccepted(again()));
  t.is((await deliveries(tenant)).length, 3);
  t.true(['/a', '/b', '/c'].every((path) => sink.requests(path).length <= 1));
});

test('a replay counts once, also one of nothing: beyond the limit of a day it is 429', async (t) => {
  const { client, register } = webhooks();
  const tenant = newTenant();
  const { id: endpointId } = await register(tenant, '/replayed', ['charge.paid']);
  const replay = { tenant, endpointId, replayId: newId('replay'), sinceMs: 0, events: [], only: 'ALL' as const };
  for (const _ of Array.from({ length: MAX - 1 })) await tried(client, tenant, endpointId);
  t.is((await client.replayEvents(CALL, replay)).replayed, 0);
  t.false(await isAccepted(client.replayEvents(CALL, { ...replay, replayId: newId('replay') })));
  t.false(await isAccepted(tried(client, tenant, endpointId)));
});

test('the other world, another account and the next day have limits of their own', async (t) => {
  const database = await testDatabase('webhooks');
  t.teardown(database.drop);
  const sends = await sendsByHand(database.connection);
  const evening = new Date('2026-11-23T23:59:30.000Z');
  const midnight = new Date('2026-11-24T00:00:00.000Z');
  const tenant = newTenant();
  const take = (who: Tenant, now: Date) => sends.claim(who, 1, { max: 1, now });
  t.true(await take(tenant, evening));
  t.false(await take(tenant, evening));
  t.true(await take({ ...tenant, livemode: true }, evening));
  t.true(await take(newTenant(), evening));
  t.true(await take(tenant, midnight));
  t.false(await sends.claim(newTenant(), 2, { max: 1, now: evening }));
  t.deepEqual([secondsLeftOfDay(evening), secondsLeftOfDay(midnight)], [30, 86_400]);
});
