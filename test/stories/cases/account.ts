import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { newId, sha256Hex } from '@gx/core';
import { until } from '@gx/testkit';
import { type ApiUser, type Fields, list, openApiUser } from '../../conformance/rows/api-user.ts';
import { logIn } from '../colleagues.ts';
import { type Body, type Merchant, merchant, PATIENTLY } from '../merchant.ts';
import { payOut, sell, toKey } from '../payout.ts';
import { openShop } from '../shop.ts';
import { test } from './one-product.ts';

const ROTATED = 'webhook_endpoint.secret_rotated';
const NOBODY = 'f'.repeat(64);
const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

const issue = async (api: ApiUser, body: object): Promise<Body> =>
  (await api.send('POST', '/v1/api-keys', { headers: api.bearer, body })).body;

/** The newest first: what the account's user is shown under a query. */
const listOf = async (api: ApiUser, path: string, query: object): Promise<readonly Fields[]> =>
  list((await api.send('GET', `${path}?${new URLSearchParams({ ...query })}`, { headers: api.bearer })).body);

test('request logs: the requests of a key are found under its fingerprint, with their answers; nothing under another', async (t) => {
  const api = await openApiUser(t.context);
  const from = new Date().toISOString();
  const [key, other] = await Promise.all([issue(api, { test: true }), issue(api, { test: true })]);
  const shopOf = ({ apiKey }: Body): Merchant => merchant(api.gateway, String(apiKey));
  const made = await shopOf(key).create();
  const wrong = await shopOf(key).create({ amount: 0 });
  t.deepEqual([made.status, wrong.status], [201, 400]);
  t.is((await shopOf(other).send('GET', '/v1/wallets')).status, 200);

  const logOf = (fingerprint: unknown) =>
    listOf(api, '/v1/request-logs', { apiKeyFingerprint: String(fingerprint), from });
  const operationsOf = (log: readonly Fields[]) =>
    log.map(({ method, path, status, param, requestId }) => [method, path, status, param, requestId]);
  // The last request of all: once it is recorded, so is whatever came before it at this gateway.
  const log = await until(
    'the requests are recorded',
    async () => (await logOf(other['fingerprint'])).length > 0 && (await logOf(key['fingerprint'])),
    PATIENTLY,
  );
  t.deepEqual(operationsOf(log), [
    ['POST', '/v1/charges', 400, 'amount', wrong.body.request_id],
    ['POST', '/v1/charges', 201, null, made.headers['x-request-id']],
  ]);
  for (const record of log) t.like(record, { apiKeyFingerprint: key['fingerprint'], livemode: false });
  t.deepEqual(
    (await logOf(other['fingerprint'])).map(({ path, status }) => [path, status]),
    [['/v1/wallets', 200]],
  );
  t.deepEqual(await logOf(NOBODY), []);
  const later = { apiKeyFingerprint: String(key['fingerprint']), from: new Date(Date.now() + 60_000).toISOString() };
  t.deepEqual(await listOf(api, '/v1/request-logs', later), []);
});

test('request logs: a key finds a request of its environment by its id, its path and its status; a key of the other environment does not', async (t) => {
  const api = await openApiUser(t.context);
  const [key, live] = await Promise.all([issue(api, { test: true }), issue(api, {})]);
  const [shop, other] = [key, live].map(({ apiKey }) => merchant(api.gateway, String(apiKey)));
  const path = `/v1/charges/ch_${newId('charge')}`;
  const query = 'limit=3&customer_id=529.982.247-25';
  const missing = await shop?.send('GET', path);
  t.is((await shop?.send('GET', `/v1/charges?${query}`))?.status, 200);
  const found = async (of: Merchant | undefined, filter: object): Promise<readonly Fields[]> =>
    list((await of?.send('GET', `/v1/request-logs?${new URLSearchParams({ ...filter })}`))?.body ?? {});
  const listed = await until('one is recorded', async () => (await found(shop, { path: '/v1/charges' }))[0], PATIENTLY);
  t.like(listed, { status: 200, query: 'limit=3&customer_id=[redacted]', param: null });
  const requestId = missing?.body.request_id;
  await until('the other is recorded', async () => (await found(shop, { requestId })).length > 0, PATIENTLY);
  for (const filter of [{ requestId }, { path }, { status: 404 }, { requestId, path, status: 404 }]) {
    const [record] = await found(shop, filter);
    t.like(record, { path, route: '/v1/charges/:id', status: 404, errorCode: 'not_found', requestId });
    t.deepEqual(await found(other, filter), [], JSON.stringify(filter));
  }
});

