import { readFileSync } from 'node:fs';
import {
  CONNECTIONS_PER_ADDRESS,
  ConfigError,
  type ConfigOf,
  type Environment,
  flag,
  identitySpec,
  integer,
  networks,
  optional,
  type Reader,
  readConfig,
  SERVICE_SPEC,
  secret,
  setting,
  text,
} from '@gx/runtime';
import { ALLOW_PLAINTEXT_REDIS, redisUrl } from '@gx/runtime/redis';

const port = (fallback: number): Reader<number> => integer({ min: 0, max: 65_535, fallback });
const perMinute = (fallback: number): Reader<number> => integer({ min: 1, max: 1_000_000_000, fallback });
const perHour = perMinute;
const times = (fallback: number): Reader<number> => integer({ min: 1, max: 1_000, fallback });

/** A file that can be read and has something in it; it is read again whenever it changes. */
const file = (): Reader<string> => ({
  kind: 'path of a PEM file',
  parse: (path) => {
    try {
      return readFileSync(path, 'utf8').trim() === '' ? new Error(`names a file with nothing in it: ${path}`) : path;
    } catch (cause) {
      return new Error(`names a file that cannot be read: ${path}`, { cause });
    }
  },
});

/** Where people are reached, as RFC 9116 wants it: not by plain http. */
const contact = (): Reader<string> => ({
  kind: 'https or mailto URI',
  parse: (raw) => {
    const isUri = /^(?:https:\/\/|mailto:)[^\s\p{C}]+$/u.test(raw) && URL.canParse(raw);
    return isUri ? raw : new Error(`is no https or mailto URI: ${raw}`);
  },
});

export const SPEC = {
  ...SERVICE_SPEC,
  ...identitySpec('gateway'),
  PORT: setting('merchants and payers', port(8_080)),
  BANK_PORT: setting('the bank listener', port(8_070)),
  REDIS_URL: setting('key records and rate windows; nothing that may not be lost', redisUrl()),
  ALLOW_PLAINTEXT_REDIS,
  REDIS_PREFIX: setting('before every Redis key; the same as that of keys', text('gx:')),
  KEY_RECORDS_SECRET: setting(
    'signs what Redis keeps of API keys, so that an intruder who writes there lets nobody in; gateways that share it share their look-ups of keys. Without it each process makes one of its own and asks `keys` itself, once a second for each key in use',
    optional(secret(32)),
  ),
  KEYS_ADDRESS: setting('`host:port`, several between commas, or a name that resolves to several', text()),
  CHARGE_ADDRESS: setting('as `KEYS_ADDRESS`', text()),
  LEDGER_ADDRESS: setting('as `KEYS_ADDRESS`', text()),
  REFUND_ADDRESS: setting('as `KEYS_ADDRESS`', text()),
  PAYOUT_ADDRESS: setting('as `KEYS_ADDRESS`', text()),
  WEBHOOKS_ADDRESS: setting('as `KEYS_ADDRESS`', text()),
  CHARGES_LIST: setting('off: `GET /v1/charges` answers 404', flag(true)),
  QR_CODE_BASE64: setting('off: charges carry `qr_code_url` only, without the image inline', flag(true)),
  RATE_LIMIT_TEST_PER_MINUTE: setting('requests of one test key in any 60 s', perMinute(1_500)),
  RATE_LIMIT_LIVE_PER_MINUTE: setting('requests of one live key in any 60 s', perMinute(6_000)),
  RATE_LIMIT_ACCOUNT_TIMES: setting('how many times the limit of one key an account has in each mode', times(4)),
  LOGIN_ATTEMPTS_PER_MINUTE: setting('attempts at a login (by address and e-mail), password or link', perMinute(10)),
  LOGIN_ATTEMPTS_OF_ADDRESS_PER_MINUTE: setting('attempts at a login of one address, with any e-mail', perMinute(30)),
  LOGIN_FAILURES_PER_HOUR: setting('failed logins of an e-mail until only addresses known to it get in', perHour(20)),
  KEY_CHANGES_PER_MINUTE: setting(
    'API keys issued or rotated by one account in any 60 s, refused attempts included',
    perMinute(60),
  ),
  USER_CHANGES_PER_MINUTE: setting(
    'users invited or given another role by one account in any 60 s, refused attempts included',
    perMinute(10),
  ),
  ANONYMOUS_REQUESTS_PER_MINUTE: setting(
    'requests of one client address to routes without credentials and to what is no route, per process',
    perMinute(600),
  ),
  TRUSTED_PROXIES: setting(
    'whose `X-Forwarded-For` counts; without it all clients of an ingress share its address',
    networks(),
  ),
  CONNECTIONS_PER_ADDRESS,
  DOCS_TEST_KEY_FILE: setting(
    'holds the API key that `/docs` fills into its quick start, for anybody who reads it; for a stack on one’s own machine, refused where `ENVIRONMENT` is `production`',
    optional(text()),
  ),
  SECURITY_CONTACT: setting(
    'where a vulnerability of this deployment is reported; `/.well-known/security.txt` shows it, and is 404 without it',
    optional(contact()),
  ),
  BANK_TLS_CERT_FILE: setting(
    'certificate of the bank listener, taken up anew when the file changes; without it the listener speaks plain HTTP',
    optional(file()),
  ),
  BANK_TLS_KEY_FILE: setting('its key', optional(file())),
  BANK_TLS_CA_FILE: setting('banks must show a certificate of this authority', optional(file())),
} as const;

export type GatewayConfig = ConfigOf<typeof SPEC>;

/** Reads the settings. */
export function gatewayConfig(env: Environment = process.env): GatewayConfig {
  const config = readConfig(env, SPEC);
  if (config.ENVIRONMENT === 'production' && config.DOCS_TEST_KEY_FILE !== undefined)
    throw new ConfigError('ENVIRONMENT is production: DOCS_TEST_KEY_FILE must be absent');
  // Half a certificate would quietly turn TLS off.
  const { BANK_TLS_CERT_FILE: cert, BANK_TLS_KEY_FILE: key, BANK_TLS_CA_FILE: ca } = config;
  if ((cert === undefined) !== (key === undefined) || (ca !== undefined && cert === undefined)) {
    throw new ConfigError('BANK_TLS_CERT_FILE and BANK_TLS_KEY_FILE go together, and BANK_TLS_CA_FILE needs both');
  }
  return config;
}
