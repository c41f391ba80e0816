import { DEFAULT_ENDPOINT, eventIdOf, newId, type Tenant } from '@gx/core';
import { testDatabase, until } from '@gx/testkit';
import test from 'ava';
import type { NewDelivery } from '../src/domain/delivery.ts';
import type { DueDelivery } from '../src/store/attempts.ts';
import { deliveryStore } from '../src/store/deliveries.ts';
import { created } from './charge-events.ts';
import { newTenant, shared } from './harness.ts';
import { dueSince } from './plant-deliveries.ts';

const TIMEOUT_MS = 60_000;
const webhooks = shared(test, { WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS) });
/** More than an account is sent at once, each at a host of its own. */
const HOSTS = 400;
/** As many as an account is sent at once. */
const SHARE = 192;

/** What a merchant gets who names another host in each payment. */
function scattered(tenant: Tenant, port: string): NewDelivery[] {
  return Array.from({ length: HOSTS }, (_, nth) => {
    const chargeId = newId('charge');
    const origin = `http://h${nth}.localhost:${port}`;
    return {
      id: newId('delivery'),
      tenant,
      endpointId: DEFAULT_ENDPOINT,
      eventId: eventIdOf(chargeId, 1),
      eventName: 'payment.created',
      resendId: '',
      subjectId: chargeId,
      payload: '{}',
      traceparent: undefined,
      origin,
      url: `${origin}/hangs`,
    };
  });
}

test('an account whose hundreds of hosts all hang takes no place of its neighbours', async (t) => {
  const { sink, database, register, publish } = webhooks();
  sink.answer('/hangs', { hang: true });
  const [bad, good] = [newTenant(), newTenant()];
  await register(good, '/well', ['charge.created']);
  const deliveries = await deliveryStore(database.connection);
  await deliveries.insertNew(scattered(bad, new URL(sink.url('/')).port), new Date(), dueSince(new Date()));
  const hanging = await until('as many hang as may', () => {
    const { length } = sink.requests('/hangs');
    return length >= SHARE && length;
  });
  const began = performance.now();
  for (let nth = 0; nth < 20; nth += 1) await publish(created(good));
  await until('the neighbour is told', () => sink.requests('/well').length === 20, { timeoutMs: TIMEOUT_MS / 2 });
  t.log(`${hanging} hang, 20 told after ${Math.round(performance.now() - began)} ms`);
  t.is(sink.requests('/hangs').length, SHARE, 'they still hang, and take their share and no more');
});

test('what an account has due that can take no more hides nobody else’s', async (t) => {
  const database = await testDatabase('webhook_busy');
  t.teardown(() => database.drop());
  const store = await deliveryStore(database.connection);
  const [bad, good] = [newTenant(), newTenant()];
  await store.insertNew(scattered(bad, '1'), new Date(0), dueSince(new Date(0)));
  await store.insertNew(scattered(good, '2').slice(0, 3), new Date(1_000), dueSince(new Date(1_000)));
  const ownersOf = async (accounts: readonly Tenant['accountId'][]) => {
    const { deliveries } = await store.due('first', 10, { places: [], accounts });
    return deliveries.map(({ tenant }) => tenant.accountId);
  };
  t.deepEqual(new Set(await ownersOf([])), new Set([bad.accountId]));
  t.deepEqual(await ownersOf([bad.accountId]), Array(3).fill(good.accountId));
});

test('a new delivery is due for others after its handover, or once there is no room for it', async (t) => {
  const database = await testDatabase('webhooks');
  t.teardown(database.drop);
  const store = await deliveryStore(database.connection);
  for (const bring of ['insertNew', 'takeInHand'] as const) {
    const handover = { dueAt: new Date(Date.now() + 600_000), sinceMs: performance.now() };
    const fresh = await store[bring](scattered(newTenant(), '3').slice(0, 3), new Date(), handover);
    const [unplaced, claimed] = fresh as [DueDelivery, DueDelivery];
    const isDue = async (): Promise<string[]> =>
      (await store.dueOfEndpoint('first', 10, DEFAULT_ENDPOINT))
        .map(({ id }) => id)
        .filter((id) => fresh.some((one) => one.id === id));
    t.deepEqual(await isDue(), [], bring);
    await store.claim({ ...claimed, lane: 'first', attemptId: newId('attempt'), leaseMs: 60_000 });
    await store.makeDue([unplaced, claimed]);
    t.deepEqual(await isDue(), [unplaced.id], `${bring}: what is being sent is nobody else’s`);
  }
});

test('a large body is not kept for its turn: what waits must not fill the memory', async (t) => {
  const database = await testDatabase('webhooks');
  t.teardown(database.drop);
  const store = await deliveryStore(database.connection);
  const [small, large] = scattered(newTenant(), '4') as [NewDelivery, NewDelivery];
  const batch = [small, { ...large, payload: 'x'.repeat(4_097) }];
  const fresh = await store.insertNew(batch, new Date(), dueSince(new Date()));
  t.deepEqual(
    fresh.map(({ stored }) => stored !== undefined),
    [true, false],
  );
});
