import { randomUUID } from 'node:crypto';
import type { PublicCharge } from '@gx/contracts';
import { until } from '@gx/testkit';
import { request } from 'undici';

type ErrorBody = {
  readonly type: string;
  readonly code: string;
  readonly message: string;
  readonly param?: string;
  readonly reason?: string;
  readonly details?: readonly { readonly param: string; readonly message: string }[];
};
/** Any JSON body, readable as a charge or as an error: the test's assertions say which of them it is. */
export type Body = PublicCharge & { readonly error: ErrorBody; readonly request_id: string } & Readonly<
    Record<string, unknown>
  >;
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
};

export type SendOptions = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A body that is not to be serialised. */
  readonly raw?: string;
};
export type Merchant = {
  readonly send: (method: 'GET' | 'POST' | 'DELETE', path: string, options?: SendOptions) => Promise<Answer>;
  /** Creates a charge; a new Idempotency-Key unless one is given. */
  readonly create: (body?: object, idempotencyKey?: string) => Promise<Answer>;
  readonly get: (chargeId: string) => Promise<Answer>;
  readonly pay: (chargeId: string, body?: object) => Promise<Answer>;
  /** Waits until the charge has the status and answers it. */
  readonly untilStatus: (chargeId: string, status: string, timeoutMs?: number) => Promise<Body>;
  readonly balance: () => Promise<Body>;
};

/** What a merchant's server does with one API key against one gateway. */
export function merchant(gateway: string, apikey: string): Merchant {
  const send: Merchant['send'] = async (method, path, { headers, body, raw } = {}) => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await request(`${gateway}${path}`, {
      method,
      headers: { apikey, ...(sent === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const text = await response.body.text();
    const flat = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
    return {
      status: response.statusCode,
      headers: Object.fromEntries(flat),
      body: (text === '' ? null : JSON.parse(text)) as Body,
    };
  };
  const get: Merchant['get'] = (chargeId) => send('GET', `/v1/charges/${chargeId}`);
  return {
    send,
    get,
    create: (body = {}, idempotencyKey = randomUUID()) =>
      send('POST', '/v1/charges', {
        headers: { 'idempotency-key': idempotencyKey },
        body: { amount: 1_050, payment_method: 'pix', ...body },
      }),
    pay: (chargeId, body = {}) => send('POST', `/v1/test_helpers/charges/${chargeId}/simulate_payment`, { body }),
    untilStatus: (chargeId, status, timeoutMs = 15_000) =>
      until(
        `${chargeId} is ${status}`,
        async () => {
          const { body } = await get(chargeId);
          return body.status === status ? body : undefined;
        },
        { timeoutMs },
      ),
    balance: async () => (await send('GET', '/v1/wallets/balance')).body,
  };
}
