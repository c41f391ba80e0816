import { randomBytes } from 'node:crypto';
import { type TestHost, testDatabase, testHost } from '@gx/testkit';
import { matchRoute, violationsOf } from '@gx/testkit/api-pix';
import type { ExecutionContext } from 'ava';
import { loadConfig } from '../src/config.ts';
import { startBankSimulator } from '../src/service.ts';

export type Reply = {
  readonly status: number;
  readonly type: string;
  readonly headers: Headers;
  readonly body: Fields;
};
/** A JSON object of which a test knows the fields. */
export type Fields = { readonly [name: string]: Fields } & { readonly [Symbol.iterator]: () => Iterator<Fields> };
export type BankUnderTest = {
  readonly url: string;
  readonly db: string;
  readonly host: TestHost;
  /** Any route, without a token. */
  readonly send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>;
  /** A client of the test's own, with a token of all scopes. */
  readonly client: (over?: Record<string, unknown>) => Promise<Receiver>;
  readonly pay: (order: object) => Promise<Fields>;
  readonly scenario: (scenario: object) => Promise<Fields>;
};
export type Receiver = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly pixKey: string;
  /** The API under `/v2`; every answer is held against the schemas of API Pix. */
  readonly api: (method: string, path: string, body?: unknown) => Promise<Reply>;
  readonly token: (scope?: string) => Promise<string>;
  /** A new cob of 37.00 with the given changes. */
  readonly cob: (over?: object) => Promise<Fields & { readonly txid: string; readonly pixCopiaECola: string }>;
};

export const newTxid = (): string => randomBytes(16).toString('hex');
export const text = (value: unknown): string => String(value);

/**
 * A bank of the test file's own; `over` are environment variables. The same `db` again is the same bank after
 * a restart.
 */
export async function startBank(
  t: Pick<ExecutionContext, 'teardown'>,
  over: Record<string, string> = {},
): Promise<BankUnderTest> {
  const database = over['MONGO_DB'] === undefined ? await testDatabase('bank') : undefined;
  if (database !== undefined) t.teardown(database.drop);
  const host = testHost('bank-simulator');
  t.teardown(host.stop);
  const config = loadConfig({
    ENVIRONMENT: 'local',
    PORT: '0',
    MONGO_URL: process.env['MONGO_URL'],
    MONGO_DB: database?.db,
    SIM_LOCATION_HOST: 'bank.test',
    SIM_CALLBACK_RETRY_SCALE: '0.01',
    ...over,
  });
  const { url } = await startBankSimulator(host, config);
  const send: BankUnderTest['send'] = async (method, path, body, headers = {}) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(url + path, {
      method,
      headers: { ...json, ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return reply(response);
  };
  const post = async (path: string, body: object): Promise<Fields> => (await send('POST', path, body)).body;
  return {
    url,
    db: config.MONGO_DB,
    host,
    send,
    client: async (changes = {}) => receiver(send, (await send('POST', '/sim/clients', changes)).body),
    pay: (order) => post('/sim/pay', order),
    scenario: (scenario) => post('/sim/scenarios', scenario),
  };
}

async function reply(response: Response): Promise<Reply> {
  const raw = await response.text();
  const type = response.headers.get('content-type') ?? '';
  if (response.headers.get('x-simulator') !== 'true') throw new Error('an answer without X-Simulator');
  const body: unknown = /json/.test(type) ? JSON.parse(raw) : raw;
  if (type === 'application/problem+json') valid('problem', body);
  return { status: response.status, type, headers: response.headers, body: body as Fields };
}

function valid(name: Parameters<typeof violationsOf>[0], body: unknown): void {
  const violations = violationsOf(name, body);
  if (violations.length > 0) throw new Error(`not API Pix: ${violations.join('; ')}\n${JSON.stringify(body)}`);
}

function receiver(send: BankUnderTest['send'], spec: Fields): Receiver {
  const clientId = text(spec['clientId']);
  const clientSecret = text(spec['clientSecret']);
  const pixKey = text(spec['pixKey']);
  const token: Receiver['token'] = async (scope) => {
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const answer = await send('POST', '/oauth/token', { grant_type: 'client_credentials', scope }, { authorization });
    if (answer.status === 200) valid('token', answer.body);
    return text(answer.body['access_token']);
  };
  let held: Promise<string> | undefined;
  const api: Receiver['api'] = async (method, path, body) => {
    held ??= token();
    const answer = await send(method, `/v2${path}`, body, { authorization: `Bearer ${await held}` });
    const route = matchRoute(method, path.split('?')[0] ?? '')?.route;
    if (route?.answer !== undefined && answer.status === route.success && answer.type !== 'text/html')
      valid(route.answer, answer.body);
    return answer;
  };
  const cob: Receiver['cob'] = async (over = {}) => {
    const terms = { calendario: { expiracao: 3600 }, valor: { original: '37.00' }, chave: pixKey, ...over };
    const answer = await api('PUT', `/cob/${newTxid()}`, terms);
    if (answer.status !== 201) throw new Error(`no cob: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as Awaited<ReturnType<Receiver['cob']>>;
  };
  return { clientId, clientSecret, pixKey, api, token, cob };
}
