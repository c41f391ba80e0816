import { uniqueName, until } from '@gx/testkit';
import type { Context } from '../../stories/cases/one-product.ts';
import { type MerchantResponse, PATIENTLY } from '../../stories/merchant.ts';
import { NAMES } from '../../stories/shop.ts';
import { type ApiUser, type Fields, ISO, ids, list, openApiUser, refused, UUID } from './api-user.ts';
import { longLists } from './charge-requests.ts';
import { once, type T, table } from './table.ts';

const deliveriesOf = async (api: ApiUser, endpointId: unknown): Promise<readonly Fields[]> =>
  list((await api.send('GET', `/v1/webhooks/deliveries?endpointId=${endpointId}`)).body);
const untilDelivery = (api: ApiUser, endpointId: unknown, what: string, is: (delivery: Fields) => boolean) =>
  until(`a delivery to ${endpointId} ${what}`, async () => (await deliveriesOf(api, endpointId)).find(is), PATIENTLY);

/** Registers an endpoint of one name that answers so. */
async function endpointThat(
  { sink }: Context,
  api: ApiUser,
  ...answers: Parameters<Context['sink']['answer']>[1][]
): Promise<{ id: string; path: string; registered: MerchantResponse }> {
  const path = `/${uniqueName('rows')}`;
  sink.answer(path, ...answers);
  const body = { url: sink.url(path), events: ['charge.created'] };
  const registered = await api.send('POST', '/v1/webhooks/endpoints', { body });
  return { id: registered.body.id, path, registered };
}

/** Endpoints that answer in every way, and what became of one event at each. */
export const hooks = once(async (context: Context) => {
  const api = await openApiUser(context);
  const [fails, busy, resets, slow, gone] = await Promise.all([
    endpointThat(context, api, { status: 500, body: 'no' }, { status: 200, body: 'fine' }),
    endpointThat(context, api, { status: 429, retryAfter: '600', body: 'later' }),
    endpointThat(context, api, { reset: 'before' }),
    endpointThat(context, api, { delayMs: 40_000 }),
    endpointThat(context, api, { status: 429, retryAfter: '600' }),
  ]);
  const begun = Date.now();
  const { body: charge } = await api.create({ amount: 900 });
  const hanging = await untilDelivery(api, slow.id, 'is under way', ({ status }) => status === 'PROCESSING');
  const [delivered, waiting, broken, ofGone] = await Promise.all([
    untilDelivery(api, fails.id, 'is delivered', ({ status }) => status === 'DELIVERED'),
    untilDelivery(api, busy.id, 'waits', ({ attempts, status }) => attempts === 1 && status === 'PENDING'),
    untilDelivery(api, resets.id, 'met an error', ({ lastError }) => lastError !== null),
    untilDelivery(api, gone.id, 'waits', ({ attempts, status }) => attempts === 1 && status === 'PENDING'),
  ]);
  const sent = context.sink.requests(fails.path);
  return { context, api, begun, charge, fails, slow, gone, hanging, delivered, waiting, broken, ofGone, sent };
});
type Hooks = Awaited<ReturnType<typeof hooks>>;

const delivery = table('Webhook delivery', hooks, {
  id: ['dlv_ and a uuid', (t, { delivered }) => t.regex(String(delivered['id']), new RegExp(`^dlv_${UUID}$`))],
  endpointId: ['where it goes', (t, { delivered, fails }) => t.is(delivered['endpointId'], fails.id)],
  eventType: ['the name of the event', (t, { delivered }) => t.is(delivered['eventType'], 'charge.created')],
  status: [
    'how far it is',
    (t, { delivered, waiting, hanging }) =>
      t.deepEqual([delivered['status'], waiting['status'], hanging['status']], ['DELIVERED', 'PENDING', 'PROCESSING']),
  ],
  attempts: [
    'how often it was tried',
    (t, { delivered, waiting }) => t.deepEqual([delivered['attempts'], waiting['attempts']], [2, 1]),
  ],
  maxAttempts: ['fifteen', (t, { delivered }) => t.is(delivered['maxAttempts'], 15)],
  lastStatusCode: [
    'of the last answer, null where there was none',
    (t, { delivered, waiting, broken }) =>
      t.deepEqual(
        [delivered, waiting, broken].map((one) => one['lastStatusCode']),
        [200, 429, null],
      ),
  ],
  lastError: [
    'why there was no answer, null where there was one',
    (t, { delivered, broken }) => {
      t.is(delivered['lastError'], null);
      t.regex(String(broken['lastError']), /reset|closed/);
    },
  ],
  lastResponseBody: [
    'the last answer',
    (t, { delivered, waiting, broken }) =>
      t.deepEqual(
        [delivered, waiting, broken].map((one) => one['lastResponseBody']),
        ['fine', 'later', null],
      ),
  ],
  nextRetryAt: [
    'when it is tried again: as late as the endpoint requested; null once it is over',
    (t, { delivered, waiting, begun }) => {
      t.is(delivered['nextRetryAt'], null);
      t.regex(String(waiting['nextRetryAt']), ISO);
      const afterMs = Date.parse(String(waiting['nextRetryAt'])) - begun;
      t.true(afterMs >= 599_000 && afterMs < 720_000, String(afterMs));
    },
  ],
  deliveredAt: [
    'when it arrived, null until then',
    (t, { delivered, waiting, sent }) => {
      t.is(waiting['deliveredAt'], null);
      t.regex(String(delivered['deliveredAt']), ISO);
      t.true(Math.abs(Date.parse(String(delivered['deliveredAt'])) - (sent[1]?.receivedAt.getTime() ?? 0)) < 60_000);
    },
  ],
  createdAt: [
    'when it was made',
    (t, { delivered, begun }) => {
      t.regex(String(delivered['createdAt']), ISO);
      t.true(Math.abs(Date.parse(String(delivered['createdAt'])) - begun) < 60_000);
    },
  ],
  updatedAt: [
    'when something last became of it',
    (t, { delivered }) => {
      t.regex(String(delivered['updatedAt']), ISO);
      t.true(String(delivered['updatedAt']) > String(delivered['createdAt']));
    },
  ],
  payload: [
    'what is sent, as it was sent',
    (t, { delivered, sent }) => t.deepEqual(delivered['payload'], JSON.parse(sent[0]?.body ?? '')),
  ],
});

