import { parseIsoTime } from '@gx/core';
import { type Command, InvalidArgumentError } from 'commander';
import { environmentOf, JSON_OPTION, LIMIT_OPTION, type Run } from './command-options.ts';
import { listKeys } from './list-keys.ts';
import { revokeKeys } from './revoke-keys.ts';

/** A moment with its zone: one without would be another on each machine. */
function moment(raw: string): Date {
  const at = parseIsoTime(raw);
  if (at === undefined) throw new InvalidArgumentError('It must be a time like 2026-11-21T10:00:00Z.');
  return at;
}

export function addKeys(ops: Command, run: Run): void {
  const keys = ops.command('keys').description('API keys of merchants');
  keys
    .command('list')
    .description('Show the API keys of an account that work, newest first. Neither a key nor its label is shown.')
    .requiredOption('--account <id>', 'whose keys')
    .option('--created-after <time>', 'only those that were created later, as 2026-11-21T10:00:00Z', moment)
    .option(...LIMIT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', environmentOf('KEYS_ADDRESS'))
    .action((options) => run(listKeys, options));
  keys
    .command('revoke')
    .description(
      'Revoke an API key for good: when this has answered, no gateway accepts it. May be repeated. A user who can log in to the account can issue another.',
    )
    .argument('[key]', 'its fingerprint, or its id; never the key itself')
    .option('--account <id>', 'every key of this account, of both environments')
    .option('--yes', 'with --account: do it; without it, their number is printed')
    .addHelpText('after', environmentOf('KEYS_ADDRESS'))
    .action((key, options) => run(revokeKeys, { key, ...options }));
}
