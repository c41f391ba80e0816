import { randomUUID } from 'node:crypto';
import { CUSTOMER_MAX } from '../../stories/cases/settings.ts';
import type { MerchantResponse } from '../../stories/merchant.ts';
import { type ApiUser, list, openApiUser, paidCharge, refused } from './api-user.ts';
import { once, type T, table } from './table.ts';

const tills = once(openApiUser);
const TYPES = [
  ...['invalid_request_error', 'authentication_error', 'permission_error', 'not_found_error'],
  ...['conflict_error', 'rate_limit_error', 'api_error'],
];
const wrong = (api: ApiUser): Promise<MerchantResponse> => api.create({ amount: 0, currency: 'USD' });
const unknown = (api: ApiUser): Promise<MerchantResponse> => api.get(`ch_${randomUUID()}`);
const eachOf = async (
  api: ApiUser,
  ...asks: ((api: ApiUser) => Promise<MerchantResponse>)[]
): Promise<MerchantResponse[]> => Promise.all(asks.map((ask) => ask(api)));

const envelope = table('Error envelope', tills, {
  'error.type': [
    'one of seven',
    async (t, api) => {
      const types = (await eachOf(api, wrong, unknown)).map(({ body }) => body.error.type);
      t.deepEqual(types, ['invalid_request_error', 'not_found_error']);
      const { body: catalog } = await api.anonymousClient.send('GET', '/v1/errors');
      t.deepEqual([...new Set(list(catalog).map(({ type }) => type))].toSorted(), TYPES.toSorted());
    },
  ],
  'error.code': [
    'a word in snake case that stays',
    async (t, api) => {
      const codes = (await eachOf(api, wrong, unknown)).map(({ body }) => body.error.code);
      t.deepEqual(codes, ['invalid_amount', 'not_found']);
    },
  ],
  'error.message': [
    'a sentence',
    async (t, api) => {
      for (const { body } of await eachOf(api, wrong, unknown)) t.regex(body.error.message, /\w+ \w+/);
    },
  ],
  'error.param': [
    'the field that is to blame, absent where none is',
    async (t, api) => {
      const [bad, missing] = await eachOf(api, wrong, unknown);
      t.is(bad?.body.error.param, 'amount');
      t.false('param' in (missing?.body.error ?? {}));
    },
  ],
  'error.details': [
    'every field that failed, absent where none did',
    async (t, api) => {
      const [bad, missing] = await eachOf(api, wrong, unknown);
      t.deepEqual(
        bad?.body.error.details?.map(({ param }) => param),
        ['amount', 'currency'],
      );
      for (const detail of bad?.body.error.details ?? []) t.deepEqual(Object.keys(detail), ['param', 'message']);
      t.false('details' in (missing?.body.error ?? {}));
    },
  ],
  request_id: [
    'as in X-Request-Id: ours, or the one that was sent',
    async (t, api) => {
      const own = await unknown(api);
      t.truthy(own.body.request_id);
      t.is(own.headers['x-request-id'], own.body.request_id);
      const headers = { 'x-request-id': 'order-7/try-2' };
      const sent = await api.send('GET', `/v1/charges/${randomUUID()}`, { headers });
      t.deepEqual([sent.body.request_id, sent.headers['x-request-id']], Array(2).fill('order-7/try-2'));
    },
  ],
});

/** Refused with this status, of this type. */
function typed(t: T, answer: MerchantResponse, expected: readonly [number, string, string]): void {
  const { type, code } = answer.body.error;
  t.deepEqual([answer.status, type, code], [...expected], JSON.stringify(answer.body));
}
const login = (api: ApiUser, body: object): Promise<MerchantResponse> =>
  api.anonymousClient.send('POST', '/v1/auth/login', { body });

/** Each word that a wrong field of its own has, wherever a merchant can meet it. */
async function eachWordOf400(t: T, api: ApiUser): Promise<void> {
  const hook = { url: api.endpoint.body['url'], events: ['charge.paid'] };
  const register = (more: object) => api.send('POST', '/v1/webhooks/endpoints', { body: { ...hook, ...more } });
  refused(t, await api.create({ currency: 'USD' }), [400, 'invalid_currency', 'currency']);
  refused(t, await api.create({ expires_in: 59 }), [400, 'invalid_expires_in', 'expires_in']);
  const customer = { document: '529.982.247-26' };
  refused(t, await api.create({ customer }), [400, 'invalid_document', 'customer.document']);
  refused(t, await register({ url: 'ftp://loja.example/' }), [400, 'invalid_url', 'url']);
  refused(t, await register({ events: ['charge.nothing'] }), [400, 'invalid_event', 'events']);
  const change = { body: { events: ['charge.nothing'] } };
  const changed = await api.send('PATCH', `/v1/webhooks/endpoints/${api.endpoint.body.id}`, change);
  refused(t, changed, [400, 'invalid_event', 'events']);
  // A cursor that names nothing of the list, and one that names nothing at all.
  const lists = { charges: 'ch_', events: 'evt_', 'request-logs': 'log_', 'audit-events': 'aud_' };
  for (const [path, prefix] of Object.entries(lists))
    for (const cursor of [`${prefix}${path === 'events' ? 'f'.repeat(32) : randomUUID()}`, 'nothing']) {
      const answer = await api.send('GET', `/v1/${path}?starting_after=${cursor}`, { headers: api.bearer });
      refused(t, answer, [400, 'invalid_cursor', 'starting_after']);
    }
}

