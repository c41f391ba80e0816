import { generateKeyPairSync } from 'node:crypto';
import { EVENT_OWNERS } from '@gx/contracts';
import { type Host, readConfig } from '@gx/runtime';
import { identitySettings, servers, testEventSettings } from '@gx/testkit';
import { loadConfig as chargeConfig } from '../../../../services/charge/src/config.ts';
import { startCharge } from '../../../../services/charge/src/service.ts';
import { loadConfig as keysConfig } from '../../../../services/keys/src/config.ts';
import { startKeys } from '../../../../services/keys/src/service.ts';
import { SPEC as LEDGER_SPEC } from '../../../../services/ledger/src/config.ts';
import { startLedger } from '../../../../services/ledger/src/service.ts';
import { loadConfig as payoutConfig } from '../../../../services/payout/src/config.ts';
import { startPayout } from '../../../../services/payout/src/service.ts';
import { loadConfig as refundConfig } from '../../../../services/refund/src/config.ts';
import { startRefund } from '../../../../services/refund/src/service.ts';
import { loadConfig as webhooksConfig } from '../../../../services/webhooks/src/config.ts';
import { startWebhooks } from '../../../../services/webhooks/src/service.ts';

type Env = Readonly<Record<string, string>>;
type StartedService = { readonly port: number; readonly flush?: () => Promise<void> };

/** The services of a world, each started as its `main` starts it. */
export const STARTERS = {
  charge: async (host: Host, env: Env): Promise<StartedService> => {
    const { port, relay } = await startCharge(host, chargeConfig(env));
    return { port, flush: relay.idle };
  },
  ledger: (host: Host, env: Env): Promise<StartedService> => startLedger(host, readConfig(env, LEDGER_SPEC)),
  refund: async (host: Host, env: Env): Promise<StartedService> => {
    const { port, relay } = await startRefund(host, refundConfig(env));
    return { port, flush: relay.idle };
  },
  payout: async (host: Host, env: Env): Promise<StartedService> => {
    const { port, relay } = await startPayout(host, payoutConfig(env));
    return { port, flush: relay.idle };
  },
  webhooks: (host: Host, env: Env): Promise<StartedService> => startWebhooks(host, webhooksConfig(env)),
  keys: (host: Host, env: Env): Promise<StartedService> => startKeys(host, keysConfig(env)),
} as const;
export type Service = keyof typeof STARTERS;
export const SERVICES_OF_A_SANDBOX = Object.keys(STARTERS) as readonly Service[];

/** Those that write in transactions: one that dies inside of one leaves locks. */
export const WITH_TRANSACTIONS = ['charge', 'ledger', 'refund', 'payout'] as const satisfies readonly Service[];
export const hasTransactions = (service: string): boolean => WITH_TRANSACTIONS.some((one) => one === service);

/** What every sandbox of this process encrypts and signs with. */
export const ENCRYPTION_KEY = Buffer.alloc(32, 7);
export const LOGINS = {
  signingKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  issuer: 'https://gx.test',
} as const;

export type ServiceAddresses = { readonly database: string; readonly callbackUrl: string; readonly bankUrl: string };

/**
 * The environment of a service in a worker. Addresses are names: the worker's switchboard knows who answers
 * to them.
 */
export const environmentOf = (service: Service, { database, callbackUrl, bankUrl }: ServiceAddresses): Env => ({
  ENVIRONMENT: 'local',
  GRPC_PORT: '0',
  MONGO_URL: servers().mongoUrl,
  MONGO_DB: `${database}_${service}`,
  KAFKA_BROKERS: 'bus',
  ...identitySettings(service),
  ...testEventSettings(EVENT_OWNERS.find((owner) => owner === service)),
  ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64'),
  ...OWN[service]({ callbackUrl, bankUrl, database }),
});

const SENDS_MONEY = { KEYS_ADDRESS: 'keys', CHARGE_ADDRESS: 'charge', LEDGER_ADDRESS: 'ledger' } as const;
const OWN: Readonly<Record<Service, (addresses: ServiceAddresses) => Env>> = {
  charge: ({ callbackUrl, bankUrl }) => ({
    KEYS_ADDRESS: 'keys',
    LEDGER_ADDRESS: 'ledger',
    REFUND_ADDRESS: 'refund',
    TXID_SECRET: 'a secret of the fault tests, long enough for HMAC',
    PUBLIC_BASE_URL: 'https://gx.example',
    CHECKOUT_BASE_URL: 'https://pay.gx.example',
    PROVIDER_CALLBACK_BASE_URL: callbackUrl,
    SIMULATOR_URL: bankUrl,
    RECONCILE_EVERY_SECONDS: '60',
    BANK_RETURNS_EVERY_SECONDS: '60',
    INFRACTIONS_EVERY_SECONDS: '60',
    // A request that finds another one at work does not wait here: the client comes again when time has
    // passed.
    CREATE_WAIT_MS: '0',
  }),
  ledger: () => ({ CHARGE_ADDRESS: 'charge' }),
  refund: () => ({ ...SENDS_MONEY, CREATE_WAIT_MS: '0' }),
  // A bank that never answers is waited for in real time.
  payout: () => ({ ...SENDS_MONEY, CREATE_WAIT_MS: '0', BANK_CALL_MS: '1500' }),
  webhooks: () => ({
    KEYS_ADDRESS: 'keys',
    CHARGE_ADDRESS: 'charge',
    PAYOUT_ADDRESS: 'payout',
    WEBHOOK_RETRY_TIME_SCALE: '0.001',
    WEBHOOK_TIMEOUT_MS: '2000',
    WEBHOOK_ALLOWED_PRIVATE_TARGETS: '127.0.0.1/32',
  }),
  keys: ({ database }) => ({
    REDIS_URL: servers().redisUrl,
    REDIS_PREFIX: `${database}:`,
    JWT_SIGNING_KEY: LOGINS.signingKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    JWT_ISSUER: LOGINS.issuer,
  }),
};
