import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import {
  ConfigError,
  type ConfigOf,
  type Environment,
  flag,
  integer,
  list,
  optional,
  type Reader,
  readConfig,
  SERVICE_SPEC,
  text,
} from '@gx/runtime';

const port = (fallback: number): Reader<number> => integer({ min: 0, max: 65_535, fallback });
const perMinute = (fallback: number): Reader<number> => integer({ min: 1, max: 1_000_000, fallback });

/** Addresses and CIDRs between commas. */
const networks = (): Reader<readonly string[]> => ({
  fallback: [],
  parse: (raw) => {
    const items = list().parse(raw);
    if (items instanceof Error) return items;
    return items.every(isNetwork) ? items : new Error('must be a list of IP addresses or CIDRs');
  },
});

function isNetwork(item: string): boolean {
  const [address = '', prefix, ...rest] = item.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

/** The text of a file, read once at the start. */
const file = (): Reader<string> => ({
  parse: (path) => {
    try {
      return readFileSync(path, 'utf8');
    } catch (cause) {
      return new Error(`names a file that cannot be read: ${path}`, { cause });
    }
  },
});

const SPEC = {
  ...SERVICE_SPEC,
  PORT: port(8_080),
  BANK_PORT: port(8_070),
  REDIS_URL: text(),
  REDIS_PREFIX: text('gx:'),
  KEYS_ADDRESS: text(),
  CHARGE_ADDRESS: text(),
  LEDGER_ADDRESS: text(),
  WEBHOOKS_ADDRESS: text(),
  CHARGES_LIST: flag(true),
  RATE_LIMIT_TEST_PER_MINUTE: perMinute(1_500),
  RATE_LIMIT_LIVE_PER_MINUTE: perMinute(6_000),
  LOGIN_ATTEMPTS_PER_MINUTE: perMinute(10),
  TRUSTED_PROXIES: networks(),
  BANK_TLS_CERT_FILE: optional(file()),
  BANK_TLS_KEY_FILE: optional(file()),
  BANK_TLS_CA_FILE: optional(file()),
} as const;

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