const listed = async (api: ApiUser, id: string): Promise<Fields | undefined> =>
  list((await api.send('GET', '/v1/webhooks/endpoints')).body).find((one) => one['id'] === id);
const change = (api: ApiUser, id: string, body: object) => api.send('PATCH', `/v1/webhooks/endpoints/${id}`, { body });

const endpoint = table('Webhook endpoint', hooks, {
  id: [
    'we_ and a uuid, the same in the list',
    async (t, { api, fails }) => {
      t.regex(fails.id, new RegExp(`^we_${UUID}$`));
      t.is((await listed(api, fails.id))?.['id'], fails.id);
    },
  ],
  url: [
    'as it was registered, or changed',
    async (t, { context, api }) => {
      const { id, path } = await endpointThat(context, api, {});
      t.is((await listed(api, id))?.['url'], context.sink.url(path));
      const url = context.sink.url(`${path}/moved`);
      t.is((await change(api, id, { url })).body['url'], url);
      t.is((await listed(api, id))?.['url'], url);
    },
  ],
  events: [
    'the names it subscribed to, and others once they are changed',
    async (t, { api, context }) => {
      t.deepEqual(api.endpoint.body['events'], NAMES);
      const { id } = await endpointThat(context, api, {});
      t.deepEqual((await change(api, id, { events: ['charge.paid'] })).body['events'], ['charge.paid']);
      t.deepEqual((await listed(api, id))?.['events'], ['charge.paid']);
    },
  ],
  status: [
    'ACTIVE, or INACTIVE once it is changed',
    async (t, { api, context }) => {
      const { id, registered } = await endpointThat(context, api, {});
      t.is(registered.body.status as string, 'ACTIVE');
      t.is((await change(api, id, { status: 'INACTIVE' })).body.status as string, 'INACTIVE');
      t.is((await listed(api, id))?.['status'], 'INACTIVE');
    },
  ],
  secret: [
    '64 hexadecimal digits on register and on rotate-secret, and never again',
    async (t, { api, context }) => {
      const { id, registered } = await endpointThat(context, api, {});
      t.regex(String(registered.body['secret']), /^[0-9a-f]{64}$/);
      const rotated = await api.send('POST', `/v1/webhooks/endpoints/${id}/rotate-secret`);
      t.regex(String(rotated.body['secret']), /^[0-9a-f]{64}$/);
      t.not(rotated.body['secret'], registered.body['secret']);
      t.false('secret' in ((await listed(api, id)) ?? {}));
      t.false('secret' in (await change(api, id, { status: 'INACTIVE' })).body);
    },
  ],
  createdAt: [
    'when it was registered',
    async (t, { api, fails, begun }) => {
      const at = String((await listed(api, fails.id))?.['createdAt']);
      t.regex(at, ISO);
      t.true(Math.abs(Date.parse(at) - begun) < 60_000);
    },
  ],
  updatedAt: [
    'when it was last changed',
    async (t, { api, context }) => {
      const { id } = await endpointThat(context, api, {});
      const before = await listed(api, id);
      t.is(before?.['updatedAt'], before?.['createdAt']);
      await change(api, id, { status: 'INACTIVE' });
      const after = await listed(api, id);
      t.regex(String(after?.['updatedAt']), ISO);
      t.true(String(after?.['updatedAt']) > String(before?.['updatedAt']));
      t.is(after?.['createdAt'], before?.['createdAt']);
    },
  ],
});

