import type { Command } from 'commander';
import { JSON_OPTION } from './command-options.ts';
import type { ListSecrets } from './list-secrets.ts';
import type { ReencryptSecrets } from './reencrypt-secrets.ts';

const ENVIRONMENT =
  '\nEnvironment:\n  CHARGE_ADDRESS    host:port of the service\n  REFUND_ADDRESS    host:port of the service\n  WEBHOOKS_ADDRESS  host:port of the service\n';

export function addListSecrets(group: Command, action: (options: ListSecrets) => Promise<void>): void {
  group
    .command('list')
    .description('Show which keys the services have and how much is under which. Exit code 1 when one is missing.')
    .option(...JSON_OPTION)
    .addHelpText('after', ENVIRONMENT)
    .action(action);
}

export function addReencryptSecrets(group: Command, action: (options: ReencryptSecrets) => Promise<void>): void {
  group
    .command('reencrypt')
    .description('Encrypt again what is under another key than ENCRYPTION_KEY. May be repeated; nothing waits for it.')
    .option(...JSON_OPTION)
    .addHelpText('after', ENVIRONMENT)
    .action(action);
}
