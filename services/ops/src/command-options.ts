import { InvalidArgumentError } from 'commander';

export const wholeNumber = (raw: string): number => {
  if (/^\d{1,15}$/.test(raw)) return Number(raw);
  throw new InvalidArgumentError('It must be a whole number.');
};

const LIMIT = 50;
export const LIMIT_OPTION = ['--limit <n>', 'how many at most', wholeNumber, LIMIT] as const;
export const JSON_OPTION = ['--json', 'print the answer as JSON'] as const;

/** What a command reads from its environment, for its help. */
export function environmentOf(address: string, secret?: string, what?: string): string {
  const secretLine = secret === undefined ? '' : `\n  ${secret}  ${what}; without it, read from standard input`;
  return `\nEnvironment:\n  ${address}  host:port of the service${secretLine}\n`;
}

export const KAFKA_ENVIRONMENT =
  '\nEnvironment:\n  KAFKA_BROKERS        host:port, several between commas\n  KAFKA_TLS, KAFKA_TLS_CA_FILE, KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD_FILE and so on\n                       as in the services, where the brokers ask for them\n  TOPIC_PREFIX         if any\n';

/** What a bank that demands a certificate is shown. */
export const BANK_TLS_ENVIRONMENT = `
For a bank that demands a certificate; without them it is shown none. As every secret also from a file: <NAME>_FILE.
  BANK_CERTIFICATE      PEM: ours first, then those that lead to its authority
  BANK_CERTIFICATE_KEY  its private key, PEM without a passphrase
  BANK_AUTHORITY        PEM: who vouches for the bank, instead of those that Node trusts
`;
