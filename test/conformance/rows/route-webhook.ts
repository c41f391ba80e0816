import { type Fields, ids, list, refused } from './api-user.ts';
import { get, type RouteShop, shaped, shops } from './shop-of-routes.ts';
import { type CaseRow, table } from './table.ts';

const ENDPOINT = ['id', 'url', 'events', 'status'];
const DELIVERY = [
  ...['id', 'endpointId', 'eventType', 'status', 'attempts', 'maxAttempts', 'lastStatusCode', 'lastError'],
  ...['lastResponseBody', 'nextRetryAt', 'deliveredAt', 'createdAt', 'updatedAt', 'payload'],
];
const webhooks: Readonly<Record<string, CaseRow<RouteShop>>> = {
  'POST /v1/webhooks/endpoints': [
    '201 with the secret, ACTIVE',
    async (t, { hook }) => {
      const made = shaped(t, await hook(), [201, 'id', 'url', 'events', 'secret', 'status']);
      t.deepEqual([made['status'], made['events']], ['ACTIVE', ['payout.paid']]);
    },
  ],
  'GET /v1/webhooks/endpoints': [
    '200 with all of them and no secret',
    async (t, { api }) => {
      const { body } = await get(api, '/v1/webhooks/endpoints');
      for (const one of list(body)) t.deepEqual(Object.keys(one), [...ENDPOINT, 'createdAt', 'updatedAt']);
      t.true(ids(body).includes(api.endpoint.body.id));
    },
  ],
  'POST /v1/webhooks/endpoints/{id}/rotate-secret': [
    '200 with the new secret, which the next webhook is signed with',
    async (t, { api, hook }) => {
      const { body } = await hook();
      const at = `/v1/webhooks/endpoints/${body.id}/rotate-secret`;
      const rotated = shaped(t, await api.send('POST', at, { body: { id: body.id } }), [200, 'id', 'secret']);
      t.is(rotated['id'], body.id);
      t.regex(String(rotated['secret']), /^[0-9a-f]{64}$/);
      t.not(rotated['secret'], body['secret']);
      t.is((await api.send('POST', at)).status, 200);
    },
  ],
  'PATCH /v1/webhooks/endpoints/{id}': [
    '200 with what it is now, and no secret',
    async (t, { api, hook }) => {
      const { body } = await hook();
      const change = { body: { status: 'INACTIVE' } };
      const changed = shaped(t, await api.send('PATCH', `/v1/webhooks/endpoints/${body.id}`, change), [
        200,
        ...ENDPOINT,
      ]);
      t.deepEqual([changed['status'], changed['events']], ['INACTIVE', ['payout.paid']]);
    },
  ],
  'DELETE /v1/webhooks/endpoints/{id}': [
    '200 {deleted: true}, for good',
    async (t, { api, hook }) => {
      const { body } = await hook();
      const remove = () => api.send('DELETE', `/v1/webhooks/endpoints/${body.id}`);
      t.deepEqual<object, object>((await remove()).body, { deleted: true });
      refused(t, await remove(), [404, 'not_found']);
    },
  ],
  'GET /v1/webhooks/event-catalog': [
    '200 with an array, for everybody',
    async (t, { api }) => {
      const { status, body } = await api.anonymousClient.send('GET', '/v1/webhooks/event-catalog');
      const rows = body as unknown as Fields[];
      t.is(status, 200);
      for (const row of rows) t.deepEqual(Object.keys(row).slice(0, 2), ['event', 'description']);
      t.true(rows.some(({ legacy }) => legacy === true));
    },
  ],
  'GET /v1/webhooks/deliveries': [
    '200 with a page',
    async (t, { api, open }) => {
      await api.untilWebhook('charge.created', open.id);
      const page = shaped(t, await get(api, '/v1/webhooks/deliveries'), [200, 'data', 'total', 'limit', 'offset']);
      t.deepEqual(Object.keys(list(page)[0] ?? {}), DELIVERY);
    },
  ],
  'GET /v1/webhooks/stats': [
    '200 with how many deliveries stand where',
    async (t, { api }) => {
      const words = ['PENDING', 'PROCESSING', 'DELIVERED', 'FAILED', 'CANCELLED'];
      const counts = shaped(t, await get(api, '/v1/webhooks/stats'), [200, 'total', ...words]);
      t.true(Number(counts['total']) > 0);
      t.is(
        words.reduce((sum, word) => sum + Number(counts[word]), 0),
        Number(counts['total']),
      );
    },
  ],
};

export const WEBHOOK_ROUTES = table('Route', shops, webhooks);
