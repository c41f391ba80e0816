import { eventIdOf, newId, type Tenant } from '@gx/core';
import { median, startWebhookSink, until, type WebhookSink } from '@gx/testkit';
import test from 'ava';
import type { NewDelivery } from '../src/domain/delivery.ts';
import { created } from './charge-events.ts';
import { newTenant, shared } from './harness.ts';
import { storeDue } from './plant-deliveries.ts';

/**
 * What bad neighbours cost the others, beside good ones who have as many events. `npm run bench webhooks`
 * prints the same over longer rounds, without the backlog.
 */
const webhooks = shared(test, { WEBHOOK_TIMEOUT_MS: '20000', WEBHOOK_RETRY_TIME_SCALE: '0.01' });
const EVENTS = 60;
const ROUNDS = 3;
const BACKLOG = 5_000;
/** Below this the machine is measured, not the product: it is the poll's own beat. */
const BEAT_MS = 250;

/**
 * The 99th percentile in milliseconds, from publishing an event to the request at each of the healthy
 * endpoints.
 */
async function p99(healthy: WebhookSink, tenant: Tenant, others: readonly Tenant[]): Promise<number> {
  const born = new Map<string, number>();
  const seenBefore = healthy.requests().length;
  for (let sent = 0; sent < EVENTS; sent += 1) {
    const event = created(tenant);
    born.set(event.chargeId, Date.now());
    await webhooks().publish(event, ...others.map((other) => created(other)));
  }
  const requests = await until(
    'all got theirs',
    () => {
      const seen = healthy.requests().slice(seenBefore);
      return seen.length >= 3 * EVENTS && seen;
    },
    { timeoutMs: 60_000 },
  );
  const waits = requests.map(({ body, receivedAt }) => {
    const id = /"id":"ch_([0-9a-f-]{36})"/.exec(body)?.[1] ?? '';
    return receivedAt.getTime() - (born.get(id) ?? Number.NaN);
  });
  return waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? Number.NaN;
}

async function plant(tenant: Tenant, endpointId: NewDelivery['endpointId'], url: string): Promise<void> {
  const { connection } = webhooks().database;
  for (let page = 0; page < BACKLOG / 500; page += 1) {
    const batch = Array.from({ length: 500 }, (): NewDelivery => {
      const chargeId = newId('charge');
      return {
        id: newId('delivery'),
        tenant,
        endpointId,
        eventId: eventIdOf(chargeId, 1),
        eventName: 'charge.created',
        resendId: '',
        subjectId: chargeId,
        payload: '{"planted":true}',
        traceparent: undefined,
        origin: new URL(url).origin,
      };
    });
    await storeDue(connection, batch, new Date());
  }
}

test('one dead endpoint, one that hangs, one with thousands pending: the others’ 99th percentile stays within 1.5 times', async (t) => {
  const { client } = webhooks();
  const [healthy, good, dead, hanging, slow] = await Promise.all([
    startWebhookSink(),
    startWebhookSink(),
    startWebhookSink(),
    startWebhookSink(),
    startWebhookSink(),
  ]);
  t.teardown(async () => {
    await Promise.all([healthy, good, dead, hanging, slow].map(({ stop }) => stop()));
  });
  const tenant = newTenant();
  const friends = [newTenant(), newTenant(), newTenant()];
  const neighbours = [newTenant(), newTenant(), newTenant()] as const;
  const register = async (owner: Tenant, url: string) => {
    const { endpoint } = await client.registerEndpoint(
      { requestId: 'r' },
      { tenant: owner, url, events: ['charge.created'] },
    );
    return endpoint?.id as NewDelivery['endpointId'];
  };
  for (const path of ['/a', '/b', '/c']) await register(tenant, healthy.url(path));
  for (const friend of friends) await register(friend, good.url('/'));
  await p99(healthy, tenant, friends);
  const calm: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) calm.push(await p99(healthy, tenant, friends));

  dead.answer('/', { reset: 'before' });
  hanging.answer('/', { hang: true });
  slow.answer('/', { delayMs: 200 });
  await register(neighbours[0], dead.url('/'));
  await register(neighbours[1], hanging.url('/'));
  await plant(neighbours[2], await register(neighbours[2], slow.url('/')), slow.url('/'));
  await until('the backlog is being worked off', () => slow.requests().length > 8);
  const busy: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) busy.push(await p99(healthy, tenant, neighbours));

  t.log(`p99 beside good neighbours ${calm.join(', ')} ms, beside bad ones ${busy.join(', ')} ms`);
  t.true(median(busy) <= 1.5 * Math.max(median(calm), BEAT_MS), `${median(busy)} ms, and ${median(calm)} ms`);
  t.true(dead.requests().length > 0 && hanging.requests().length > 0, 'they were sent to all the while');
  const open = { ...neighbours[2], dueAt: { $exists: true } };
  const left = await webhooks().database.connection.collection('deliveries').countDocuments(open);
  t.true(left > 0, 'and the backlog was there to the end');
});
