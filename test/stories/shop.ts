import { randomUUID } from 'node:crypto';
import { SERVICES } from '@gx/contracts';
import { localClient, uniqueName, until, type WebhookSink } from '@gx/testkit';
import { type Merchant, merchant, PATIENTLY } from './merchant.ts';
import type { Stack } from './stack.ts';

/** Every name that a charge's life can be told under. */
export const NAMES = [
  ...['charge.created', 'charge.paid', 'charge.failed', 'charge.expired'],
  ...['payment.created', 'payment.completed', 'payment.failed', 'payment.expired', 'payment.refunded'],
];

/** The same of a payout’s. */
export const PAYOUT_NAMES = [
  ...['payout.created', 'payout.paid', 'payout.failed'],
  ...['withdrawal.created', 'withdrawal.completed', 'withdrawal.failed'],
];

/** One webhook as the merchant's server read it. */
export type MerchantWebhook = {
  readonly name: string;
  readonly body: {
    readonly id?: string;
    readonly created_at?: string;
    readonly data: Readonly<Record<string, unknown>> & {
      readonly object?: { readonly id: string; readonly status: string };
      readonly refund?: {
        readonly id: string;
        readonly amount: number;
        readonly status: string;
        readonly failureReason?: string;
        readonly returnedAmount?: number;
      };
    };
  };
};

/** A merchant of its own account, so that its wallet is its own, whose server hears of everything. */
export type Shop = Merchant & {
  /** How its user logs in. */
  readonly login: Login;
  readonly wallet: () => Promise<Wallet>;
  /** Waits until the wallet is exactly this. */
  readonly untilWallet: (wallet: Wallet) => Promise<Wallet>;
  /** What its server was told of a charge or payout so far. */
  readonly webhooks: (id: string) => readonly MerchantWebhook[];
  /** Waits until it was told of a charge or payout under exactly these names, in whatever order. */
  readonly untilWebhooks: (id: string, names: readonly string[]) => Promise<readonly MerchantWebhook[]>;
};
export type Wallet = { readonly available: number; readonly pending: number; readonly retained: number };

/** What a demo charge leaves its merchant: 10 centavos go to the bank, one percent to the platform. */
export const netOf = (amount: number): number => amount - 10 - Math.floor((amount + 50) / 100);

/** Opens an account with a test key and one endpoint for every name. */
export async function openShop(stack: Stack, sink: WebhookSink): Promise<Shop> {
  const login = await openLogin(stack);
  const { apikey } = login;
  const shop = merchant(stack.gateway, apikey, { patient: true });
  const path = await until(
    'an endpoint is registered',
    () => register(merchant(stack.gateway, apikey), sink),
    PATIENTLY,
  );
  const webhooks: Shop['webhooks'] = (chargeId) =>
    sink
      .requests(path)
      .filter(({ body }) => body.includes(chargeId.slice(3)))
      .map(({ headers, body }) => ({ name: String(headers['x-service-event-type']), body: JSON.parse(body) }));
  const wallet: Shop['wallet'] = async () => {
    const { available, pending, retained } = (await shop.balance()) as unknown as Wallet;
    return { available, pending, retained };
  };
  return {
    ...shop,
    login,
    wallet,
    webhooks,
    untilWallet: (wanted) =>
      until(
        `the wallet is ${JSON.stringify(wanted)}`,
        async () => {
          const now = await wallet();
          return JSON.stringify(now) === JSON.stringify(wanted) && now;
        },
        PATIENTLY,
      ),
    untilStatus: (chargeId, status, timeoutMs = PATIENTLY.timeoutMs) => shop.untilStatus(chargeId, status, timeoutMs),
    untilWebhooks: (chargeId, names) =>
      until(
        `webhooks of ${chargeId} are ${names.join(', ')}; so far ${webhooks(chargeId).map(({ name }) => name)}`,
        () => {
          const seen = webhooks(chargeId);
          return (
            JSON.stringify(seen.map(({ name }) => name).toSorted()) === JSON.stringify([...names].toSorted()) && seen
          );
        },
        PATIENTLY,
      ),
  };
}

/**
 * Registers an endpoint under a path of its own at each try: one that was made and not answered hears what
 * nobody counts.
 */
async function register(shop: Merchant, sink: WebhookSink): Promise<string | undefined> {
  const path = `/${uniqueName('shop')}`;
  const body = { url: sink.url(path), events: [...NAMES, ...PAYOUT_NAMES] };
  return (await shop.send('POST', '/v1/webhooks/endpoints', { body })).status === 201 ? path : undefined;
}

/** Opens an account of its own; answers its test key. */
export const openAccount = async (stack: Stack): Promise<string> => (await openLogin(stack)).apikey;

export type Login = {
  readonly accountId: string;
  readonly email: string;
  readonly password: string;
  readonly apikey: string;
};

/** Opens an account of its own; answers how its user logs in, and its test key. */
export async function openLogin(
  { grpc, operators }: Stack,
  settings: { settlementDelaySeconds?: number } = {},
): Promise<Login> {
  const keys = localClient(SERVICES.keys, grpc.keys, {
    idempotent: [],
    deadlineMs: 15_000,
    operatorsAddress: operators.keys,
  });
  const call = { requestId: randomUUID() };
  const user = { email: `${uniqueName('shop')}@example.com`, password: randomUUID() };
  try {
    const account = { ...user, name: 'Loja', userName: 'Ana', platformFeeBasisPoints: 100 };
    const { accountId } = await keys.createAccount(call, { ...account, ...settings });
    const { accessToken } = await keys.login(call, user);
    return {
      accountId,
      ...user,
      apikey: (await keys.issueKey(call, { accessToken, label: 'story', test: true })).apiKey,
    };
  } finally {
    keys.close();
  }
}
