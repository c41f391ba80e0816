import { randomUUID } from 'node:crypto';
import type { MerchantResponse } from '../merchant.ts';
import { CUSTOMER_MAX } from '../stories/settings.ts';
import { once, type T, table } from './table.ts';
import { list, openTill, paidCharge, refused, type Till } from './till.ts';

const tills = once(openTill);
const TYPES = [
  ...['invalid_request_error', 'authentication_error', 'permission_error', 'not_found_error'],
  ...['conflict_error', 'rate_limit_error', 'api_error'],
];
const wrong = (till: Till): Promise<MerchantResponse> => till.create({ amount: 0, currency: 'USD' });
const unknown = (till: Till): Promise<MerchantResponse> => till.get(`ch_${randomUUID()}`);
const eachOf = async (
  till: Till,
  ...asks: ((till: Till) => Promise<MerchantResponse>)[]
): Promise<MerchantResponse[]> => Promise.all(asks.map((ask) => ask(till)));

const envelope = table('Error envelope', tills, {
  'error.type': [
    'one of seven',
    async (t, till) => {
      const types = (await eachOf(till, wrong, unknown)).map(({ body }) => body.error.type);
      t.deepEqual(types, ['invalid_request_error', 'not_found_error']);
      const { body: catalog } = await till.anonymousClient.send('GET', '/v1/errors');
      t.deepEqual([...new Set(list(catalog).map(({ type }) => type))].toSorted(), TYPES.toSorted());
    },
  ],
  'error.code': [
    'a word in snake case that stays',
    async (t, till) => {
      const codes = (await eachOf(till, wrong, unknown)).map(({ body }) => body.error.code);
      t.deepEqual(codes, ['invalid_amount', 'not_found']);
    },
  ],
  'error.message': [
    'a sentence',
    async (t, till) => {
      for (const { body } of await eachOf(till, wrong, unknown)) t.regex(body.error.message, /\w+ \w+/);
    },
  ],
  'error.param': [
    'the field that is to blame, absent where none is',
    async (t, till) => {
      const [bad, missing] = await eachOf(till, wrong, unknown);
      t.is(bad?.body.error.param, 'amount');
      t.false('param' in (missing?.body.error ?? {}));
    },
  ],
  'error.details': [
    'every field that failed, absent where none did',
    async (t, till) => {
      const [bad, missing] = await eachOf(till, wrong, unknown);
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
    async (t, till) => {
      const own = await unknown(till);
      t.truthy(own.body.request_id);
      t.is(own.headers['x-request-id'], own.body.request_id);
      const headers = { 'x-request-id': 'order-7/try-2' };
      const sent = await till.send('GET', `/v1/charges/${randomUUID()}`, { headers });
      t.deepEqual([sent.body.request_id, sent.headers['x-request-id']], Array(2).fill('order-7/try-2'));
    },
  ],
});

/** Refused with this status, of this type. */
function typed(t: T, answer: MerchantResponse, expected: readonly [number, string, string]): void {
  const { type, code } = answer.body.error;
  t.deepEqual([answer.status, type, code], [...expected], JSON.stringify(answer.body));
}
const login = (till: Till, body: object): Promise<MerchantResponse> =>
  till.anonymousClient.send('POST', '/v1/auth/login', { body });

/** Each word that a wrong field of its own has, wherever a merchant can meet it. */
async function eachWordOf400(t: T, till: Till): Promise<void> {
  const hook = { url: till.endpoint.body['url'], events: ['charge.paid'] };
  const register = (more: object) => till.send('POST', '/v1/webhooks/endpoints', { body: { ...hook, ...more } });
  refused(t, await till.create({ currency: 'USD' }), [400, 'invalid_currency', 'currency']);
  refused(t, await till.create({ expires_in: 59 }), [400, 'invalid_expires_in', 'expires_in']);
  const customer = { document: '529.982.247-26' };
  refused(t, await till.create({ customer }), [400, 'invalid_document', 'customer.document']);
  refused(t, await register({ url: 'ftp://loja.example/' }), [400, 'invalid_url', 'url']);
  refused(t, await register({ events: ['charge.nothing'] }), [400, 'invalid_event', 'events']);
  const change = { body: { events: ['charge.nothing'] } };
  const changed = await till.send('PATCH', `/v1/webhooks/endpoints/${till.endpoint.body.id}`, change);
  refused(t, changed, [400, 'invalid_event', 'events']);
  // A cursor that names nothing of the list, and one that names nothing at all.
  const lists = { charges: 'ch_', events: 'evt_', 'request-logs': 'log_', 'audit-events': 'aud_' };
  for (const [path, prefix] of Object.entries(lists))
    for (const cursor of [`${prefix}${path === 'events' ? 'f'.repeat(32) : randomUUID()}`, 'nothing']) {
      const answer = await till.send('GET', `/v1/${path}?starting_after=${cursor}`, { headers: till.bearer });
      refused(t, answer, [400, 'invalid_cursor', 'starting_after']);
    }
}

const statuses = table('Status', tills, {
  '200': [
    'what was asked for',
    async (t, till) => {
      const { status, body } = await till.send('GET', '/v1/wallets');
      t.deepEqual([status, 'error' in body], [200, false]);
    },
  ],
  '201': [
    'what was made',
    async (t, till) => {
      const { status, body } = await till.create({ amount: 100 });
      t.deepEqual([status, 'error' in body], [201, false]);
    },
  ],
  '204': [
    'nothing to say: a logout, after which the token opens nothing',
    async (t, till) => {
      const { email, password } = till.login;
      const { body } = await login(till, { email, password });
      const headers = { authorization: `Bearer ${body['accessToken']}` };
      const left = await till.anonymousClient.send('POST', '/v1/auth/logout', { headers });
      t.deepEqual<unknown[], unknown[]>([left.status, left.body], [204, null]);
      t.is((await till.anonymousClient.send('GET', '/v1/api-keys', { headers })).status, 401);
    },
  ],
  '400': [
    'a field is wrong, or the Idempotency-Key is missing',
    async (t, till) => {
      typed(t, await till.create({ amount: 'x' }), [400, 'invalid_request_error', 'invalid_amount']);
      typed(t, await till.create({ metadata: 1 }), [400, 'invalid_request_error', 'invalid_request']);
      for (const path of ['/v1/charges', '/v1/pix/charges']) {
        const body = { amount: 100, payment_method: 'pix' };
        const answer = await till.send('POST', path, { body });
        typed(t, answer, [400, 'invalid_request_error', 'invalid_request']);
        t.is(answer.body.error.param, 'Idempotency-Key');
      }
      await eachWordOf400(t, till);
    },
  ],
  '401': [
    'no key, or one that is not good',
    async (t, till) => {
      for (const apikey of ['', 'gx_test_nobody', `${till.login.apikey}x`])
        typed(t, await till.send('GET', '/v1/wallets', { headers: { apikey } }), [
          ...([401, 'authentication_error', 'unauthorized'] as const),
        ]);
    },
  ],
  '403': [
    'too many live charges of one customer; cancelled ones do not count',
    async (t, till) => {
      const body = { amount: 100, customer: { document: '390.533.447-05' } };
      const made = [];
      for (let nth = 0; nth < CUSTOMER_MAX; nth += 1) made.push(await till.create(body));
      t.true(made.every(({ status }) => status === 201));
      typed(t, await till.create(body), [403, 'permission_error', 'fraud.customer_velocity_exceeded']);
      t.is((await till.create({ amount: 100 })).status, 201);
    },
  ],
  '404': [
    'what is not there, or not yours',
    async (t, till) => {
      typed(t, await unknown(till), [404, 'not_found_error', 'not_found']);
      typed(t, await till.send('GET', '/v1/nothing'), [404, 'not_found_error', 'not_found']);
      const { body } = await t.context.stack.merchant.create({ amount: 100 });
      typed(t, await till.get(body.id), [404, 'not_found_error', 'not_found']);
    },
  ],
  '409': [
    'the same Idempotency-Key with another body',
    async (t, till) => {
      const key = randomUUID();
      t.is((await till.create({ amount: 100 }, key)).status, 201);
      typed(t, await till.create({ amount: 101 }, key), [409, 'conflict_error', 'idempotency_key_reused']);
    },
  ],
  '422': [
    'a rule of the business or of the bank',
    async (t, till) => {
      const { id } = await paidCharge(till, 500);
      typed(t, await till.cancel(id), [422, 'invalid_request_error', 'unprocessable_entity']);
      const declined = await till.create({ description: '#sim:400' });
      typed(t, declined, [422, 'invalid_request_error', 'unprocessable_entity']);
      const { liveKey = '' } = t.context.stack.accounts[0] ?? {};
      const body = { amount: 100, paymentMethods: ['BOLETO'], idempotencyKey: randomUUID() };
      const live = await till.send('POST', '/v1/payments', { headers: { apikey: liveKey }, body });
      typed(t, live, [422, 'invalid_request_error', 'unprocessable_entity']);
      t.is(live.body.error.reason, 'no_provider_for_method');
    },
  ],
  '429': [
    'too many requests, with how many are allowed and when to come back',
    async (t, till) => {
      const body = { email: `${randomUUID()}@example.com`, password: 'wrong' };
      const answers = await Promise.all(Array.from({ length: 11 }, () => login(till, body)));
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
    async (t, till) => {
      const body = { amount: 100, payment_method: 'pix', description: '#sim:503:9' };
      const headers = { apikey: till.login.apikey, 'idempotency-key': randomUUID() };
      const away = await till.anonymousClient.send('POST', '/v1/charges', { headers, body });
      typed(t, away, [503, 'api_error', 'service_unavailable']);
      // A patient merchant: it asks again, unchanged, until it is answered.
      const made = await till.send('POST', '/v1/charges', { headers, body });
      t.is(made.status, 201);
      const again = await till.send('POST', '/v1/charges', { headers, body });
      t.deepEqual([again.body.id, again.headers['idempotent-replayed']], [made.body.id, 'true']);
    },
  ],
});

export const ERROR_TABLES = [envelope, statuses];