test('audit events: a key that is issued, rotated and revoked leaves who did it, and to which key', async (t) => {
  const api = await openApiUser(t.context);
  const { body: session } = await api.send('POST', '/v1/auth/login', {
    body: { email: api.login.email, password: api.login.password },
  });
  const actorId = (session['user'] as Fields)['id'];
  const issued = await issue(api, { test: true });
  const rotated = await api.send('POST', `/v1/api-keys/${issued.id}/rotate`, { headers: api.bearer, body: {} });
  const revoked = await api.send('DELETE', `/v1/api-keys/${rotated.body.id}`, { headers: api.bearer });
  t.deepEqual([rotated.status, revoked.status], [201, 200]);

  const [first, second] = [issued, rotated.body].map((key) => ({
    keyId: key.id,
    apiKeyFingerprint: String(key['fingerprint']),
  }));
  const events = await until(
    'the revocation is filed',
    async () => {
      // Before it stands the key that the account was opened with.
      const all = (await listOf(api, '/v1/audit-events', {})).slice(0, 3);
      return all[0]?.['action'] === 'api_key.revoked' && all;
    },
    PATIENTLY,
  );
  const onNoUser = { userId: null, objectId: null, changes: [], ip: '127.0.0.1' };
  t.deepEqual(
    events.map(({ id: _, createdAt: __, ...event }) => event),
    [
      { action: 'api_key.revoked', actorId, ...second, successor: null, ...onNoUser, livemode: false },
      { action: 'api_key.rotated', actorId, ...first, successor: second, ...onNoUser, livemode: false },
      { action: 'api_key.issued', actorId, ...first, successor: null, ...onNoUser, livemode: false },
    ],
  );
  const ofFirst = await listOf(api, '/v1/audit-events', { apiKeyFingerprint: first?.apiKeyFingerprint });
  t.true(ofFirst.length >= 2);
  t.deepEqual(await listOf(api, '/v1/audit-events', { apiKeyFingerprint: NOBODY }), []);
});

test('audit events: a refund, payouts and endpoints leave with which key, from where, and on what', async (t) => {
  const { stack, sink } = t.context;
  const shop = await openShop(stack, sink);
  await sell(shop, 5_000);
  const { body: sold } = await shop.create({ amount: 2_000 });
  await shop.pay(sold.id);
  await shop.untilStatus(sold.id, 'paid');
  const refund = await shop.refund(sold.id, { amount: 300 });
  const payout = await payOut(shop, { ...toKey('supplier@example.com'), scheduled_for: inAnHour() });
  const cancelled = await shop.send('POST', `/v1/payouts/${payout.body.id}/cancel`);
  t.deepEqual([refund.status, payout.status, cancelled.status], [201, 201, 200]);

  const hook = { url: sink.url('/audited'), events: ['charge.paid'] };
  const endpoint = await shop.send('POST', '/v1/webhooks/endpoints', { body: hook });
  const rotated = await shop.send('POST', `/v1/webhooks/endpoints/${endpoint.body.id}/rotate-secret`, { body: {} });
  t.deepEqual([endpoint.status, rotated.status], [201, 200]);

  const { accessToken } = await logIn(stack, shop.login);
  const fingerprint = sha256Hex(shop.login.apikey);
  const ofKey = async () => {
    const path = `/v1/audit-events?apiKeyFingerprint=${fingerprint}&limit=5`;
    return list((await shop.send('GET', path, { headers: { authorization: `Bearer ${accessToken}` } })).body);
  };
  const events = await until(
    'all are filed',
    async () => {
      const found = await ofKey();
      return found[0]?.['action'] === ROTATED && found[4]?.['action'] === 'refund.created' && found;
    },
    PATIENTLY,
  );
  const change = (field: string, after: string, before: string | null = null) => ({ field, before, after });
  const byKey = { keyId: null, apiKeyFingerprint: fingerprint, userId: null, ip: '127.0.0.1', livemode: false };
  t.like(events[0], { ...byKey, objectId: endpoint.body.id, changes: [] });
  const cancel = change('status', 'cancelled', 'pending');
  t.like(events[2], { ...byKey, action: 'payout.cancelled', objectId: payout.body.id, changes: [cancel] });
  t.like(events[3], {
    ...byKey,
    action: 'payout.created',
    objectId: payout.body.id,
    changes: [change('amount', '1000')],
  });
  const refunded = [change('charge', sold.id), change('amount', '300')];
  t.like(events[1], { ...byKey, action: 'webhook_endpoint.created', objectId: endpoint.body.id });
  t.like(events[4], { ...byKey, objectId: String(refund.body['id']), changes: refunded });
});

test('a login token is checked by anybody with the keys that are published, and by its own one alone', async (t) => {
  const api = await openApiUser(t.context);
  const [header = '', payload = '', signature = ''] = api.bearer.authorization.replace('Bearer ', '').split('.');
  const { alg, kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as Fields;
  const { body } = await api.send('GET', '/.well-known/jwks.json');
  const [own, ...more] = (body['keys'] as readonly JsonWebKey[]).filter((key) => key['kid'] === kid);
  t.deepEqual([alg, own?.['alg'], more], ['ES256', 'ES256', []]);
  const fits = (text: string): boolean => {
    const key = createPublicKey({ key: own ?? {}, format: 'jwk' });
    // A JWT's signature is r and s beside each other (RFC 7518, section 3.4).
    return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
  };
  t.true(fits(`${header}.${payload}`));
  t.false(fits(`${header}.${Buffer.from('{}').toString('base64url')}`));
});
