import { newId, sha256Hex } from '@gx/core';
import { ask, type Edge, refusedWith, testOnOneEdge } from './harness/gateway.ts';

const test = testOnOneEdge();

const JWT = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbmEifQ.c2lnbmF0dXJl';
const CPF = '529.982.247-25';
const JSON_TYPE = { 'content-type': 'application/json' };
const CREATE = { ...JSON_TYPE, 'idempotency-key': 'order-1001' };
const SEND_TOKEN = 'POST /v1/auth/login answers one; send it as `Authorization: Bearer <token>`.';
const NO_CHARGE =
  'No such charge in this account and environment, test or live. The path takes the id of a charge: `ch_<uuid>`, `tx_<uuid>`, or the raw id.';

type Sent = { readonly headers?: Readonly<Record<string, string>>; readonly body?: string };
type Row = readonly [
  what: string,
  at: string,
  sent: (key: string) => Sent,
  refused: readonly [status: number, code: string, param: string | undefined, message: string],
];
const unauthorized = (param: string, message: string) => [401, 'unauthorized', param, message] as const;
const invalid = (param: string | undefined, message: string, code = 'invalid_request') =>
  [400, code, param, message] as const;
const missing = (message: string) => [404, 'not_found', undefined, message] as const;
const withKey = (key: string): Sent => ({ headers: { apikey: key } });
const body =
  (text: string, headers: Record<string, string> = CREATE) =>
  (key: string): Sent => ({
    headers: { apikey: key, ...headers },
    body: text,
  });

const MALFORMED_KEY =
  'The header `apikey` must have an API key and nothing else: gx_test_ or gx_live_ and 32 characters, without Bearer, quotes or spaces.';
const UNKNOWN_KEY =
  'The API key is wrong, or was rotated or revoked. GET /v1/api-keys lists the prefixes of those that work.';
const cameIn = (header: string) =>
  unauthorized(
    'apikey',
    `The API key came in the header \`${header}\`. Send it in the header \`apikey\`, without Bearer.`,
  );

// biome-ignore format: one row per mistake, read as a table
const CREDENTIALS: readonly Row[] = [
  ['no key', 'GET /v1/wallets', () => ({}),
    unauthorized('apikey', 'An API key is required. Send it in the header `apikey`.')],
  ['a key as a bearer', 'GET /v1/wallets', (key) => ({ headers: { authorization: `Bearer ${key}` } }), cameIn('authorization')],
  ['a key as the name of Basic', 'GET /v1/wallets', (key) => ({ headers: { authorization: key } }), cameIn('authorization')],
  ['a key in X-API-Key', 'GET /v1/wallets', (key) => ({ headers: { 'X-API-Key': key } }), cameIn('x-api-key')],
  ['a key in api-key', 'GET /v1/wallets', (key) => ({ headers: { 'api-key': key } }), cameIn('api-key')],
  ['a key in a cookie', 'GET /v1/wallets', (key) => ({ headers: { cookie: `apikey=${key}` } }), cameIn('cookie')],
  ['a key in the query', 'GET /v1/wallets?apikey=KEY', () => ({}),
    unauthorized('apikey', 'The API key came in the address, which logs keep. Send it in the header `apikey`, and rotate it: POST /v1/api-keys/{id}/rotate.')],
  ['a login token for a key', 'GET /v1/wallets', () => ({ headers: { authorization: `Bearer ${JWT}` } }),
    unauthorized('apikey', 'A login token does not open this route. Send an API key in the header `apikey`; POST /v1/api-keys issues one.')],
  ['a login token in apikey', 'GET /v1/wallets', () => ({ headers: { apikey: JWT } }),
    unauthorized('apikey', 'The header `apikey` has a login token. Send an API key in it; POST /v1/api-keys issues one.')],
  ['Bearer before the key', 'GET /v1/wallets', (key) => ({ headers: { apikey: `Bearer ${key}` } }), unauthorized('apikey', MALFORMED_KEY)],
  ['a key in quotes', 'GET /v1/wallets', (key) => ({ headers: { apikey: `"${key}"` } }), unauthorized('apikey', MALFORMED_KEY)],
  ['a key cut short', 'GET /v1/wallets', (key) => ({ headers: { apikey: key.slice(0, -1) } }), unauthorized('apikey', MALFORMED_KEY)],
  ['a key that nobody has', 'GET /v1/wallets', () => ({ headers: { apikey: `gx_test_${'A'.repeat(32)}` } }), unauthorized('apikey', UNKNOWN_KEY)],
  ['no login token', 'GET /v1/api-keys', () => ({}),
    unauthorized('Authorization', `A login token is required. ${SEND_TOKEN}`)],
  ['a login token without Bearer', 'GET /v1/api-keys', () => ({ headers: { authorization: JWT } }),
    unauthorized('Authorization', `A login token is required. ${SEND_TOKEN}`)],
  ['a key for a login token', 'GET /v1/api-keys', withKey,
    unauthorized('Authorization', `An API key does not open this route: it needs a login token. ${SEND_TOKEN}`)],
  ['a key as a login token', 'POST /v1/api-keys', (key) => ({ headers: { authorization: `Bearer ${key}` } }),
    unauthorized('Authorization', `An API key does not open this route: it needs a login token. ${SEND_TOKEN}`)],
  ['a key as a bearer where either opens', 'GET /v1/request-logs', (key) => ({ headers: { authorization: `Bearer ${key}` } }), cameIn('authorization')],
];

