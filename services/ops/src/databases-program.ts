import type { Command } from 'commander';

const ENVIRONMENT = `
Environment:
  MONGO_ADMIN_URL         a user who may make users; without it, read from standard input
  <SERVICE>_MONGO_URL     the MONGO_URL of each service that gets a user: KEYS_, CHARGE_, LEDGER_, REFUND_, WEBHOOKS_,
                          BANK_SIMULATOR_; name, password and authSource are taken from it
  MONGO_DB_PREFIX         if any
`;

export function addCreateDatabaseUsers(group: Command, action: () => Promise<void>): void {
  group
    .command('create-users')
    .description(
      'Give each service the database user that its own MONGO_URL names, who may read and write its database and nothing else. May be repeated.',
    )
    .addHelpText('after', ENVIRONMENT)
    .action(action);
}
