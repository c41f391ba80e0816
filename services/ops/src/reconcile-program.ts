import type { Command } from 'commander';
import { JSON_OPTION } from './command-options.ts';
import type { Reconcile } from './reconcile.ts';

export function addReconcile(ops: Command, action: (options: Reconcile) => Promise<void>): void {
  ops
    .command('reconcile')
    .description('Hold a bank’s books of a day against ours. Changes nothing. Exit code 1 when they differ.')
    .requiredOption('--date <YYYY-MM-DD|yesterday>', 'the day, as Brazilian banks count it (UTC-3)')
    .option('--profile <id>', 'one bank profile; without it all')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      '\nEnvironment:\n  CHARGE_ADDRESS, REFUND_ADDRESS, LEDGER_ADDRESS  host:port of each service\n',
    )
    .action(action);
}
