import { API_VERSION } from '@gx/contracts';
import { newId, Refusal, type Tenant } from '@gx/core';
import test from 'ava';
import { newTenant, shared, type WebhooksClient } from './harness.ts';

const MAX = 5;
const webhooks = shared(test, { WEBHOOK_ENDPOINTS_MAX: String(MAX) });
const CALL = { requestId: 'req_limit' };
const ENDPOINT = { url: 'https://a.example.com/hooks', events: ['charge.paid'] };

const numberOf = async (tenant: Tenant): Promise<number> =>
  (await webhooks().client.listEndpoints(CALL, { tenant })).endpoints.length;

/**
 * Whether each of so many registrations at once, on all clients in turn, was accepted; any other refusal is a
 * failure.
 */
async function registerAtOnce(clients: readonly WebhooksClient[], tenant: Tenant, count: number): Promise<boolean[]> {
  const one = async (nth: number): Promise<boolean> => {
    const client = clients[nth % clients.length] as WebhooksClient;
    try {
      await client.registerEndpoint(CALL, { tenant, ...ENDPOINT });
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.more.reason === 'endpoint_limit_reached') return false;
      throw error;
    }
  };
  return Promise.all(Array.from({ length: count }, (_, nth) => one(nth)));
}
const accepted = (answers: readonly boolean[]): number => answers.filter(Boolean).length;

test('one more than the limit is refused in the words of the error table; the other world has a limit of its own', async (t) => {
  const { client } = webhooks();
  const tenant = newTenant();
  t.is(accepted(await registerAtOnce([client], tenant, MAX)), MAX);
  const refused = await t.throwsAsync(client.registerEndpoint(CALL, { tenant, ...ENDPOINT }), { instanceOf: Refusal });
  t.is(refused?.code, 'unprocessable_entity');
  t.deepEqual(refused?.more, { reason: 'endpoint_limit_reached' });
  t.is(await numberOf(tenant), MAX);
  t.is(accepted(await registerAtOnce([client], { ...tenant, livemode: true }, MAX + 1)), MAX);
  t.is(accepted(await registerAtOnce([client], newTenant(), 1)), 1);
});

test('registrations at once on two replicas make exactly as many as there may be, and INACTIVE ones count', async (t) => {
  const { client, replica } = webhooks();
  const second = await replica();
  t.teardown(second.stop);
  for (const before of [0, 2, MAX - 1]) {
    const tenant = newTenant();
    await registerAtOnce([client], tenant, before);
    const [first] = (await client.listEndpoints(CALL, { tenant })).endpoints;
    if (first !== undefined) await client.updateEndpoint(CALL, { tenant, id: first.id, status: 'INACTIVE' });
    t.is(accepted(await registerAtOnce([client, second.client], tenant, 24)), MAX - before);
    t.is(await numberOf(tenant), MAX);
  }
});

test('a deleted endpoint leaves its slot to exactly one other', async (t) => {
  const { client, replica } = webhooks();
  const second = await replica();
  t.teardown(second.stop);
  const tenant = newTenant();
  await registerAtOnce([client], tenant, MAX);
  const { endpoints } = await client.listEndpoints(CALL, { tenant });
  for (const { id } of endpoints.slice(1, 3)) await client.deleteEndpoint(CALL, { tenant, id });
  t.is(accepted(await registerAtOnce([client, second.client], tenant, 12)), 2);
  t.is(await numberOf(tenant), MAX);
});

test('endpoints from a larger limit keep working and count', async (t) => {
  const { client, database, replica } = webhooks();
  const second = await replica();
  t.teardown(second.stop);
  const tenant = newTenant();
  const old = (slot: number) => ({
    _id: newId('endpoint') as never,
    ...tenant,
    ...ENDPOINT,
    status: 'ACTIVE',
    createdAt: new Date(),
    updatedAt: new Date(),
    apiVersion: API_VERSION,
    slot,
  });
  const stored = [...Array.from({ length: MAX }, (_, nth) => old(MAX + nth)), old(1)];
  await database.connection.collection('endpoints').insertMany(stored);
  t.is(accepted(await registerAtOnce([client, second.client], tenant, 8)), 0, 'one too many already');
  for (const { _id } of stored.slice(0, 2)) await client.deleteEndpoint(CALL, { tenant, id: _id });
  t.is(accepted(await registerAtOnce([client, second.client], tenant, 8)), 1);
  t.is(await numberOf(tenant), MAX);
});