const statuses = table('Status', tills, {
  '200': [
    'what was requested',
    async (t, api) => {
      const { status, body } = await api.send('GET', '/v1/wallets');
      t.deepEqual([status, 'error' in body], [200, false]);
    },
  ],
  '201': [
    'what was made',
    async (t, api) => {
      const { status, body } = await api.create({ amount: 100 });
      t.deepEqual([status, 'error' in body], [201, false]);
    },
  ],
  '204': [
    'nothing to say: a logout, after which the token opens nothing',
    async (t, api) => {
      const { email, password } = api.login;
      const { body } = await login(api, { email, password });
      const headers = { authorization: `Bearer ${body['accessToken']}` };
      const left = await api.anonymousClient.send('POST', '/v1/auth/logout', { headers });
      t.deepEqual<unknown[], unknown[]>([left.status, left.body], [204, null]);
      t.is((await api.anonymousClient.send('GET', '/v1/api-keys', { headers })).status, 401);
    },
  ],
  '400': [
    'a field is wrong, or the Idempotency-Key is missing',
    async (t, api) => {
      typed(t, await api.create({ amount: 'x' }), [400, 'invalid_request_error', 'invalid_amount']);
      typed(t, await api.create({ metadata: 1 }), [400, 'invalid_request_error', 'invalid_request']);
      for (const path of ['/v1/charges', '/v1/pix/charges']) {
        const body = { amount: 100, payment_method: 'pix' };
        const answer = await api.send('POST', path, { body });
        typed(t, answer, [400, 'invalid_request_error', 'invalid_request']);
        t.is(answer.body.error.param, 'Idempotency-Key');
      }
      await eachWordOf400(t, api);
    },
  ],
  '401': [
    'no key, or one that is not good',
    async (t, api) => {
      for (const apikey of ['', 'gx_test_nobody', `${api.login.apikey}x`])
        typed(t, await api.send('GET', '/v1/wallets', { headers: { apikey } }), [
          ...([401, 'authentication_error', 'unauthorized'] as const),
        ]);
    },
  ],
  '403': [
    'too many live charges of one customer; cancelled ones do not count',
    async (t, api) => {
      const body = { amount: 100, customer: { document: '390.533.447-05' } };
      const made = [];
      for (let nth = 0; nth < CUSTOMER_MAX; nth += 1) made.push(await api.create(body));
      t.true(made.every(({ status }) => status === 201));
      typed(t, await api.create(body), [403, 'permission_error', 'fraud.customer_velocity_exceeded']);
      t.is((await api.create({ amount: 100 })).status, 201);
    },
  ],
  '404': [
    'what is not there, or not yours',
    async (t, api) => {
      typed(t, await unknown(api), [404, 'not_found_error', 'not_found']);
      typed(t, await api.send('GET', '/v1/nothing'), [404, 'not_found_error', 'not_found']);
      const { body } = await t.context.stack.merchant.create({ amount: 100 });
      typed(t, await api.get(body.id), [404, 'not_found_error', 'not_found']);
    },
  ],
  '409': [
    'the same Idempotency-Key with another body',
    async (t, api) => {
      const key = randomUUID();
      t.is((await api.create({ amount: 100 }, key)).status, 201);
      typed(t, await api.create({ amount: 101 }, key), [409, 'conflict_error', 'idempotency_key_reused']);
    },
  ],
  '422': [
    'a rule of the business or of the bank',
    async (t, api) => {
      const { id } = await paidCharge(api, 500);
      typed(t, await api.cancel(id), [422, 'invalid_request_error', 'unprocessable_entity']);
      const declined = await api.create({ description: '#sim:400' });
      typed(t, declined, [422, 'invalid_request_error', 'unprocessable_entity']);
      const { liveKey = '' } = t.context.stack.accounts[0] ?? {};
      const body = { amount: 100, paymentMethods: ['BOLETO'], idempotencyKey: randomUUID() };
      const live = await api.send('POST', '/v1/payments', { headers: { apikey: liveKey }, body });
      typed(t, live, [422, 'invalid_request_error', 'unprocessable_entity']);
      t.is(live.body.error.reason, 'no_provider_for_method');
    },
  ],
  '429': [
    'too many requests, with how many are allowed and when to come back',
    async (t, api) => {
      const body = { email: `${randomUUID()}@example.com`, password: 'wrong' };
      const answers = await Promise.all(Array.from({ length: 11 }, () => login(api, body)));
      const [limited, ...more] = answers.filter(({ status }) => status === 429);
      t.deepEqual(more, []);
      typed(t, limited as MerchantResponse, [429, 'rate_limit_error', 'rate_limited']);
      const header = (name: string): string => limited?.headers[name] ?? '';
      // The window counts whole seconds: the one that has begun counts too.
      const seconds = Number(header('retry-after'));
      t.true(seconds >= 1 && seconds <= 61, header('retry-after'));
      t.deepEqual([header('x-ratelimit-limit-minute'), header('x-ratelimit-remaining-minute')], ['10', '0']);
    },
  ],
  '5xx': [
    'the bank is away: the same key makes one charge when it is back',
    async (t, api) => {
      const body = { amount: 100, payment_method: 'pix', description: '#sim:503:9' };
      const headers = { apikey: api.login.apikey, 'idempotency-key': randomUUID() };
      const away = await api.anonymousClient.send('POST', '/v1/charges', { headers, body });
      typed(t, away, [503, 'api_error', 'service_unavailable']);
      // A patient merchant: it asks again, unchanged, until it is answered.
      const made = await api.send('POST', '/v1/charges', { headers, body });
      t.is(made.status, 201);
      const again = await api.send('POST', '/v1/charges', { headers, body });
      t.deepEqual([again.body.id, again.headers['idempotent-replayed']], [made.body.id, 'true']);
    },
  ],
});

export const ERROR_TABLES = [envelope, statuses];
