import { DATABASES } from '@gx/contracts';
import {
  ConfigError,
  type ConfigOf,
  type Environment,
  flag,
  identitySpec,
  integer,
  key256,
  keys256,
  optional,
  personalDataSpec,
  publisherSpec,
  readConfig,
  rpcServiceSpec,
  secret,
  secrets,
  setting,
  TWO_OPERATORS_SPEC,
  text,
  url,
} from '@gx/runtime';
import type { TxidSecrets } from './domain/txid.ts';

export const SPEC = {
  ...rpcServiceSpec(50_052, DATABASES.charge),
  ...identitySpec('charge'),
  ...publisherSpec('charge'),
  ...TWO_OPERATORS_SPEC,
  KEYS_ADDRESS: setting('`host:port` of keys, which is queried for account settings', text()),
  LEDGER_ADDRESS: setting(
    '`host:port` of ledger, which answers whether it has posted held money, disputes and bank returns',
    text(),
  ),
  REFUND_ADDRESS: setting('`host:port` of refund, which answers which devolutions at a bank are ours', text()),
  TXID_SECRET: setting(
    'txids, the addresses of provider callbacks and the names that customers are counted under derive from it; replaced in place (operations/rotate.md)',
    secret(32),
  ),
  TXID_ACCEPTED_SECRETS: setting(
    'what banks’ callbacks and customers are known by beside `TXID_SECRET`, between commas: the next one before it derives, the last one until nothing of it comes',
    optional(secrets(32)),
  ),
  ENCRYPTION_KEY: setting(
    'encrypts bank credentials, the raw text of callbacks and the keys of customers at rest',
    key256(),
  ),
  DECRYPTION_KEYS: setting(
    'keys that only open, between commas: the next `ENCRYPTION_KEY` before it encrypts, the last one while something is under it',
    optional(keys256()),
  ),
  ...personalDataSpec('charges'),
  PUBLIC_BASE_URL: setting('the gateway as payers reach it; `pix.qr_code_url` begins with it', url()),
  CHECKOUT_BASE_URL: setting('the checkout page; `checkout_url` begins with it', url()),
  PROVIDER_CALLBACK_BASE_URL: setting('the gateway’s bank listener as banks reach it', url()),
  RECONCILE_EVERY_SECONDS: setting(
    'how often each bank is queried for settlements that nobody noticed',
    integer({ min: 1, max: 3_600, fallback: 60 }),
  ),
  RECONCILE_PAGE_SIZE: setting('settlements requested at once', integer({ min: 1, max: 1_000, fallback: 100 })),
  BANK_RETURNS_EVERY_SECONDS: setting(
    'how often each bank is queried for payments of the last 91 days that it has taken back by itself',
    integer({ min: 1, max: 604_800, fallback: 86_400 }),
  ),
  INFRACTIONS_EVERY_SECONDS: setting(
    'how often each bank that lists infraction reports is queried for them',
    integer({ min: 1, max: 86_400, fallback: 300 }),
  ),
  SETTLEMENT_DELAY_SECONDS: setting(
    'overrides every account’s own delay, for a whole deployment',
    optional(integer({ min: 0, max: 31_536_000 })),
  ),
  SIMULATOR_URL: setting('the simulated bank behind the test routes; without it they answer 404', optional(url())),
  ALLOW_SIMULATED_LIVE: setting('lets a live profile name a simulated bank; refused in production', flag(false)),
  BANK_CALL_MS: setting('one call to a bank', integer({ min: 100, max: 10_000, fallback: 3_500 })),
  CREATE_MS: setting('all bank calls of one create', integer({ min: 100, max: 20_000, fallback: 7_500 })),
  CREATE_LEASE_MS: setting(
    'how long one owner may work on a creation before another takes it over; above `CREATE_MS`',
    integer({ min: 100, max: 60_000, fallback: 8_500 }),
  ),
  CREATE_WAIT_MS: setting(
    'how long a request waits for another one with its key before it answers 503',
    integer({ min: 0, max: 30_000, fallback: 10_000 }),
  ),
  CREATE_INLINE_MS: setting(
    'how long a create of `/v1/payments` waits for the bank before it answers PENDING',
    integer({ min: 0, max: 20_000, fallback: 3_000 }),
  ),
  GIVE_UP_SECONDS: setting(
    'a charge that the bank has not confirmed by then is removed there and cancelled',
    integer({ min: 1, max: 86_400, fallback: 900 }),
  ),
  REDELIVER_AFTER_SECONDS: setting(
    'how long others have to react: after it, an accepted payment is published to `ledger` again, an unacknowledged order of a return to `refund` again, and a query to `ledger` shows whether it has booked held money and disputes',
    integer({ min: 1, max: 3_600, fallback: 60 }),
  ),
  VELOCITY_CUSTOMER_MAX: setting(
    'live charges that one customer of an account may have in the window before more are refused; 0: no limit',
    integer({ min: 0, max: 1_000, fallback: 20 }),
  ),
  VELOCITY_CUSTOMER_WINDOW_SECONDS: setting(
    'how long a live charge counts for its customer',
    integer({ min: 1, max: 86_400, fallback: 600 }),
  ),
  VELOCITY_ACCOUNT_MAX: setting(
    'live charges that one account may have in the window before more are refused; 0: no limit',
    integer({ min: 0, max: 1_000_000_000, fallback: 6_000 }),
  ),
  VELOCITY_ACCOUNT_WINDOW_SECONDS: setting(
    'how long a live charge counts for its account',
    integer({ min: 1, max: 86_400, fallback: 600 }),
  ),
  STORED_BYTES_LIVE_PER_DAY: setting(
    'what live charges and evidence may hold that one account stores on a day (UTC); more is refused',
    integer({ min: 1, max: 1_000_000_000_000, fallback: 2_147_483_648 }),
  ),
  STORED_BYTES_TEST_PER_DAY: setting(
    'the same in test mode',
    integer({ min: 1, max: 1_000_000_000_000, fallback: 104_857_600 }),
  ),
} as const;

export type ChargeConfig = ConfigOf<typeof SPEC>;

/** The one that derives, and those that things are known by beside it. */
export const txidSecretsOf = (config: ChargeConfig): TxidSecrets => [
  config.TXID_SECRET,
  ...(config.TXID_ACCEPTED_SECRETS ?? []),
];

/** Reads the environment; what one variable demands of another is checked here too. */
export function loadConfig(env: Environment = process.env): ChargeConfig {
  const config = readConfig(env, SPEC);
  if (config.ENVIRONMENT === 'production' && config.ALLOW_SIMULATED_LIVE) {
    throw new ConfigError('ENVIRONMENT is production: ALLOW_SIMULATED_LIVE must be off');
  }
  const { BANK_CALL_MS, CREATE_MS, CREATE_LEASE_MS } = config;
  if (BANK_CALL_MS > CREATE_MS || CREATE_MS >= CREATE_LEASE_MS) {
    throw new ConfigError('BANK_CALL_MS <= CREATE_MS < CREATE_LEASE_MS must hold: each deadline fits into the next');
  }
  return config;
}
