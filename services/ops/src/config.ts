import { list, type MeaningOf, optional, readConfig, secret, text } from '@gx/runtime';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Everything that some command reads. Each command demands what it needs, and no more. */
export const SPEC = {
  KEYS_ADDRESS: text(),
  LEDGER_ADDRESS: text(),
  CHARGE_ADDRESS: text(),
  REFUND_ADDRESS: text(),
  WEBHOOKS_ADDRESS: text(),
  KAFKA_BROKERS: list(),
  TOPIC_PREFIX: optional(text()),
  ACCOUNT_PASSWORD: optional(secret()),
  BANK_CLIENT_SECRET: optional(secret()),
} as const;

/** What each variable means; docs/reference/configuration.md is made from it. */
export const MEANING: MeaningOf<typeof SPEC> = {
  KEYS_ADDRESS: 'for `account create`: `host:port` of keys',
  LEDGER_ADDRESS: 'for `ledger verify` and `reconcile`: `host:port` of the ledger',
  CHARGE_ADDRESS: 'for `bank-profile`, `reconcile`, `review`, `secrets` and `stats`: `host:port` of charge',
  REFUND_ADDRESS: 'for `return`, `reconcile` and `secrets`: `host:port` of refund',
  WEBHOOKS_ADDRESS: 'for `secrets`: `host:port` of webhooks',
  KAFKA_BROKERS: 'for `topics create` and `parked`: `host:port` of the brokers',
  TOPIC_PREFIX: 'for `topics create` and `parked`: before every topic, as in the services',
  ACCOUNT_PASSWORD: 'for `account create`; without it, the password is read from standard input',
  BANK_CLIENT_SECRET: 'for `bank-profile set`; without it, the secret is read from standard input',
};

const ADDRESSES = {
  keys: 'KEYS_ADDRESS',
  ledger: 'LEDGER_ADDRESS',
  charge: 'CHARGE_ADDRESS',
  refund: 'REFUND_ADDRESS',
  webhooks: 'WEBHOOKS_ADDRESS',
} as const;

/** Where a service is served, `host:port`. Each command needs the address of its own service only. */
export function addressOf(service: keyof typeof ADDRESSES, env: Environment): string {
  const name = ADDRESSES[service];
  const read: Readonly<Record<string, string>> = readConfig(env, { [name]: SPEC[name] });
  return read[name] as string;
}

/** Where the topics are made, and what stands before their names. */
export function brokersOf(env: Environment): { readonly brokers: readonly string[]; readonly prefix: string } {
  const { KAFKA_BROKERS, TOPIC_PREFIX } = SPEC;
  const config = readConfig(env, { KAFKA_BROKERS, TOPIC_PREFIX });
  return { brokers: config.KAFKA_BROKERS, prefix: config.TOPIC_PREFIX ?? '' };
}

/** The environment of the process. */
export const environment: Environment = process.env;
