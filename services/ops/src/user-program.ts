import { type Command, Option } from 'commander';
import { addUser } from './add-user.ts';
import { BY_OPTION, environmentOf, JSON_OPTION, LIMIT_OPTION, type Run } from './command-options.ts';
import { disableUser } from './disable-user.ts';
import { listUsers } from './list-users.ts';
import { removeTotp } from './remove-totp.ts';

const ROLES = ['owner', 'finance', 'developer', 'viewer'];

export function addUsers(ops: Command, run: Run): void {
  const users = ops.command('user').description('Users of merchant accounts');
  users
    .command('add')
    .description(
      'Add a user to an account, or let one that was disabled in again. The password is made here and shown once: it stays good until the user is disabled.',
    )
    .requiredOption('--account <id>', 'whose user')
    .requiredOption('--email <address>', 'the user logs in with it, in any case')
    .addOption(new Option('--role <role>', 'what the user may do').choices(ROLES).makeOptionMandatory())
    .option('--name <name>', 'name of the user; without it, what stands before the @')
    .option(...BY_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', environmentOf('KEYS_ADDRESS'))
    .action((options) => run(addUser, options));
  users
    .command('list')
    .description('Show the users of an account, the disabled ones too.')
    .requiredOption('--account <id>', 'whose users')
    .option(...LIMIT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', environmentOf('KEYS_ADDRESS'))
    .action((options) => run(listUsers, options));
  users
    .command('disable')
    .description(
      'End the logins and login tokens of a user: when this has answered, none is good. API keys stay. May be repeated. The last active owner of an account stays.',
    )
    .argument('<user>', 'its id')
    .requiredOption(...BY_OPTION)
    .addHelpText('after', environmentOf('KEYS_ADDRESS'))
    .action((id, options) => run(disableUser, { id, ...options }));
  users
    .command('remove-totp')
    .description(
      'Take away the second factor of a user who has lost it, and end the login tokens. Make sure who asks: the password is enough afterwards. May be repeated.',
    )
    .argument('<user>', 'its id')
    .requiredOption(...BY_OPTION)
    .requiredOption('--reason <text>', 'why, for the record')
    .addHelpText('after', environmentOf('KEYS_ADDRESS'))
    .action((id, options) => run(removeTotp, { id, ...options }));
}
