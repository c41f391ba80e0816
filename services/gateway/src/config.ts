import { readFileSync } from 'node:fs';
import {
  ConfigError,
  type ConfigOf,
  type Environment,
  flag,
  integer,
  networks,
  optional,
  type Reader,
  readConfig,
  SERVICE_SPEC,
  type SettingDocsOf,
  secret,
  text,
} from '@gx/runtime';

const port = (fallback: number): Reader<number> => integer({ min: 0, max: 65_535, fallback });
const perMinute = (fallback: number): Reader<number> => integer({ min: 1, max: 1_000_000_000, fallback });

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

export const SPEC = {
  ...SERVICE_SPEC,
  PORT: port(8_080),
  BANK_PORT: port(8_070),
  REDIS_URL: secret(),
  REDIS_PREFIX: text('gx:'),
  KEY_RECORDS_SECRET: optional(secret(32)),
  KEYS_ADDRESS: text(),
  CHARGE_ADDRESS: text(),
  LEDGER_ADDRESS: text(),
  REFUND_ADDRESS: text(),
  WEBHOOKS_ADDRESS: text(),
  CHARGES_LIST: flag(true),
  QR_CODE_BASE64: flag(true),
  RATE_LIMIT_TEST_PER_MINUTE: perMinute(1_500),
  RATE_LIMIT_LIVE_PER_MINUTE: perMinute(6_000),
  LOGIN_ATTEMPTS_PER_MINUTE: perMinute(10),
  KEY_CHANGES_PER_MINUTE: perMinute(60),
  ANONYMOUS_REQUESTS_PER_MINUTE: perMinute(600),
  TRUSTED_PROXIES: networks(),
  BANK_TLS_CERT_FILE: optional(file()),
  BANK_TLS_KEY_FILE: optional(file()),
  BANK_TLS_CA_FILE: optional(file()),
} as const;

/** What each variable means; docs/reference/configuration.md is made from it. */
export const SETTING_DOCS: SettingDocsOf<typeof SPEC> = {
  PORT: 'merchants and payers',
  BANK_PORT: 'the bank listener',
  REDIS_URL: 'key records and rate windows; nothing that may not be lost',
  REDIS_PREFIX: 'before every Redis key; the same as that of keys',
  KEY_RECORDS_SECRET:
    'signs what Redis keeps of API keys, so that whoever writes there lets nobody in; gateways that share it share their look-ups of keys. Without it each process makes one of its own and asks `keys` itself, once a second for each key in use',
  KEYS_ADDRESS: '`host:port`, several between commas, or a name that resolves to several',
  CHARGE_ADDRESS: 'as `KEYS_ADDRESS`',
  LEDGER_ADDRESS: 'as `KEYS_ADDRESS`',
  REFUND_ADDRESS: 'as `KEYS_ADDRESS`',
  WEBHOOKS_ADDRESS: 'as `KEYS_ADDRESS`',
  CHARGES_LIST: 'off: `GET /v1/charges` answers 404',
  QR_CODE_BASE64: 'off: charges carry `qr_code_url` only, without the image inline',
  RATE_LIMIT_TEST_PER_MINUTE: 'requests of one test key in any 60 s',
  RATE_LIMIT_LIVE_PER_MINUTE: 'requests of one live key in any 60 s',
  LOGIN_ATTEMPTS_PER_MINUTE: 'logins of one client address and e-mail',
  KEY_CHANGES_PER_MINUTE: 'API keys issued or rotated by one account in any 60 s, refused attempts included',
  ANONYMOUS_REQUESTS_PER_MINUTE: 'requests of one client address to routes without credentials, per process',
  TRUSTED_PROXIES: 'whose `X-Forwarded-For` counts; without it all clients of an ingress share its address',
  BANK_TLS_CERT_FILE:
    'certificate of the bank listener, taken up anew when the file changes; without it the listener speaks plain HTTP',
  BANK_TLS_KEY_FILE: 'its key',
  BANK_TLS_CA_FILE: 'banks must show a certificate of this authority',
};

export type GatewayConfig = ConfigOf<typeof SPEC>;

/** Reads the settings; half a certificate would quietly turn TLS off, so it is an error. */
export function gatewayConfig(env: Environment = process.env): GatewayConfig {
  const config = readConfig(env, SPEC);
  const { BANK_TLS_CERT_FILE: cert, BANK_TLS_KEY_FILE: key, BANK_TLS_CA_FILE: ca } = config;
  if ((cert === undefined) !== (key === undefined) || (ca !== undefined && cert === undefined)) {
    throw new ConfigError('BANK_TLS_CERT_FILE and BANK_TLS_KEY_FILE go together, and BANK_TLS_CA_FILE needs both');
  }
  return config;
}