const AMOUNT = 'must be an integer from 1 to 999999999999 in the smallest unit: 1990 for 19.90';
const IDEMPOTENCY = 'must have 8 to 128 characters and no control characters among them';
const notJson = (where: string, expected: string) =>
  invalid(undefined, `The request body is not valid JSON: ${where} must be ${expected}.`);

// biome-ignore format: one row per mistake, read as a table
const INPUT: readonly Row[] = [
  ['no amount', 'POST /v1/charges', body('{"payment_method":"pix"}'), invalid('amount', `amount: is required, and ${AMOUNT}`, 'invalid_amount')],
  ['an amount of null', 'POST /v1/charges', body('{"amount":null,"payment_method":"pix"}'), invalid('amount', `amount: is required, and ${AMOUNT}`, 'invalid_amount')],
  ['an amount as text', 'POST /v1/charges', body('{"amount":"19.90","payment_method":"pix"}'), invalid('amount', `amount: ${AMOUNT}`, 'invalid_amount')],
  ['an amount of 0', 'POST /v1/charges', body('{"amount":0,"payment_method":"pix"}'), invalid('amount', `amount: ${AMOUNT}`, 'invalid_amount')],
  ['no method', 'POST /v1/charges', body('{"amount":1}'), invalid('payment_method', 'payment_method: is required, and must be pix')],
  ['another currency', 'POST /v1/charges', body('{"amount":1,"payment_method":"pix","currency":"USD"}'), invalid('currency', 'currency: must be BRL', 'invalid_currency')],
  ['a lock without a name', 'POST /v1/charges', body(`{"amount":1,"payment_method":"pix","expected_payer_tax_id":"${CPF}"}`), invalid('customer.name', 'customer.name: is required with expected_payer_tax_id')],
  ['an empty body', 'POST /v1/charges', body(''), invalid('amount', `amount: is required, and ${AMOUNT}`, 'invalid_amount')],
  ['no methods', 'POST /v1/payments', body('{"amount":1,"idempotencyKey":"order-1001"}'), invalid('paymentMethods', 'paymentMethods: is required, and must be a list of payment methods')],
  ['no key in the body', 'POST /v1/payments', body('{"amount":1,"paymentMethods":["PIX"]}'), invalid('idempotencyKey', `idempotencyKey: is required, and ${IDEMPOTENCY}`)],
  ['a short key in the body', 'POST /v1/payments', body('{"amount":1,"paymentMethods":["PIX"],"idempotencyKey":"1"}'), invalid('idempotencyKey', `idempotencyKey: ${IDEMPOTENCY}`)],
  ['no phone for MB WAY', 'POST /v1/payments', body('{"amount":1,"currency":"EUR","paymentMethods":["MBWAY"],"idempotencyKey":"order-1001"}'), invalid('metadata.phone', 'metadata.phone: is required for MBWAY, in E.164: +351912345678')],
  ['no password', 'POST /v1/auth/login', () => ({ headers: JSON_TYPE, body: '{"email":"ana@example.com"}' }), invalid('password', 'password: is required, and must be a string')],
  ['no events', 'POST /v1/webhooks/endpoints', body('{"url":"https://example.com/"}'), invalid('events', 'events: is required, and must be a list of events', 'invalid_event')],
  ['no Idempotency-Key', 'POST /v1/charges', body('{}', JSON_TYPE),
    invalid('Idempotency-Key', 'The header Idempotency-Key is required: 8 to 128 ASCII characters of your own, new for each charge and the same at each retry.')],
  ['a short Idempotency-Key', 'POST /v1/charges', body('{}', { ...JSON_TYPE, 'idempotency-key': '1' }), invalid('Idempotency-Key', 'Idempotency-Key must have 8 to 128 ASCII characters.')],
  ['no Idempotency-Key', 'POST /v1/payouts', body('{}', JSON_TYPE),
    invalid('Idempotency-Key', 'The header Idempotency-Key is required: 8 to 128 ASCII characters of your own, new for each payout and the same at each retry.')],
  ['no destination', 'POST /v1/payouts', body('{"amount":1}'), invalid('destination', 'destination: is required, and must be an object')],
  ['two destinations', 'POST /v1/payouts', body('{"amount":1,"destination":{"pix_key":"ana@example.com","br_code":"0"}}'), invalid('destination', 'destination: must have exactly one of pix_key, bank_account and br_code')],
  ['a CPF that is a phone too', 'POST /v1/payouts', body('{"amount":1,"destination":{"pix_key":"11987654374"}}'), invalid('destination.pix_key_type', 'destination.pix_key_type: is required: these 11 digits are both a CPF and a phone; name cpf or phone')],
  ['a key of no form', 'POST /v1/payouts', body('{"amount":1,"destination":{"pix_key":"Ana"}}'), invalid('destination.pix_key', 'destination.pix_key: must be a Pix key: a CPF with valid check digits; a CNPJ with valid check digits; an e-mail address of at most 77 characters; a phone of Brazil with its area code, with or without +55; a random key: a UUID')],
  ['a code that was cut short', 'POST /v1/payouts', body('{"amount":1,"destination":{"br_code":"00020126"}}'), invalid('destination.br_code', 'destination.br_code: must be a BR Code of Pix, whole and as it was copied')],
  ['a form', 'POST /v1/charges', body('amount=1', { ...CREATE, 'content-type': 'application/x-www-form-urlencoded' }), invalid('Content-Type', 'Content-Type must be application/json, and the body JSON.')],
  ['a comma too many', 'POST /v1/charges', body(`{\n  "customer": {"document": "${CPF}"},\n  "amount": 1,\n}`), notJson('line 4, column 1', 'a name in double quotes')],
  ['a body cut short', 'POST /v1/charges', body(`{"customer":{"document":"${CPF}"`), notJson('line 1, column 41', 'a comma or }')],
  ['a list for a body', 'POST /v1/charges', body('[]'), invalid(undefined, 'The request body must be a JSON object, in braces.')],
  ['a mistyped filter', 'GET /v1/events?typ=charge.paid', withKey, invalid('typ', 'typ: is no parameter of this request, which has limit, starting_after, type, created_after, created_before')],
  ['a parameter where there is none', 'GET /v1/wallets?currency=BRL', withKey, invalid('currency', 'currency: is no parameter of this request, which has none')],
  ['a parameter twice', 'GET /v1/charges?limit=1&limit=2', withKey, invalid('limit', 'limit: must be given once')],
  ['a page of a list by cursor', 'GET /v1/charges?page=2', withKey, invalid('page', 'page: is not supported; use starting_after')],
];

