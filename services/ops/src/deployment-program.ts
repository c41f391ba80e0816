import type { Command } from 'commander';
import { IDENTITY, JSON_OPTION, LIMIT_OPTION, type Run, wholeNumber } from './command-options.ts';
import { createDatabaseUsers } from './create-database-users.ts';
import { createTopics } from './create-topics.ts';
import { listDeadLetters } from './list-dead-letters.ts';
import { listSecrets } from './list-secrets.ts';
import { reencryptSecrets } from './reencrypt-secrets.ts';
import { replayDeadLetters } from './replay-dead-letters.ts';

const KAFKA_ENVIRONMENT =
  '\nEnvironment:\n  KAFKA_BROKERS        host:port, several between commas\n  KAFKA_TLS, KAFKA_TLS_CA_FILE, KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD_FILE and so on\n                       as in the services, where the brokers ask for them\n  TOPIC_PREFIX         if any\n';
const PRINCIPALS_ENVIRONMENT =
  '  CHARGE_KAFKA_PRINCIPAL, LEDGER_…, REFUND_…, PAYOUT_…, WEBHOOKS_…, OPS_…, BACK_UP_…\n                       as whom the brokers know each; without it, User:charge and so on\n';
const MONGO_ENVIRONMENT = `
Environment:
  MONGO_ADMIN_URL         a user who may make users; without it, read from standard input
  <SERVICE>_MONGO_URL     the MONGO_URL of each service that gets a user: KEYS_, CHARGE_, LEDGER_, REFUND_, WEBHOOKS_,
                          BANK_SIMULATOR_; name, password and authSource are taken from it
  MONGO_DB_PREFIX         if any
`;
const SECRETS_ENVIRONMENT = `\nEnvironment:\n  CHARGE_ADDRESS, REFUND_ADDRESS, PAYOUT_ADDRESS, WEBHOOKS_ADDRESS, KEYS_ADDRESS  host:port of each service, where it serves operators\n${IDENTITY}`;

export function addTopics(ops: Command, run: Run): void {
  ops
    .command('topics')
    .description('Where events travel')
    .command('create')
    .description(
      'Create the topics that are missing, and the access lists that let each service do what it is there for and nothing else. May be repeated.',
    )
    .option('--replication-factor <n>', 'copies of each partition', wholeNumber, 3)
    .option('--min-insync-replicas <n>', 'copies that must have an event before it counts as sent', wholeNumber, 2)
    .option('--no-access-lists', 'leave the access lists to somebody else')
    .addHelpText('after', KAFKA_ENVIRONMENT + PRINCIPALS_ENVIRONMENT)
    .action((options) => run(createTopics, options));
}

export function addDatabases(ops: Command, run: Run): void {
  ops
    .command('databases')
    .description('Where services keep what they own')
    .command('create-users')
    .description(
      'Give each service the database user that its own MONGO_URL names, who may read and write its database and nothing else. May be repeated.',
    )
    .addHelpText('after', MONGO_ENVIRONMENT)
    .action((options) => run(createDatabaseUsers, options));
}

export function addDeadLetters(ops: Command, run: Run): void {
  const deadLetters = ops.command('dead-letters').description('Messages that could not be applied');
  deadLetters
    .command('list')
    .description('Show what no consumer could apply and nobody has put back, the oldest first. Nobody is named.')
    .option(...LIMIT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', KAFKA_ENVIRONMENT)
    .action((options) => run(listDeadLetters, options));
  deadLetters
    .command('replay')
    .description('Put a message back on its topic, for the group that could not apply it. May be repeated.')
    .argument('[message]', 'its position, as the list shows it')
    .option('--all', 'every message that waits')
    .addHelpText('after', KAFKA_ENVIRONMENT)
    .action((message, options) => run(replayDeadLetters, { message, ...options }));
}

export function addSecrets(ops: Command, run: Run): void {
  const secrets = ops.command('secrets').description('What is encrypted at rest, and the keys that encrypt it');
  secrets
    .command('list')
    .description('Show which keys the services have and how much is under which. Exit code 1 when one is missing.')
    .option(...JSON_OPTION)
    .addHelpText('after', SECRETS_ENVIRONMENT)
    .action((options) => run(listSecrets, options));
  secrets
    .command('reencrypt')
    .description('Encrypt again what is under another key than ENCRYPTION_KEY. May be repeated; nothing waits for it.')
    .option(...JSON_OPTION)
    .addHelpText('after', SECRETS_ENVIRONMENT)
    .action((options) => run(reencryptSecrets, options));
}
