import { DEFAULT_ENDPOINT, eventIdOf, newId, type Tenant } from '@gx/core';
import { testDatabase, until } from '@gx/testkit';
import test from 'ava';
import type { NewDelivery } from '../src/domain/delivery.ts';
import { deliveryStore } from '../src/store/deliveries.ts';
import { created } from './charge-events.ts';
import { newTenant, shared } from './harness.ts';
import { storeDue } from './plant-deliveries.ts';

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
  await storeDue(database.connection, scattered(bad, new URL(sink.url('/')).port), new Date());
  const hanging = await until('as many hang as may', () => {
    const { length } = sink.requests('/hangs');
    return length >= SHARE && length;
  });
  const began = performance.now();
  for (let nth = 0; nth < 20; nth += 1) await publish(created(good));
  await until('the neighbour got all', () => sink.requests('/well').length === 20, { timeoutMs: TIMEOUT_MS / 2 });
  t.log(`${hanging} hang, 20 delivered after ${Math.round(performance.now() - began)} ms`);
  t.is(sink.requests('/hangs').length, SHARE, 'they still hang, and take their share and no more');
});

test('what an account has due that can take no more hides nobody else’s', async (t) => {
  const database = await testDatabase('webhook_busy');
  t.teardown(() => database.drop());
  const store = await deliveryStore(database.connection);
  const [bad, good] = [newTenant(), newTenant()];
  await storeDue(database.connection, scattered(bad, '1'), new Date(0));
  await storeDue(database.connection, scattered(good, '2').slice(0, 3), new Date(1_000));
  const ownersOf = async (accounts: readonly Tenant['accountId'][]) => {
    const { deliveries } = await store.due('first', 10, { queues: [], accounts });
    return deliveries.map(({ tenant }) => tenant.accountId);
  };
  t.deepEqual(new Set(await ownersOf([])), new Set([bad.accountId]));
  t.deepEqual(await ownersOf([bad.accountId]), Array(3).fill(good.accountId));
});
