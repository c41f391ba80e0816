import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { newId } from '@gx/core';
import { newCipher } from '@gx/runtime';
import { startWebhookSink, until, type WebhookSink } from '@gx/testkit';
import test from 'ava';
import { created } from './charge-events.ts';
import { newTenant, shared } from './harness.ts';
import { SELF_SIGNED } from './self-signed.ts';

/** What our name server answers: names that lie, and one that changed its mind since registration. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'rebound.example.com': ['127.0.0.1'],
  'half-private.example.com': ['8.8.8.8', '127.0.0.1'],
  'metadata.example.com': ['169.254.169.254'],
  'mapped.example.com': ['::ffff:127.0.0.1'],
  'nat64.example.com': ['64:ff9b::7f00:1'],
  'loopback6.example.com': ['::1'],
  'allowed.example.com': ['127.0.0.2'],
  'public.example.com': ['8.8.8.8'],
  'api.gx.example.com': ['127.0.0.2'],
  'lands-on-us.example.com': ['8.8.4.4'],
};
const lookedUp: string[] = [];
const resolve = async (host: string) => {
  const before = lookedUp.filter((one) => one === host).length;
  lookedUp.push(host);
  const addresses = host === 'turning.example.com' ? [before === 0 ? '127.0.0.2' : '127.0.0.1'] : NAMES[host];
  if (addresses === undefined) throw new Error('NXDOMAIN');
  return addresses.map((address) => ({ address, family: address.includes(':') ? (6 as const) : (4 as const) }));
};
/** Only 127.0.0.2 is allowed here, so 127.0.0.1 is as private as it is in production. */
const webhooks = shared(
  test,
  {
    WEBHOOK_ALLOWED_PRIVATE_TARGETS: '127.0.0.2/32',
    WEBHOOK_ALLOWED_PORTS: '1-65535',
    WEBHOOK_REFUSED_TARGETS: 'gx.example.com, 8.8.4.0/24',
  },
  { resolve },
);

/** An endpoint that got past registration: before the rule, or because its name pointed elsewhere then. */
async function plant(tenant: ReturnType<typeof newTenant>, url: string): Promise<void> {
  const { database, env } = webhooks();
  const now = new Date();
  await database.connection.collection<{ _id: string }>('endpoints').insertOne({
    _id: newId('endpoint'),
    ...tenant,
    url,
    events: ['charge.created'],
    status: 'ACTIVE',
    secret: newCipher(Buffer.from(env['ENCRYPTION_KEY'] ?? '', 'base64')).encrypt('0'.repeat(64)),
    createdAt: now,
    updatedAt: now,
  } as never);
}

async function lastErrorOf(url: string): Promise<string | undefined> {
  const tenant = newTenant();
  await plant(tenant, url);
  await webhooks().publish(created(tenant));
  const found = await until('an outcome', async () => {
    const [delivery] = await webhooks().deliveries(tenant);
    return delivery !== undefined && delivery.attempts > 0 && delivery.status === 'PENDING' && delivery;
  });
  return found.lastError;
}

/** Listens where nothing may connect. */
let canary: WebhookSink;
test.before(async () => {
  canary = await startWebhookSink({ host: '::' });
});
test.after.always(() => canary.stop());

const HOSTS = [
  '127.0.0.1',
  '127.1',
  '0x7f000001',
  '2130706433',
  '0.0.0.0',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  'localhost',
  'localhost.',
  'rebound.example.com',
  'half-private.example.com',
  'mapped.example.com',
  'nat64.example.com',
  'loopback6.example.com',
];

test('no private host is ever connected to, by literal, by name or by a name that changed its mind', async (t) => {
  const errors = await Promise.all(HOSTS.map((host) => lastErrorOf(`http://${host}:${canary.port}/hooks`)));
  for (const [index, host] of HOSTS.entries()) t.is(errors[index], 'address_not_allowed', host);
  t.is(canary.connections(), 0);
});

test('the metadata address is refused by literal and by name, and the answer says no more than that', async (t) => {
  t.is(await lastErrorOf('https://169.254.169.254/latest/meta-data'), 'address_not_allowed');
  t.is(await lastErrorOf('https://metadata.example.com/latest/meta-data'), 'address_not_allowed');
});

test('the deployment’s own hosts and addresses are never connected to, registered before or not', async (t) => {
  const own = await startWebhookSink({ host: '127.0.0.2' });
  t.teardown(own.stop);
  t.is(await lastErrorOf(own.url('/hooks', 'api.gx.example.com')), 'address_not_allowed');
  t.is(await lastErrorOf('https://lands-on-us.example.com/hooks'), 'address_not_allowed');
  t.is(await lastErrorOf('https://8.8.4.4/hooks'), 'address_not_allowed');
  t.is(own.connections(), 0);
});

