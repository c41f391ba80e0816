import { ERRORS, type ErrorCode, newId, Refusal } from '@gx/core';
import { uniqueName } from '@gx/testkit';
import type { Contract } from '@gx/testkit/openapi';
import type { ExecutionContext } from 'ava';
import { BANK_ROUTES } from '../src/routes/provider-callbacks.ts';
import { ROUTES } from '../src/routes/table.ts';
import { eventBody } from './harness/event-body.ts';
import { ask, type Edge, type GatewayResponse, refusedWith, startEdge, testOnOneEdge } from './harness/gateway.ts';

const test = testOnOneEdge();

test('every route has a place and an operationId of its own, and says the form of an id in its path', (t) => {
  t.is(new Set(ROUTES.map(({ method, path }) => `${method} ${path}`)).size, ROUTES.length);
  t.is(new Set(ROUTES.map(({ operation }) => operation)).size, ROUTES.length);
  for (const { path, pathId } of ROUTES) t.is(path.includes(':'), pathId !== undefined, path);
  const paths = ROUTES.map(({ path }) => path).join();
  t.true(
    BANK_ROUTES.every(({ path }) => !paths.includes(path)),
    'the bank’s routes are no part of it',
  );
});

test('GET /openapi.json is OpenAPI 3.1 of the routes that are served, and each reference in it leads somewhere', async (t) => {
  const { url, gateway } = t.context;
  const contract = await contractAt(url);
  t.is(contract.openapi, '3.1.0');
  const operations = operationsOf(contract);
  t.is(operations.length, ROUTES.length);
  const text = JSON.stringify(contract);
  const names = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, pointer = '']) => pointer);
  t.true(names.length > 100);
  for (const pointer of new Set(names)) {
    t.truthy(
      pointer.split('/').reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], contract),
      pointer,
    );
  }
  t.false(text.includes('"additionalProperties":false'), 'answers may gain fields (decisions N21)');
  const without = await contractAt((await gateway({ CHARGES_LIST: 'off' })).url);
  t.deepEqual(Object.keys(without.paths['/v1/charges'] ?? {}), ['post']);
});

test('the contract has every event that is sent, with the headers and the body that AsyncAPI has', async (t) => {
  const { url } = t.context;
  const { webhooks } = (await contractAt(url)) as unknown as { webhooks: Record<string, { post: Received }> };
  const { components } = (await (await fetch(`${url}/asyncapi.json`)).json()) as { components: AsyncComponents };
  const messages = Object.values(components.messages);
  t.true(messages.length > 10);
  t.deepEqual(
    Object.keys(webhooks),
    messages.map(({ name }) => name),
  );
  for (const { name, headers, payload } of messages) {
    const received = webhooks[name]?.post;
    t.deepEqual(received?.requestBody.content['application/json'].schema, payload, name);
    t.deepEqual(
      received?.parameters.filter(({ required }) => required).map((one) => one.name),
      Object.keys(headers.properties).filter((header) => headers.required.includes(header)),
    );
  }
});
type Received = {
  readonly parameters: readonly { readonly name: string; readonly required: boolean }[];
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: object } } };
};
type AsyncComponents = {
  readonly messages: Readonly<
    Record<string, { name: string; headers: { required: string[]; properties: object }; payload: object }>
  >;
};

test('what a body and a query may be is what the route checks with', async (t) => {
  const { paths } = (await contractAt(t.context.url)) as unknown as { paths: Record<string, Record<string, unknown>> };
  t.like(paths['/v1/charges']?.['post'], {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { properties: { amount: { minimum: 1, maximum: 999_999_999_999 } } } } },
    },
  });
  const list = paths['/v1/charges']?.['get'] as { parameters: { name: string; schema: object }[] };
  t.deepEqual(
    list.parameters.map(({ name }) => name),
    ['limit', 'starting_after', 'status', 'created_after', 'created_before', 'customer_id'],
  );
  t.like(list.parameters[0]?.schema, { type: 'integer', minimum: 1, maximum: 100 });
});

test('a header that an answer carries is in the contract: of limits on 429, of a replay wherever a key is taken', async (t) => {
  const contract = await contractAt(t.context.url);
  const { responses } = contract['components' as keyof PublishedContract] as unknown as {
    responses: Record<string, { headers: object }>;
  };
  const limited = Object.entries(responses).filter(([name]) => name.includes('rate_limited'));
  t.true(limited.length > 0);
  for (const [name, { headers }] of limited)
    for (const header of LIMITED) t.true(header in headers, `${name}: ${header}`);
  const headersOf = (path: string) =>
    Object.keys(
      (contract.paths[path] as unknown as Record<string, { responses: Record<string, { headers: object }> }>)['post']
        ?.responses['201']?.headers ?? {},
    );
  for (const path of ['/v1/charges', '/v1/pix/charges', '/v1/payments', '/v1/payments/{id}/refund', '/v1/payouts'])
    t.true(headersOf(path).includes('Idempotent-Replayed'), path);
  t.false(headersOf('/v1/webhooks/endpoints').includes('Idempotent-Replayed'));
  t.true(headersOf('/v1/api-keys').includes('X-RateLimit-Remaining-Minute'));
});