const ALL_ROUTES = 'GET /docs shows all of them.';
// biome-ignore format: one row per mistake, read as a table
const ROUTES: readonly Row[] = [
  ['no version', 'GET /charges', withKey, missing(`No such route: did you mean /v1/charges (POST, GET)? ${ALL_ROUTES}`)],
  ['an api before it', 'POST /api/v1/payments', withKey, missing(`No such route: did you mean /v1/payments (POST, GET)? ${ALL_ROUTES}`)],
  ['another version, and an id', `GET /v2/charges/ch_${newId('charge')}`, withKey, missing(`No such route: did you mean /v1/charges/:id (GET)? ${ALL_ROUTES}`)],
  ['one charge', 'POST /v1/charge', withKey, missing(`No such route: did you mean /v1/charges (POST, GET)? ${ALL_ROUTES}`)],
  ['a payout of no form', 'GET /v1/payouts/1001', withKey, missing('No such payout in this account and environment, test or live. The path takes the id of a payout: `po_<uuid>`, or the raw id.')],
  ['an underscore', 'GET /v1/api_keys', withKey, missing(`No such route: did you mean /v1/api-keys (POST, GET)? ${ALL_ROUTES}`)],
  ['capitals', 'GET /V1/Wallets', withKey, missing(`No such route: did you mean /v1/wallets (GET)? ${ALL_ROUTES}`)],
  ['a slash too many', 'GET /v1//charges', withKey, missing(`No such route: did you mean /v1/charges (POST, GET)? ${ALL_ROUTES}`)],
  ['a path like none', 'GET /v1/orders', withKey, missing(`No such route. ${ALL_ROUTES}`)],
  ['an id of no form', 'GET /v1/charges/1001', withKey, missing(NO_CHARGE)],
  ['an id of nobody', `GET /v1/payments/tx_${newId('charge')}`, withKey, missing(NO_CHARGE.replace('`ch_<uuid>`, `tx_<uuid>`', '`tx_<uuid>`, `ch_<uuid>`'))],
];