test('a name without an address is a DNS failure', async (t) => {
  t.is(await lastErrorOf('https://nowhere.example.com/hooks'), 'dns_failure');
});

test('a name is looked up again for every new connection, not once at registration', async (t) => {
  const { client } = webhooks();
  const tenant = newTenant();
  const url = `https://rebound.example.com:${canary.port}/again`;
  await client.registerEndpoint({ requestId: 'r' }, { tenant, url, events: ['charge.created'] });
  const before = lookedUp.filter((host) => host === 'rebound.example.com').length;
  await webhooks().publish(created(tenant));
  await until('two attempts', async () => ((await webhooks().deliveries(tenant))[0]?.attempts ?? 0) >= 2);
  t.true(lookedUp.filter((host) => host === 'rebound.example.com').length >= before + 2);
  t.is(canary.connections(), 0);
});

test('an allowed private target is reached, by literal and by name', async (t) => {
  const allowed = await startWebhookSink({ host: '127.0.0.2' });
  t.teardown(allowed.stop);
  const tenant = newTenant();
  await plant(tenant, allowed.url('/literal'));
  await plant(tenant, allowed.url('/named', 'allowed.example.com'));
  await webhooks().publish(created(tenant));
  await until('both', () => allowed.requests('/literal').length === 1 && allowed.requests('/named').length === 1);
  t.pass();
});

test('plain http goes to the named private targets only, whatever a name stands for', async (t) => {
  t.is(await lastErrorOf('http://public.example.com/hooks'), 'address_not_allowed');
});

test('a certificate that nobody vouches for, and a port without TLS, are TLS errors: no request is made', async (t) => {
  let requests = 0;
  const untrusted = createServer(SELF_SIGNED, (_request, response) => {
    requests += 1;
    response.end();
  });
  await new Promise<void>((done) => untrusted.listen(0, '127.0.0.2', done));
  const plain = await startWebhookSink({ host: '127.0.0.2' });
  t.teardown(async () => {
    untrusted.close();
    await plain.stop();
  });
  const { port } = untrusted.address() as AddressInfo;
  t.is(await lastErrorOf(`https://127.0.0.2:${port}/hooks`), 'tls_error');
  t.is(await lastErrorOf(`https://127.0.0.2:${plain.port}/hooks`), 'tls_error');
  t.is(requests + plain.requests().length, 0);
});

test('a name that is allowed at the first attempt and private at the second is not connected to the second time', async (t) => {
  const allowed = await startWebhookSink({ host: '127.0.0.2' });
  const inside = await startWebhookSink({ host: '127.0.0.1', port: allowed.port });
  t.teardown(async () => {
    await Promise.all([allowed.stop(), inside.stop()]);
  });
  allowed.answer('/turns', { status: 500, headers: { connection: 'close' } });
  const tenant = newTenant();
  await plant(tenant, `http://turning.example.com:${allowed.port}/turns`);
  await webhooks().publish(created(tenant));
  const { id } = await until('a second attempt', async () => {
    const [delivery] = await webhooks().deliveries(tenant);
    return delivery !== undefined && delivery.attempts >= 2 && delivery.status === 'PENDING' && delivery;
  });
  const { attemptLog } = await webhooks().client.getDelivery({ requestId: 'r' }, { tenant, id });
  t.like(attemptLog[0], { statusCode: 500 });
  t.like(attemptLog[1], { error: 'address_not_allowed' });
  t.deepEqual([allowed.connections(), inside.connections()], [1, 0]);
});

test('a redirect to a private address is not followed, and what it says of it is not kept', async (t) => {
  const allowed = await startWebhookSink({ host: '127.0.0.2' });
  t.teardown(allowed.stop);
  const inside = `http://127.0.0.1:${canary.port}/inside`;
  allowed.answer('/leads-inside', { redirect: inside, body: 'moved' });
  const tenant = newTenant();
  await plant(tenant, allowed.url('/leads-inside'));
  await webhooks().publish(created(tenant));
  const found = await until('an outcome', async () => {
    const [delivery] = await webhooks().deliveries(tenant);
    return delivery !== undefined && delivery.attempts > 0 && delivery.lastError !== undefined && delivery;
  });
  t.like(found, { lastError: 'redirect_not_followed', lastStatusCode: 307, lastResponseBody: 'moved' });
  t.is(canary.connections(), 0);
});
