import { DATABASES } from '@gx/contracts';
import {
  ConfigError,
  type ConfigOf,
  type Environment,
  integer,
  KAFKA_SPEC,
  kafkaSettingDocs,
  key256,
  keys256,
  optional,
  positiveNumber,
  readConfig,
  SERVICE_SPEC,
  type SettingDocsOf,
  secret,
  text,
} from '@gx/runtime';

export const SPEC = {
  ...SERVICE_SPEC,
  GRPC_PORT: integer({ min: 0, max: 65_535, fallback: 50_054 }),
  MONGO_URL: secret(),
  MONGO_DB: text(DATABASES.refund),
  ...KAFKA_SPEC,
  TOPIC_PREFIX: optional(text()),
  CHARGE_ADDRESS: text(),
  LEDGER_ADDRESS: text(),
  ENCRYPTION_KEY: key256(),
  DECRYPTION_KEYS: optional(keys256()),
  PEER_CALL_MS: integer({ min: 100, max: 10_000, fallback: 2_500 }),
  BANK_CALL_MS: integer({ min: 100, max: 10_000, fallback: 3_500 }),
  BANK_MS: integer({ min: 100, max: 60_000, fallback: 12_000 }),
  WORK_LEASE_MS: integer({ min: 100, max: 120_000, fallback: 30_000 }),
  CREATE_LEASE_MS: integer({ min: 100, max: 60_000, fallback: 8_500 }),
  CREATE_WAIT_MS: integer({ min: 0, max: 30_000, fallback: 10_000 }),
  POLL_TIME_SCALE: positiveNumber(1),
  REDELIVER_AFTER_SECONDS: integer({ min: 1, max: 3_600, fallback: 60 }),
} as const;

/** What each variable means; docs/reference/configuration.md is made from it. */
export const SETTING_DOCS: SettingDocsOf<typeof SPEC> = {
  GRPC_PORT: 'where its RPCs are served; 0 takes a free port',
  MONGO_URL: 'a MongoDB replica set',
  MONGO_DB: 'its database',
  ...kafkaSettingDocs(),
  TOPIC_PREFIX: 'before every topic and consumer group, where deployments share a broker; the same everywhere',
  CHARGE_ADDRESS: '`host:port` of charge, which is asked for settlements and bank profiles',
  LEDGER_ADDRESS: '`host:port` of ledger, which holds the money of a refund, and is asked whether it has booked a loss',
  ENCRYPTION_KEY:
    'opens the bank credentials that charge encrypted, so it is the same as there; encrypts destinations and bodies at rest',
  DECRYPTION_KEYS:
    'keys that only open, between commas: the next `ENCRYPTION_KEY` before it encrypts, the last one while something is under it',
  PEER_CALL_MS: 'one call to charge or ledger',
  BANK_CALL_MS: 'one call to a bank',
  BANK_MS: 'all bank calls of one look at a refund',
  WORK_LEASE_MS: 'how long one owner may work on a refund at the bank before another takes it over; above `BANK_MS`',
  CREATE_LEASE_MS: 'the same while a refund is being created; above twice `PEER_CALL_MS`',
  CREATE_WAIT_MS: 'how long a request waits for another one with its key before it answers 503',
  REDELIVER_AFTER_SECONDS:
    'how long after an event about a refund `charge` is asked whether it knows of it, and `ledger` whether it has booked a loss or the return of money of no charge; what is not known is published again',
  POLL_TIME_SCALE: 'scales every wait before a bank is asked again; 1 but in tests',
};

export type RefundConfig = ConfigOf<typeof SPEC>;

/** Reads the environment; what one variable demands of another is checked here too. */
export function loadConfig(env: Environment = process.env): RefundConfig {
  const config = readConfig(env, SPEC);
  const { PEER_CALL_MS, BANK_CALL_MS, BANK_MS, WORK_LEASE_MS, CREATE_LEASE_MS } = config;
  if (BANK_CALL_MS > BANK_MS || BANK_MS + PEER_CALL_MS >= WORK_LEASE_MS) {
    throw new ConfigError('BANK_CALL_MS <= BANK_MS and BANK_MS + PEER_CALL_MS < WORK_LEASE_MS must hold');
  }
  if (2 * PEER_CALL_MS >= CREATE_LEASE_MS) throw new ConfigError('2 * PEER_CALL_MS < CREATE_LEASE_MS must hold');
  return config;
}