const answerOf = ({ url }: Edge, at: string, { headers = {}, body: raw }: Sent, key: string) => {
  const [method = '', path = ''] = at.replace('KEY', key).split(' ');
  return ask(`${url}${path}`, { method, headers: { ...headers }, ...(raw === undefined ? {} : { raw }) });
};

for (const [what, at, sent, [status, code, param, message]] of [...CREDENTIALS, ...INPUT, ...ROUTES])
  test(`${at.replace(/[0-9a-f-]{36}/, '<uuid>')}, ${what}: ${status} that says what to do`, async (t) => {
    const key = t.context.keys.state.issue();
    const answer = await answerOf(t.context, at, sent(key), key);
    const refused = refusedWith(t, answer, status, code);
    t.deepEqual([refused['param'], refused['message']], [param, message]);
    const text = JSON.stringify(answer.body);
    for (const secret of [key, key.slice(-12), JWT, sha256Hex(key), CPF, 'ana@example.com'])
      t.false(text.includes(secret), secret);
  });

test('a method that a path does not have is 404 and names those that it has, in its header Allow too', async (t) => {
  const { url, keys } = t.context;
  const key = keys.state.issue();
  for (const [method, path, allowed] of [
    ['DELETE', '/v1/charges', 'POST, GET'],
    ['PUT', `/v1/webhooks/endpoints/${newId('endpoint')}`, 'PATCH, DELETE'],
    ['GET', `/v1/payments/${newId('charge')}/refund/`, 'POST'],
    ['POST', '/v1/payments/stats', 'GET'],
    ['OPTIONS', '/v1/wallets', 'GET'],
  ] as const) {
    const answer = await ask(`${url}${path}`, { method, key });
    const { message } = refusedWith(t, answer, 404, 'not_found');
    t.is(message, `No such route: this path has ${allowed}, and no ${method}.`, path);
    t.is(answer.headers.get('allow'), allowed, path);
  }
  t.is((await ask(`${url}/v1/none`, { key })).headers.get('allow'), null);
});

test('a live key at a test helper is 404 that names the test key; the bank listener names no page of ours', async (t) => {
  const { url, bankUrl, keys } = t.context;
  const helper = `${url}/v1/test_helpers/charges/ch_${newId('charge')}/simulate_payment`;
  const live = await ask(helper, { key: keys.state.issue('live'), method: 'POST' });
  t.is(
    refusedWith(t, live, 404, 'not_found')['message'],
    'Test helpers need a test key, gx_test_…: a live key finds nothing here.',
  );
  const response = await fetch(`${bankUrl}/v1/charges`);
  const { error } = (await response.json()) as { error: { message: string } };
  t.deepEqual([response.status, error.message], [404, 'No such route.']);
});

test('a name that the client made up is repeated within bounds, and never with a key in it', async (t) => {
  const { url, keys } = t.context;
  const key = keys.state.issue();
  const long = 'x'.repeat(5_000);
  for (const [path, raw] of [
    [`/v1/wallets?${key}=1`, undefined],
    [`/v1/wallets?${long}=1`, undefined],
    [`/v1/wallets?${long}=1&${long}=2`, undefined],
    ['/v1/charges', `{"${key}":1e400}`],
    ['/v1/charges', `{"${long}":1e400}`],
  ] as const) {
    const answer = await ask(`${url}${path}`, { key, headers: CREATE, ...(raw === undefined ? {} : { raw }) });
    const text = JSON.stringify(refusedWith(t, answer, 400, 'invalid_request'));
    t.false(text.includes(key));
    t.true(text.length < 600, text);
  }
});
