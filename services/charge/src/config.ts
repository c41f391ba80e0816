import {
  ConfigError,
  type ConfigOf,
  type Environment,
  flag,
  integer,
  key256,
  list,
  optional,
  readConfig,
  SERVICE_SPEC,
  secret,
  text,
  url,
} from '@gx/runtime';

const SPEC = {
  ...SERVICE_SPEC,
  GRPC_PORT: integer({ min: 0, max: 65_535, fallback: 50_052 }),
  MONGO_URL: secret(),
  MONGO_DB: text('gx_charge'),
  KAFKA_BROKERS: list(),
  TOPIC_PREFIX: optional(text()),
  KEYS_ADDRESS: text(),
  TXID_SECRET: secret(32),
  SECRETS_KEY: key256(),
  PUBLIC_BASE_URL: url(),
  CHECKOUT_BASE_URL: url(),
  BANK_NOTICE_BASE_URL: url(),
  RECONCILE_EVERY_SECONDS: integer({ min: 1, max: 3_600, fallback: 60 }),
  RECONCILE_PAGE_SIZE: integer({ min: 1, max: 1_000, fallback: 100 }),
  SETTLEMENT_DELAY_SECONDS: optional(integer({ min: 0, max: 31_536_000 })),
  SIMULATOR_URL: optional(url()),
  ALLOW_SIMULATED_LIVE: flag(false),
  BANK_CALL_MS: integer({ min: 100, max: 10_000, fallback: 3_500 }),
  CREATE_MS: integer({ min: 100, max: 20_000, fallback: 7_500 }),
  CREATE_LEASE_MS: integer({ min: 100, max: 60_000, fallback: 8_500 }),
  CREATE_WAIT_MS: integer({ min: 0, max: 30_000, fallback: 10_000 }),
  GIVE_UP_SECONDS: integer({ min: 1, max: 86_400, fallback: 900 }),
  EMIT_AGAIN_SECONDS: integer({ min: 1, max: 3_600, fallback: 60 }),
} as const;

export type Config = ConfigOf<typeof SPEC>;

/** Reads the environment; what one variable demands of another is checked here too. */
export function loadConfig(env: Environment = process.env): Config {
  const config = readConfig(env, SPEC);
  if (config.ENVIRONMENT === 'production' && config.ALLOW_SIMULATED_LIVE) {
    throw new ConfigError('ENVIRONMENT is production: ALLOW_SIMULATED_LIVE must be off');
  }
  if (config.KAFKA_BROKERS.length === 0) throw new ConfigError('KAFKA_BROKERS must name a broker');
  const { BANK_CALL_MS, CREATE_MS, CREATE_LEASE_MS } = config;
  if (BANK_CALL_MS > CREATE_MS || CREATE_MS >= CREATE_LEASE_MS) {
    throw new ConfigError('BANK_CALL_MS <= CREATE_MS < CREATE_LEASE_MS must hold: each deadline fits into the next');
  }
  return config;
}