test('the forms of an id that the contract names are those that are taken', async (t) => {
  const { paths } = (await contractAt(t.context.url)) as unknown as {
    paths: Record<string, Record<string, { parameters: { name: string; description: string }[] }>>;
  };
  const descriptionOf = (path: string, method = 'get') =>
    paths[path]?.[method]?.parameters.find(({ name }) => name === 'id')?.description;
  t.is(descriptionOf('/v1/events/{id}'), 'Of an event: `evt_` and 32 hexadecimal digits.');
  t.regex(
    descriptionOf('/v1/webhooks/endpoints/{id}/rotate-secret', 'post') ?? '',
    /`we_<uuid>`, the raw id, or `default`/,
  );
  t.is(descriptionOf('/v1/charges/{id}'), 'Of a charge: `ch_<uuid>`, `tx_<uuid>`, or the raw id.');
});

const LIMITED = ['Retry-After', 'X-RateLimit-Limit-Minute', 'X-RateLimit-Remaining-Minute', 'X-Request-Id'];
type Walk = {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: unknown;
  readonly expected: number;
};
type PublishedContract = Contract & { readonly openapi: string };

const contractAt = async (url: string): Promise<PublishedContract> =>
  (await fetch(`${url}/openapi.json`)).json() as Promise<PublishedContract>;

const operationsOf = ({ paths }: Contract): Walk[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { requestBody, responses } = operation as typeof operation & {
        requestBody?: { content: Record<string, { example?: unknown }> };
      };
      const example = requestBody?.content['application/json']?.example;
      const body = example && JSON.parse(JSON.stringify(example).replace('$TOTP', '123456'));
      const [query = ''] = /\?[^"]+/.exec(operation['x-codeSamples'][0]?.source.split('\n')[0] ?? '') ?? [];
      return { method: method.toUpperCase(), path, query, body, expected: Number(Object.keys(responses)[0]) };
    }),
  );

const EVENT_ID = `evt_${'0'.repeat(32)}`;
const FUNNEL = {
  created: 1,
  waitingPayment: 1,
  paid: 0,
  expired: 0,
  cancelled: 0,
  refused: 0,
  refunded: 0,
  conversionRate: 0,
};

/** Everything that a path can name, made for one merchant. */
async function merchantAt(t: ExecutionContext, { url, keys, charge, webhooks }: Edge) {
  charge.payments.receipt = Buffer.from('%PDF-1.7');
  const accountId = newId('account');
  const key = keys.state.issue('test', accountId);
  const created = await ask(`${url}/v1/charges`, {
    key,
    json: { amount: 1_000, payment_method: 'pix' },
    headers: { 'idempotency-key': uniqueName('idem') },
  });
  t.is(created.status, 201);
  const chargeId = String(created.body['id']).slice(3);
  const payout = await ask(`${url}/v1/payouts`, {
    key,
    json: { amount: 1_000, destination: { pix_key: 'ana@example.com' } },
    headers: { 'idempotency-key': uniqueName('idem') },
  });
  charge.state.metrics = { funnel: FUNNEL, volumes: [], timeToPay: {}, days: [] };
  webhooks.state.events.push({ id: EVENT_ID, bodyJson: JSON.stringify(eventBody(EVENT_ID)) });
  const delivery = newId('delivery');
  webhooks.state.deliveries.push({
    id: delivery,
    endpointId: newId('endpoint'),
    eventType: 'charge.paid',
    status: 'FAILED',
    attempts: 15,
    maxAttempts: 15,
    createdAtMs: 1,
    updatedAtMs: 2,
    payloadJson: '{}',
  } as never);
  const ids: readonly (readonly [RegExp, string])[] = [
    [/charges|payments/, `ch_${chargeId}`],
    [/payouts/, String(payout.body['id'])],
    [/disputes/, `dp_${charge.disputes.open(accountId)}`],
    [/endpoints/, `we_${newId('endpoint')}`],
    [/deliveries/, `dlv_${delivery}`],
    [/api-keys/, `key_${newId('apiKey')}`],
    [/users/, `usr_${keys.users.add()}`],
    [/events/, EVENT_ID],
    [/qr/, `${chargeId}.png`],
    [/guide/, 'conventions'],
    [/chapter/, 'charges'],
  ];
  const place = (path: string): string => path.replace(/\{\w+\}/, ids.find(([of]) => of.test(path))?.[1] ?? 'unknown');
  return { key, place };
}

test('every documented operation is called with its own example and answers what it says', async (t) => {
  const edge = t.context;
  const { key, place } = await merchantAt(t, edge);
  const operations = operationsOf(await contractAt(edge.url));
  for (const { method, path, query, body, expected } of operations) {
    const answer = await ask(
      `${edge.url}${place(path)}${query.replace('$FROM', '2026-11-01').replace('$TO', '2026-11-30')}`,
      {
        method,
        key,
        ...(body === undefined ? {} : { json: body }),
        headers: { authorization: 'Bearer header.claims.signature', 'idempotency-key': uniqueName('idem') },
      },
    );
    t.is(answer.status, expected, `${method} ${path} ${JSON.stringify(answer.body)}`);
  }
  t.log(`${operations.length} operations, ${operations.length} answered as described`);
});

