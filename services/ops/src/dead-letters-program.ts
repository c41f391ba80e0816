import type { Command } from 'commander';
import { JSON_OPTION, KAFKA_ENVIRONMENT, LIMIT_OPTION } from './command-options.ts';
import type { ListDeadLetters } from './list-dead-letters.ts';
import type { ReplayDeadLetters } from './replay-dead-letters.ts';

export function addListDeadLetters(group: Command, action: (options: ListDeadLetters) => Promise<void>): void {
  group
    .command('list')
    .description('Show what no consumer could apply and nobody has put back, the oldest first. Nobody is named.')
    .option(...LIMIT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', KAFKA_ENVIRONMENT)
    .action(action);
}

export function addReplayDeadLetters(group: Command, action: (options: ReplayDeadLetters) => Promise<void>): void {
  group
    .command('replay')
    .description('Put a message back on its topic, for the group that could not apply it. May be repeated.')
    .argument('[message]', 'its position, as the list shows it')
    .option('--all', 'every message that waits')
    .addHelpText('after', KAFKA_ENVIRONMENT)
    .action((message: string | undefined, { all }: { all?: true }) =>
      action({ ...(message === undefined ? {} : { message }), ...(all === undefined ? {} : { all }) }),
    );
}
