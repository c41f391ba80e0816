import { createHash } from 'node:crypto';
import type { Context } from '../../stories/cases/one-product.ts';
import { merchant } from '../../stories/merchant.ts';
import { type ApiUser, type Fields, ISO, list, openApiUser, refused, UUID } from './api-user.ts';
import { once, table } from './table.ts';

const issue = async (api: ApiUser, body: object): Promise<Fields> =>
  (await api.send('POST', '/v1/api-keys', { headers: api.bearer, body })).body;

/** A key as it is issued, as the list shows it, and as its rotation answers it. */
const keys = once(async (context: Context) => {
  const api = await openApiUser(context);
  const begun = Date.now();
  const [issued, live] = await Promise.all([
    issue(api, { label: 'till 7', test: true }),
    issue(api, { label: 'live' }),
  ]);
  const listed = list((await api.send('GET', '/v1/api-keys', { headers: api.bearer })).body);
  const { body: rotated } = await api.send('POST', `/v1/api-keys/${live['id']}/rotate`, { headers: api.bearer });
  const item = listed.find(({ id }) => id === issued['id']) ?? {};
  return { api, begun, issued, live, item, rotated: rotated as Fields };
});
const digest = (key: unknown): string => createHash('sha256').update(String(key)).digest('hex');

const record = table('API key record', keys, {
  id: [
    'key_ and a uuid, the same in the list',
    (t, { issued, item }) => {
      t.regex(String(issued['id']), new RegExp(`^key_${UUID}$`));
      t.is(item['id'], issued['id']);
    },
  ],
  apiKey: [
    'in clear when it is issued or rotated, and never in the list',
    (t, { issued, rotated, live, item }) => {
      t.regex(String(issued['apiKey']), /^gx_test_/);
      t.regex(String(rotated['apiKey']), /^gx_live_/);
      t.not(rotated['apiKey'], live['apiKey']);
      t.deepEqual(Object.keys(item).toSorted(), ['createdAt', 'id', 'label', 'prefix']);
    },
  ],
  fingerprint: [
    'SHA-256 of the key, when it is issued or rotated',
    (t, { issued, rotated }) =>
      t.deepEqual(
        [issued['fingerprint'], rotated['fingerprint']],
        [digest(issued['apiKey']), digest(rotated['apiKey'])],
      ),
  ],
  prefix: [
    'the first 12 characters',
    (t, { issued, item }) => {
      t.is(issued['prefix'], String(issued['apiKey']).slice(0, 12));
      t.is(item['prefix'], issued['prefix']);
    },
  ],
  label: [
    'as it was given, up to 64 characters, and kept by a rotation',
    async (t, { api, issued, item, rotated }) => {
      t.deepEqual([issued['label'], item['label'], rotated['label']], ['till 7', 'till 7', 'live']);
      const send = { headers: api.bearer, body: { label: 'l'.repeat(65) } };
      refused(t, await api.send('POST', '/v1/api-keys', send), [400, 'invalid_request', 'label']);
      t.is((await issue(api, { label: 'l'.repeat(64) }))['label'], 'l'.repeat(64));
    },
  ],
  createdAt: [
    'when it was issued',
    (t, { begun, issued, item }) => {
      t.regex(String(issued['createdAt']), ISO);
      t.true(Math.abs(Date.parse(String(issued['createdAt'])) - begun) < 60_000);
      t.is(item['createdAt'], issued['createdAt']);
    },
  ],
});

const formats = table('API key format', keys, {
  Production: [
    'gx_live_ and 24 bytes in base64url',
    (t, { live, rotated }) => {
      for (const { apiKey } of [live, rotated]) {
        t.regex(String(apiKey), /^gx_live_[A-Za-z0-9_-]{32}$/);
        t.is(Buffer.from(String(apiKey).slice(8), 'base64url').length, 24);
      }
    },
  ],
  Test: [
    'gx_test_ and 24 bytes in base64url',
    (t, { issued }) => {
      t.regex(String(issued['apiKey']), /^gx_test_[A-Za-z0-9_-]{32}$/);
      t.is(Buffer.from(String(issued['apiKey']).slice(8), 'base64url').length, 24);
    },
  ],
});

const surfaces = table('Authentication', keys, {
  'All server-to-server routes': [
    'an API key, compared exactly, and no login token',
    async (t, { api, issued }) => {
      for (const path of ['/v1/charges', '/v1/wallets', '/v1/payments', '/v1/webhooks/endpoints']) {
        const as = (apikey: string, headers = {}) => merchant(api.gateway, apikey).send('GET', path, { headers });
        t.is((await as(String(issued['apiKey']))).status, 200, path);
        const half = String(issued['apiKey']).slice(0, 20);
        refused(t, await as(`${half} ${String(issued['apiKey']).slice(20)}`), [401, 'unauthorized']);
        refused(t, await as(String(issued['apiKey']).toUpperCase()), [401, 'unauthorized']);
        refused(t, await as('', api.bearer), [401, 'unauthorized']);
      }
    },
  ],
  '/v1/api-keys/*': [
    'a login token, and no API key',
    async (t, { api }) => {
      t.is((await api.anonymousClient.send('GET', '/v1/api-keys', { headers: api.bearer })).status, 200);
      refused(t, await api.send('GET', '/v1/api-keys'), [401, 'unauthorized']);
    },
  ],
  'GET /v1/webhooks/event-catalog': [
    'nothing',
    async (t, { api }) => t.is((await api.anonymousClient.send('GET', '/v1/webhooks/event-catalog')).status, 200),
  ],
});

export const KEY_TABLES = [record, formats, surfaces];