const CREATE = { json: { amount: 1_000, payment_method: 'pix' } };

function refundRefused({ url, refund }: Edge, key: string, code: ErrorCode): Promise<GatewayResponse> {
  refund.state.refuse = () => new Refusal(code, 'No.');
  const json = { idempotencyKey: uniqueName('idem') };
  return ask(`${url}/v1/payments/tx_${newId('charge')}/refund`, { key, json });
}

/**
 * How each row of the error table comes out of the edge; rows that only a service can give are given by the
 * one that does.
 */
const SEEN: Readonly<Record<ErrorCode, (edge: Edge, key: string) => Promise<GatewayResponse>>> = {
  invalid_request: ({ url }, key) => ask(`${url}/v1/charges`, { key, ...CREATE }),
  invalid_amount: (edge, key) => create(edge, key, { amount: 0 }),
  invalid_currency: (edge, key) => create(edge, key, { currency: 'EUR' }),
  invalid_document: (edge, key) => create(edge, key, { customer: { document: '1' } }),
  invalid_expires_in: (edge, key) => create(edge, key, { expires_in: 59 }),
  invalid_url: ({ url }, key) =>
    ask(`${url}/v1/webhooks/endpoints`, { key, json: { url: 'x', events: ['charge.paid'] } }),
  invalid_event: ({ url }, key) => ask(`${url}/v1/webhooks/endpoints`, { key, json: { url: 'https://x', events: [] } }),
  invalid_cursor: ({ url }, key) => ask(`${url}/v1/charges?starting_after=x`, { key }),
  unauthorized: ({ url }) => ask(`${url}/v1/wallets`),
  'fraud.customer_velocity_exceeded': (edge, key) => refusedBy('fraud.customer_velocity_exceeded', edge, key),
  'fraud.account_velocity_exceeded': (edge, key) => refusedBy('fraud.account_velocity_exceeded', edge, key),
  'fraud.payout_limit_exceeded': ({ url, payout, keys }) => {
    const accountId = newId('account');
    payout.state.refusals.set(
      accountId,
      new Refusal('fraud.payout_limit_exceeded', 'No.', { reason: 'payout_per_day' }),
    );
    const json = { amount: 1_000, destination: { pix_key: 'ana@example.com' } };
    const key = keys.state.issue('test', accountId);
    return ask(`${url}/v1/payouts`, { key, json, headers: { 'idempotency-key': uniqueName('idem') } });
  },
  'fraud.refund_velocity_exceeded': (edge, key) => refundRefused(edge, key, 'fraud.refund_velocity_exceeded'),
  forbidden: (edge, key) => refusedBy('forbidden', edge, key),
  not_found: ({ url }, key) => ask(`${url}/v1/charges/ch_${newId('charge')}`, { key }),
  idempotency_key_reused: async (edge, key) => {
    await create(edge, key, {}, 'reused-key');
    return create(edge, key, { amount: 2 }, 'reused-key');
  },
  unprocessable_entity: (edge, key) => refusedBy('unprocessable_entity', edge, key),
  REFUND_NOT_SUPPORTED: (edge, key) => refundRefused(edge, key, 'REFUND_NOT_SUPPORTED'),
  rate_limited: async (edge, key) => {
    const { url } = await edge.gateway({ RATE_LIMIT_TEST_PER_MINUTE: '1' });
    await ask(`${url}/v1/wallets`, { key });
    return ask(`${url}/v1/wallets`, { key });
  },
  internal_error: (edge, key) => {
    edge.charge.state.beforeCreate = () => Promise.reject(new Error('a fault of ours'));
    return create(edge, key, {});
  },
  service_unavailable: (edge, key) => refusedBy('service_unavailable', edge, key),
};

const create = ({ url }: Edge, key: string, json: object, idempotencyKey: string = uniqueName('idem')) =>
  ask(`${url}/v1/charges`, { key, json: { ...CREATE.json, ...json }, headers: { 'idempotency-key': idempotencyKey } });

function refusedBy(code: ErrorCode, edge: Edge, key: string): Promise<GatewayResponse> {
  edge.charge.state.beforeCreate = () => Promise.reject(new Refusal(code, 'No.'));
  return create(edge, key, {});
}

test('every row of the error table is seen at the edge with its own type and status, where the contract names it', async (t) => {
  const edge = await startEdge(t);
  const key = edge.keys.state.issue();
  for (const [code, provoke] of Object.entries(SEEN)) {
    refusedWith(t, await provoke(edge, edge.keys.state.issue()), ERRORS[code as ErrorCode].http, code);
    edge.charge.state.beforeCreate = async () => {};
  }
  t.is((await create(edge, key, {})).status, 201);
  t.log(`${Object.keys(SEEN).length} of ${Object.keys(ERRORS).length} error codes seen`);
});