/** Whether an endpoint gets a charge that is made now; other rows make charges of this account, too. */
async function receives(t: T, { context, api }: Hooks, status: 'ACTIVE' | 'INACTIVE'): Promise<void> {
  const { id, path } = await endpointThat(context, api, {});
  await change(api, id, { status: 'INACTIVE' });
  await change(api, id, { status });
  const { body: charge } = await api.create({ amount: 100 });
  await api.untilWebhook('charge.created', charge.id);
  // The endpoint for every name was told: dispatch has chosen, and this one is among the chosen or is not.
  const received = () => context.sink.requests(path).filter(({ body }) => body.includes(charge.id)).length;
  if (status === 'ACTIVE') await until('it arrives', () => received() === 1, PATIENTLY);
  const ofCharge = (await deliveriesOf(api, id)).filter(({ payload }) => JSON.stringify(payload).includes(charge.id));
  t.deepEqual([received(), ofCharge.length], status === 'ACTIVE' ? [1, 1] : [0, 0]);
}

const endpointStatus = table('Webhook endpoint status', hooks, {
  ACTIVE: ['receives what happens', (t, seen) => receives(t, seen, 'ACTIVE')],
  INACTIVE: ['receives nothing', (t, seen) => receives(t, seen, 'INACTIVE')],
});

const deliveryStatus = table('Webhook delivery status', hooks, {
  PENDING: [
    'waits for its next attempt',
    (t, { waiting }) => {
      t.is(waiting['status'], 'PENDING');
      t.true(Date.parse(String(waiting['nextRetryAt'])) > Date.now());
    },
  ],
  PROCESSING: [
    'is under way while the endpoint has not answered',
    (t, { hanging }) => t.like(hanging, { status: 'PROCESSING', lastStatusCode: null, deliveredAt: null }),
  ],
  DELIVERED: [
    'was answered with 2xx',
    (t, { delivered }) => t.like(delivered, { status: 'DELIVERED', lastStatusCode: 200 }),
  ],
  CANCELLED: [
    'was abandoned with its endpoint',
    async (t, { api, gone, ofGone }) => {
      t.is((await api.send('DELETE', `/v1/webhooks/endpoints/${gone.id}`)).status, 200);
      const isOver = ({ id, status }: Fields) => id === ofGone['id'] && status === 'CANCELLED';
      const abandoned = await untilDelivery(api, gone.id, 'is over', isOver);
      t.like(abandoned, { attempts: 1, nextRetryAt: null, deliveredAt: null });
    },
  ],
});

/** What 26 charges, one of them cancelled, were told as: 54 deliveries to one endpoint. */
const deliveries = once(async (context: Context) => {
  const { api, newest } = await longLists(context);
  const read = async (query: string) => api.send('GET', `/v1/webhooks/deliveries${query}`);
  const total = async (query: string) => (await read(query)).body['total'];
  await until('all are delivered', async () => (await total('?status=DELIVERED')) === 54, PATIENTLY);
  return { api, read, total, newest };
});
const params = table('GET /v1/webhooks/deliveries, query', deliveries, {
  status: [
    'one of five words',
    async (t, { read, total }) => {
      t.deepEqual([await total('?status=DELIVERED'), await total('?status=FAILED')], [54, 0]);
      refused(t, await read('?status=delivered'), [400, 'invalid_request', 'status']);
    },
  ],
  eventType: [
    'of that name alone',
    async (t, { read, total }) => {
      t.deepEqual([await total('?eventType=payment.created'), await total('?eventType=charge.failed')], [26, 1]);
      const { body } = await read('?eventType=payment.created');
      t.true(list(body).every((one) => one['eventType'] === 'payment.created'));
    },
  ],
  endpointId: [
    'to that endpoint alone',
    async (t, { read, total, api }) => {
      t.is(await total(`?endpointId=${api.endpoint.body.id}`), 54);
      t.is(await total('?endpointId=we_00000000-0000-7000-8000-000000000000'), 0);
      refused(t, await read('?endpointId=x'), [400, 'invalid_request', 'endpointId']);
    },
  ],
  limit: [
    '1 to 100, 25 by default',
    async (t, { read }) => {
      for (const limit of [0, 101]) refused(t, await read(`?limit=${limit}`), [400, 'invalid_request', 'limit']);
      const { body: usual } = await read('');
      t.deepEqual([list(usual).length, usual['limit'], usual['total']], [25, 25, 54]);
      t.is(list((await read('?limit=100')).body).length, 54);
    },
  ],
  offset: [
    'so many are left out, none by default',
    async (t, { read }) => {
      const all = ids((await read('?limit=100')).body);
      const { body: usual } = await read('?limit=5');
      t.deepEqual([ids(usual), usual['offset']], [all.slice(0, 5), 0]);
      const { body: later } = await read('?limit=5&offset=50');
      t.deepEqual([ids(later), later['offset']], [all.slice(50), 50]);
      refused(t, await read('?offset=-1'), [400, 'invalid_request', 'offset']);
    },
  ],
});

export const WEBHOOK_TABLES = [endpoint, delivery, endpointStatus, deliveryStatus, params];
