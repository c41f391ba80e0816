import type { ChargeEvent } from '@gx/contracts/charge';
import { newId, Refusal, type Tenant } from '@gx/core';
import { newCipher } from '@gx/runtime';
import { startWebhookSink, until, type WebhookSink } from '@gx/testkit';
import test from 'ava';
import { created } from './charge-events.ts';
import { newTenant, shared } from './harness.ts';

/**
 * As production runs: no private target is allowed. Each address of the set is tried at every door that takes
 * one, and at the moment of an attempt.
 */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'rebound.example.com': ['127.0.0.1'],
  'half-private.example.com': ['8.8.8.8', '127.0.0.1'],
  'private-first.example.com': ['127.0.0.1', '8.8.8.8'],
  'mapped.example.com': ['::ffff:127.0.0.1'],
  'loopback6.example.com': ['::1'],
  'metadata.example.com': ['169.254.169.254'],
};
const resolve = async (host: string) => {
  const addresses = NAMES[host] ?? ['127.0.0.1'];
  return addresses.map((address) => ({ address, family: address.includes(':') ? (6 as const) : (4 as const) }));
};
/** That of ports would hide what the one of addresses does. */
const ANY_PORT = { WEBHOOK_ALLOWED_PORTS: '1-65535' };
const webhooks = shared(test, { WEBHOOK_ALLOWED_PRIVATE_TARGETS: '', ...ANY_PORT }, { resolve });
const CALL = { requestId: 'req_ssrf' };

let canary: WebhookSink;
test.before(async () => {
  canary = await startWebhookSink({ host: '::' });
});
test.after.always(() => canary.stop());

/** `{port}` is the canary's. */
const NEVER = [
  'https://127.0.0.1:{port}/',
  'https://127.1:{port}/',
  'https://0x7f000001:{port}/',
  'https://2130706433:{port}/',
  'https://017700000001:{port}/',
  'https://0.0.0.0:{port}/',
  'https://[::1]:{port}/',
  'https://[::ffff:127.0.0.1]:{port}/',
  'https://[::ffff:7f00:1]:{port}/',
  'https://[64:ff9b::7f00:1]:{port}/',
  'https://169.254.169.254/latest/meta-data',
  'https://metadata/computeMetadata/v1/',
  'https://metadata.google.internal/computeMetadata/v1/',
  'https://localhost:{port}/',
  'https://localhost.:{port}/',
  'https://LOCALHOST:{port}/',
  'https://a.localhost:{port}/',
  'https://[example.com]/',
  'https://user@example.com:{port}/',
  'https://user:password@example.com:{port}/',
  'https://example.com@127.0.0.1:{port}/',
  'https://10.0.0.1:6379/',
  'https://127.0.0.1:6379/',
  'https://127.0.0.1:9092/',
  'https://127.0.0.1:27017/',
  'https://mongodb:27017/',
  'https://redis.gx.svc.cluster.local:6379/',
  'http://example.com:{port}/',
  'http://127.0.0.1:{port}/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_FLUSHALL',
  'unix:///var/run/docker.sock',
  'data:text/plain,x',
  'javascript:alert(1)',
  '//127.0.0.1:{port}/',
  'https:127.0.0.1:{port}',
  'https://',
  'not a url',
] as const;
const at = (url: string): string => url.replace('{port}', String(canary.port));

const refusedAs = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  return error instanceof Refusal ? [error.code, error.more.param] : error;
};

for (const url of NEVER) {
  test(`no door takes ${url}: not registration, not PATCH, not webhookUrl; nothing connects`, async (t) => {
    const { client } = webhooks();
    const tenant = newTenant();
    const events = ['charge.paid'];
    const invalid = ['invalid_url', 'url'];
    t.deepEqual(await refusedAs(client.registerEndpoint(CALL, { tenant, url: at(url), events })), invalid);
    const { endpoint } = await client.registerEndpoint(CALL, { tenant, url: 'https://shop.example.com/', events });
    const id = endpoint?.id ?? '';
    t.deepEqual(await refusedAs(client.updateEndpoint(CALL, { tenant, id, url: at(url) })), invalid);
    t.deepEqual(await refusedAs(client.checkUrl(CALL, { url: at(url) })), invalid);
    const { endpoints } = await client.listEndpoints(CALL, { tenant });
    t.deepEqual(
      endpoints.map((one) => one.url),
      ['https://shop.example.com/'],
    );
    t.is(canary.connections(), 0);
  });
}

/** An endpoint that got past registration: its name pointed elsewhere then. */
async function plant(tenant: Tenant, url: string): Promise<void> {
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

function going(event: ChargeEvent, webhookUrl: string): ChargeEvent {
  const { charge, previousStatus = 'PENDING' } = event.created ?? {};
  if (!charge) throw new Error('no charge');
  return { ...event, created: { previousStatus, charge: { ...charge, webhookUrl } } };
}

const HTTP = NEVER.filter((url) => /^https?:\/\/[^/]/.test(url) && URL.canParse(url.replace('{port}', '1')));
const LYING = Object.keys(NAMES).flatMap((host) => [`https://${host}:{port}/`, `http://${host}:{port}/`]);

for (const url of [...HTTP, ...LYING]) {
  test(`an attempt at ${url} connects to nobody, by endpoint or by webhookUrl, and shows nothing of what is there`, async (t) => {
    const { publish, deliveries, client } = webhooks();
    const tenant = newTenant();
    await plant(tenant, at(url));
    await publish(going(created(tenant), at(url)));
    const found = await until('both were tried', async () => {
      const all = await deliveries(tenant);
      return all.length === 2 && all.every(({ attempts, lastError }) => attempts > 0 && lastError !== undefined) && all;
    });
    t.deepEqual(found.map(({ eventType }) => eventType).toSorted(), ['charge.created', 'payment.created']);
    for (const { id, lastError, lastResponseBody, lastStatusCode } of found) {
      t.deepEqual([lastError, lastResponseBody, lastStatusCode], ['address_not_allowed', undefined, undefined]);
      const { attemptLog } = await client.getDelivery(CALL, { tenant, id });
      t.is(attemptLog[0]?.responseBody, undefined);
    }
    t.is(canary.connections(), 0);
  });
}
