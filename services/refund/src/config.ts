import { DATABASES } from '@gx/contracts';
import {
  ConfigError,
  type ConfigOf,
  type Environment,
  identitySpec,
  integer,
  key256,
  keys256,
  optional,
  personalDataSpec,
  positiveNumber,
  publisherSpec,
  readConfig,
  rpcServiceSpec,
  setting,
  TWO_OPERATORS_SPEC,
  text,
} from '@gx/runtime';

export const SPEC = {
  ...rpcServiceSpec(50_054, DATABASES.refund),
  ...identitySpec('refund'),
  ...publisherSpec('refund'),
  ...TWO_OPERATORS_SPEC,
  KEYS_ADDRESS: setting('`host:port` of keys, which is queried for what bounds an account’s refunds', text()),
  CHARGE_ADDRESS: setting(
    '`host:port` of charge, which is queried for settlements, sales and bank profiles, and whether it has ordered money back',
    text(),
  ),
  LEDGER_ADDRESS: setting(
    '`host:port` of ledger, which holds the money of a refund, and is queried whether it has booked a loss',
    text(),
  ),
  ENCRYPTION_KEY: setting(
    'opens the bank credentials that charge encrypted, so it is the same as there; encrypts bodies and the keys of payees at rest',
    key256(),
  ),
  DECRYPTION_KEYS: setting(
    'keys that only open, between commas: the next `ENCRYPTION_KEY` before it encrypts, the last one while something is under it',
    optional(keys256()),
  ),
  ...personalDataSpec('refunds'),
  PEER_CALL_MS: setting('one call to keys, charge or ledger', integer({ min: 100, max: 10_000, fallback: 2_500 })),
  BANK_CALL_MS: setting('one call to a bank', integer({ min: 100, max: 10_000, fallback: 3_500 })),
  BANK_MS: setting('all bank calls of one look at a refund', integer({ min: 100, max: 60_000, fallback: 12_000 })),
  WORK_LEASE_MS: setting(
    'how long one owner may work on a refund at the bank before another takes it over; above `BANK_MS`',
    integer({ min: 100, max: 120_000, fallback: 30_000 }),
  ),
  CREATE_LEASE_MS: setting(
    'the same while a refund is being created; above three times `PEER_CALL_MS`',
    integer({ min: 100, max: 60_000, fallback: 8_500 }),
  ),
  CREATE_WAIT_MS: setting(
    'how long a request waits for another one with its key before it answers 503',
    integer({ min: 0, max: 30_000, fallback: 10_000 }),
  ),
  POLL_TIME_SCALE: setting('scales every wait before a bank is polled again; 1 but in tests', positiveNumber(1)),
  REDELIVER_AFTER_SECONDS: setting(
    'how long after an event about a refund `charge` is queried whether it knows of it, and `ledger` whether it has booked a loss or the return of money of no charge; what is not known is published again',
    integer({ min: 1, max: 3_600, fallback: 60 }),
  ),
} as const;

export type RefundConfig = ConfigOf<typeof SPEC>;

/** Reads the environment; what one variable demands of another is checked here too. */
export function loadConfig(env: Environment = process.env): RefundConfig {
  const config = readConfig(env, SPEC);
  const { PEER_CALL_MS, BANK_CALL_MS, BANK_MS, WORK_LEASE_MS, CREATE_LEASE_MS } = config;
  if (BANK_CALL_MS > BANK_MS || BANK_MS + PEER_CALL_MS >= WORK_LEASE_MS) {
    throw new ConfigError('BANK_CALL_MS <= BANK_MS and BANK_MS + PEER_CALL_MS < WORK_LEASE_MS must hold');
  }
  if (3 * PEER_CALL_MS >= CREATE_LEASE_MS) throw new ConfigError('3 * PEER_CALL_MS < CREATE_LEASE_MS must hold');
  return config;
}
