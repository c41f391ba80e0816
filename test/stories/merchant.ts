import { randomUUID } from 'node:crypto';
import type { PublicCharge, PublicRefund, RefundStatus } from '@gx/contracts';
import { type UntilOptions, until } from '@gx/testkit';
import { holdToContract } from '@gx/testkit/openapi';
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
export type MerchantResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
  /** The body as it came. */
  readonly text: string;
};

export type SendOptions = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A body that is not to be serialised. */
  readonly raw?: string;
};
export type Merchant = {
  readonly send: (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    options?: SendOptions,
  ) => Promise<MerchantResponse>;
  /** Creates a charge; a new Idempotency-Key unless one is given. */
  readonly create: (body?: object, idempotencyKey?: string) => Promise<MerchantResponse>;
  readonly get: (chargeId: string) => Promise<MerchantResponse>;
  readonly pay: (chargeId: string, body?: object) => Promise<MerchantResponse>;
  /** Waits until the charge has the status and answers it. */
  readonly untilStatus: (chargeId: string, status: string, timeoutMs?: number) => Promise<Body>;
  readonly balance: () => Promise<Body>;
  /** Pays as somebody, whom the bank names in its callback, knows when it is asked, or never learnt. */
  readonly payWith: (
    chargeId: string,
    taxId: string,
    report: 'notification' | 'query' | 'never',
  ) => Promise<MerchantResponse>;
  readonly cancel: (chargeId: string) => Promise<MerchantResponse>;
  /** Orders a refund; a new idempotencyKey unless the body has one. */
  readonly refund: (chargeId: string, body?: object) => Promise<MerchantResponse>;
  /** What went back or is on its way, newest first. */
  readonly refunds: (chargeId: string) => Promise<readonly PublicRefund[]>;
  /** Waits until the refund has the status and answers it. */
  readonly untilRefund: (chargeId: string, refundId: string, status: RefundStatus) => Promise<PublicRefund>;
  /** The bank's own books of a charge. */
  readonly books: (chargeId: string) => Promise<SimulatedProviderState>;
};

/** What the bank itself has written down (decisions, section 5). */
export type SimulatedProviderState = {
  readonly txid: string;
  readonly status: string;
  readonly pix: readonly {
    readonly end_to_end_id: string;
    readonly amount: number;
    readonly devolutions: readonly { readonly id: string; readonly amount: number; readonly status: string }[];
  }[];
};

/** For a busy machine; asked seldom enough that a minute of asking stays below the rate limit of a key. */
export const PATIENTLY: UntilOptions = { timeoutMs: 60_000, everyMs: 100 };

/**
 * What a merchant's server does with one API key, or with none, against one gateway; a `patient` one asks
 * again, unchanged, after a 503. Every answer is held to the contract that the gateway publishes.
 */
export function merchant(gateway: string, apikey: string, { patient = false } = {}): Merchant {
  const once: Merchant['send'] = async (method, path, { headers, body, raw } = {}) => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await request(`${gateway}${path}`, {
      method,
      headers: {
        ...(apikey === '' ? {} : { apikey }),
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const text = await response.body.text();
    await holdToContract(gateway, {
      method,
      path: path.replace(/\?.*/, ''),
      status: response.statusCode,
      contentType: String(response.headers['content-type']),
      text,
    });
    const flat = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
    return {
      status: response.statusCode,
      headers: Object.fromEntries(flat),
      body: (text === '' ? null : JSON.parse(text)) as Body,
      text,
    };
  };
  const send: Merchant['send'] = patient
    ? (...request) =>
        until(
          `${request[0]} ${request[1]} is answered`,
          async () => {
            const answer = await once(...request);
            return answer.status !== 503 && answer;
          },
          PATIENTLY,
        )
    : once;
  const get: Merchant['get'] = (chargeId) => send('GET', `/v1/charges/${chargeId}`);
  // A payer who asks twice may pay twice.
  const pay: Merchant['pay'] = (chargeId, body = {}) =>
    once('POST', `/v1/test_helpers/charges/${chargeId}/simulate_payment`, { body });
  return {
    send,
    get,
    pay,
    ...moneyBack(send),
    create: (body = {}, idempotencyKey = randomUUID()) =>
      send('POST', '/v1/charges', {
        headers: { 'idempotency-key': idempotencyKey },
        body: { amount: 1_050, payment_method: 'pix', ...body },
      }),
    payWith: (chargeId, taxId, report) => pay(chargeId, { payer: { tax_id: taxId }, report_payer: report }),
    untilStatus: (chargeId, status, timeoutMs = 15_000) =>
      until(
        `${chargeId} is ${status}`,
        async () => {
          const answer = await get(chargeId);
          if (answer.body.status === status) return answer.body;
          throw new Error(`${answer.status} ${answer.body.status ?? JSON.stringify(answer.body.error)}`);
        },
        { timeoutMs, everyMs: 50 },
      ),
    balance: async () => (await send('GET', '/v1/wallets/balance')).body,
  };
}

/** The part of a merchant that ends charges and gives money back. */
function moneyBack(send: Merchant['send']): Pick<Merchant, 'cancel' | 'refund' | 'refunds' | 'untilRefund' | 'books'> {
  const refunds: Merchant['refunds'] = async (chargeId) => {
    const { body } = await send('GET', `/v1/payments/${chargeId}/refunds`);
    return body['data'] as unknown as PublicRefund[];
  };
  return {
    refunds,
    cancel: (chargeId) => send('POST', `/v1/payments/${chargeId}/cancel`),
    refund: (chargeId, body = {}) =>
      send('POST', `/v1/payments/${chargeId}/refund`, { body: { idempotencyKey: randomUUID(), ...body } }),
    untilRefund: (chargeId, refundId, status) =>
      until(
        `${refundId} is ${status}`,
        async () => (await refunds(chargeId)).find((refund) => refund.id === refundId && refund.status === status),
        PATIENTLY,
      ),
    books: async (chargeId) =>
      (await send('GET', `/v1/test_helpers/charges/${chargeId}/bank`)).body as unknown as SimulatedProviderState,
  };
}
