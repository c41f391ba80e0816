import { readConfig, text } from '@gx/runtime';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a service is served, `host:port`. Each command needs the address of its own service only. */
export function addressOf(service: 'keys' | 'ledger' | 'charge', env: Environment): string {
  const name = ({ keys: 'KEYS_ADDRESS', ledger: 'LEDGER_ADDRESS', charge: 'CHARGE_ADDRESS' } as const)[service];
  const read: Readonly<Record<string, string>> = readConfig(env, { [name]: text() });
  return read[name] as string;
}

/** The environment of the process. */
export const environment: Environment = process.env;
