import type { Tenant } from '@gx/core';
import { localAssertion, until } from '@gx/testkit';
import test from 'ava';
import { newTenant, shared } from './harness.ts';

const webhooks = shared(test);
const FINGERPRINT = 'f'.repeat(64);
const clientAddress = '198.51.100.8';
const PATIENT = { timeoutMs: 60_000 } as const;

const withKey = (tenant: Tenant) => ({
  requestId: 'req_acts',
  asserted: () => localAssertion({ tenant, fingerprint: FINGERPRINT }),
});
const stored = (id: string) =>
  webhooks()
    .database.connection.collection('endpoints')
    .findOne({ _id: id as never });
/** All acts on an object of a tenant, once there are so many: in the order in which they were done. */
const actsOn = async (tenant: Tenant, id: string, count: number) => {
  const own = () =>
    webhooks()
      .records.of(id)
      .filter((act) => act.tenant?.accountId === tenant.accountId);
  await until(`${count} acts on ${id} are filed`, () => own().length >= count, PATIENT);
  return own().map(({ action, actor, changes }) => ({
    action: action.replace('webhook_endpoint.', ''),
    who: [actor?.kind, actor?.fingerprint, actor?.clientAddress],
    changes: changes.map(({ field, before, after }) => [field, before, after]),
  }));
};
const who = ['api_key', FINGERPRINT, clientAddress];

test.serial(
  'an endpoint that is registered, changed, given a secret and deleted is four acts of a key, without URL and secret',
  async (t) => {
    const { client, sink } = webhooks();
    const tenant = newTenant();
    const call = withKey(tenant);
    const url = sink.url('/hooks/of-a-secret-path');
    const registered = await client.registerEndpoint(call, { tenant, url, events: ['charge.paid'], clientAddress });
    const id = registered.endpoint?.id ?? '';
    const own = { tenant, id, clientAddress };
    const events = { names: ['charge.paid', 'charge.expired'] };
    await client.updateEndpoint(call, { ...own, url: `${url}-2`, events, status: 'INACTIVE' });
    await client.updateEndpoint(call, { ...own, status: 'INACTIVE' });
    const { secret } = await client.rotateEndpointSecret(call, own);
    await client.deleteEndpoint(call, own);
    const { origin } = new URL(url);
    t.deepEqual(await actsOn(tenant, id, 4), [
      {
        ...{ action: 'created', who },
        changes: [
          ['url', undefined, origin],
          ['events', undefined, 'charge.paid'],
          ['status', undefined, 'active'],
        ],
      },
      {
        ...{ action: 'updated', who },
        changes: [
          ['url', origin, origin],
          ['events', 'charge.paid', 'charge.paid charge.expired'],
          ['status', 'active', 'inactive'],
        ],
      },
      { action: 'secret_rotated', who, changes: [] },
      { action: 'deleted', who, changes: [['status', undefined, 'deleted']] },
    ]);
    const filed = JSON.stringify([...webhooks().records.acts.values()]);
    for (const hidden of ['of-a-secret-path', registered.secret, secret]) t.false(filed.includes(hidden));
    await until('its document is gone', async () => (await stored(id)) === null, PATIENT);
  },
);

test.serial(
  'what signs for an account itself is rotated by an act on `default`; its first secret is none',
  async (t) => {
    const { client } = webhooks();
    const tenant = newTenant();
    await client.rotateEndpointSecret(withKey(tenant), { tenant, id: 'default', clientAddress });
    await client.rotateEndpointSecret(withKey(tenant), { tenant, id: 'default', clientAddress });
    const rotated = { action: 'secret_rotated', who, changes: [] };
    t.deepEqual(await actsOn(tenant, 'default', 2), [rotated, rotated]);
  },
);

test.serial('of two changes at once each says what was before it', async (t) => {
  const { client, register } = webhooks();
  const tenant = newTenant();
  const { id } = await register(tenant, '/raced', ['charge.paid']);
  const statuses = ['INACTIVE', 'ACTIVE', 'INACTIVE', 'ACTIVE', 'INACTIVE'] as const;
  await Promise.all(statuses.map((status) => client.updateEndpoint(withKey(tenant), { tenant, id, status })));
  const [created, ...updated] = await actsOn(tenant, id, 2);
  t.is(created?.action, 'created');
  const walk = updated.flatMap(({ changes }) => changes.map(([, before, after]) => `${before}>${after}`));
  for (const [nth, step] of walk.entries()) t.is(step, nth % 2 === 0 ? 'active>inactive' : 'inactive>active');
});

test.serial(
  'while keys takes no acts a deleted endpoint is gone for all; its document stays until they are filed',
  async (t) => {
    const { client, register, records } = webhooks();
    const tenant = newTenant();
    const { id } = await register(tenant, '/kept', ['charge.paid']);
    await actsOn(tenant, id, 1);
    records.down = true;
    await client.deleteEndpoint(withKey(tenant), { tenant, id, clientAddress });
    t.deepEqual((await client.listEndpoints(withKey(tenant), { tenant })).endpoints, []);
    const tried = records.refused;
    await until('it was tried twice', () => records.refused > tried + 1, PATIENT);
    t.is((await stored(id))?.['unfiled'].length, 1);
    records.down = false;
    t.like(await actsOn(tenant, id, 2), { 1: { action: 'deleted' } });
    await until('its document is gone', async () => (await stored(id)) === null, PATIENT);
  },
);
