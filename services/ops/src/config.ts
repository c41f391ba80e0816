import { type MeaningOf, optional, readConfig, secret, text } from '@gx/runtime';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Everything that some command reads. Each command demands what it needs, and no more. */
export const SPEC = {
  KEYS_ADDRESS: text(),
  LEDGER_ADDRESS: text(),
  CHARGE_ADDRESS: text(),
  REFUND_ADDRESS: text(),
  ACCOUNT_PASSWORD: optional(secret()),
  BANK_CLIENT_SECRET: optional(secret()),
} as const;

/** What each variable means; docs/reference/configuration.md is made from it. */
export const MEANING: MeaningOf<typeof SPEC> = {
  KEYS_ADDRESS: 'for `account create`: `host:port` of keys',
  LEDGER_ADDRESS: 'for `ledger verify`: `host:port` of the ledger',
  CHARGE_ADDRESS: 'for `bank-profile set` and `review`: `host:port` of charge',
  REFUND_ADDRESS: 'for `return`: `host:port` of refund',
  ACCOUNT_PASSWORD: 'for `account create`; without it, the password is read from standard input',
  BANK_CLIENT_SECRET: 'for `bank-profile set`; without it, the secret is read from standard input',
};

const ADDRESSES = {
  keys: 'KEYS_ADDRESS',
  ledger: 'LEDGER_ADDRESS',
  charge: 'CHARGE_ADDRESS',
  refund: 'REFUND_ADDRESS',
} as const;

/** Where a service is served, `host:port`. Each command needs the address of its own service only. */
export function addressOf(service: keyof typeof ADDRESSES, env: Environment): string {
  const name = ADDRESSES[service];
  const read: Readonly<Record<string, string>> = readConfig(env, { [name]: SPEC[name] });
  return read[name] as string;
}

/** The environment of the process. */
export const environment: Environment = process.env;
