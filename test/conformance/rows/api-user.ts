import { randomUUID } from 'node:crypto';
import { type SinkRequest, uniqueName, until } from '@gx/testkit';
import type { Context } from '../../stories/cases/one-product.ts';
import { type Body, type Merchant, type MerchantResponse, merchant, PATIENTLY } from '../../stories/merchant.ts';
import { type Login, NAMES, openLogin } from '../../stories/shop.ts';
import type { T } from './table.ts';

export const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
export const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
export const CPF = '52998224725';
export const STRANGER = '11144477735';

/** Any JSON object that an answer holds. */
export type Fields = Readonly<Record<string, unknown>>;
/** A merchant of an account of its own, who is logged in and has an endpoint for every name. */
export type ApiUser = Merchant & {
  readonly login: Login;
  readonly gateway: string;
  /** The same gateway without a key, and without patience. */
  readonly anonymousClient: Merchant;
  readonly bearer: { readonly authorization: string };
  /** What the registration of the endpoint answered. */
  readonly endpoint: MerchantResponse;
  /** What the endpoint was sent so far. */
  readonly webhooks: () => readonly SinkRequest[];
  /** Waits for the webhook of this name about a charge. */
  readonly untilWebhook: (name: string, chargeId: string) => Promise<ReceivedWebhook>;
};
export type ReceivedWebhook = { readonly request: SinkRequest; readonly body: Fields & { readonly data: Fields } };

export async function openApiUser(
  { stack, sink }: Context,
  settings: Parameters<typeof openLogin>[1] = {},
): Promise<ApiUser> {
  const login = await openLogin(stack, settings);
  const shop = merchant(stack.gateway, login.apikey, { patient: true });
  const path = `/${uniqueName('till')}`;
  const [endpoint, session] = await Promise.all([
    shop.send('POST', '/v1/webhooks/endpoints', { body: { url: sink.url(path), events: NAMES } }),
    shop.send('POST', '/v1/auth/login', { body: { email: login.email, password: login.password } }),
  ]);
  const webhooks = () => sink.requests(path);
  return {
    ...shop,
    login,
    gateway: stack.gateway,
    anonymousClient: merchant(stack.gateway, ''),
    bearer: { authorization: `Bearer ${session.body['accessToken']}` },
    endpoint,
    webhooks,
    untilWebhook: (name, chargeId) =>
      until(
        `${name} of ${chargeId}`,
        () => {
          const request = webhooks().find(
            ({ headers, body }) => headers['x-service-event-type'] === name && body.includes(chargeId.slice(3)),
          );
          return request && { request, body: JSON.parse(request.body) as ReceivedWebhook['body'] };
        },
        PATIENTLY,
      ),
  };
}

export const asPayment = (chargeId: string): string => chargeId.replace('ch_', 'tx_');

/** Creates a charge of the transaction format. */
export const pay = (api: ApiUser, more: object = {}): Promise<MerchantResponse> =>
  api.send('POST', '/v1/payments', {
    body: { amount: 1_000, paymentMethods: ['PIX'], idempotencyKey: randomUUID(), ...more },
  });

export const payment = async (api: ApiUser, id: string): Promise<Fields> =>
  (await api.send('GET', `/v1/payments/${id}`)).body;

/** Waits until the transaction has the status. */
export const becomes = (api: ApiUser, id: string, status: string): Promise<Fields> =>
  until(
    `${id} is ${status}`,
    async () => {
      const now = await payment(api, id);
      if (now['status'] === status) return now;
      throw new Error(String(now['status']));
    },
    PATIENTLY,
  );

/** A paid Pix charge, as the merchant reads it. */
/** `how`: how it is paid. */
export async function paidCharge(api: ApiUser, amount = 1_000, how: object = {}): Promise<Body> {
  const { body } = await api.create({ amount });
  await api.pay(body.id, how);
  return api.untilStatus(body.id, 'paid', PATIENTLY.timeoutMs);
}

/** What payer, issuer or cardholder does; not accepted before the order is at its provider. */
export const play = (api: ApiUser, id: string, outcome: string): Promise<MerchantResponse> =>
  api.send('POST', `/v1/test_helpers/charges/${id}/simulate_outcome`, { body: { outcome } });

/** An order at the other provider, on which these outcomes are played. */
export async function order(api: ApiUser, more: object, ...outcomes: readonly string[]): Promise<string> {
  const { body } = await pay(api, more);
  for (const outcome of outcomes)
    await until(
      `${body.id} is ${outcome}`,
      async () => (await play(api, body.id, outcome)).body['accepted'],
      PATIENTLY,
    );
  return body.id;
}

/** Refused as the envelope says it: status, code and the field that is to blame. */
export function refused(t: T, { status, body }: MerchantResponse, expected: readonly [number, string, string?]): void {
  const { code, param } = body.error ?? {};
  t.deepEqual([status, code, ...(expected.length > 2 ? [param] : [])], [...expected], JSON.stringify(body));
}

/** So many seconds from one time to the other: a bank counts from when it hears of the charge. */
export function livesFor(t: T, [from, to]: readonly [unknown, unknown], seconds: number): void {
  const lives = (Date.parse(String(to)) - Date.parse(String(from))) / 1_000;
  t.true(lives >= seconds && lives < seconds + 30, `${lives} s`);
}

export const list = (body: Fields): readonly Fields[] => body['data'] as readonly Fields[];
export const ids = (body: Fields): unknown[] => list(body).map(({ id }) => id);
