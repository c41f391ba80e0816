import type { AuditHead } from '@gx/contracts/keys';
import { type Command, InvalidArgumentError } from 'commander';
import { environmentOf, IDENTITY, JSON_OPTION, type Run, wholeNumber } from './command-options.ts';
import { reconcile } from './reconcile.ts';
import { verifyAuditLog } from './verify-audit-log.ts';
import { verifyLedger } from './verify-ledger.ts';
import { verifyStatistics } from './verify-statistics.ts';

export function addLedger(ops: Command, run: Run): void {
  ops
    .command('ledger')
    .description('The journal and its wallets')
    .command('verify')
    .description(
      'Recompute every balance, hold and tranche, walk every hash chain. Exit code 1 when something is wrong.',
    )
    .option(
      '--suspense-grace-seconds <n>',
      'how long money may have left suspense before the entry that brought it there; 0 when nothing is on its way',
      wholeNumber,
    )
    .option(...JSON_OPTION)
    .addHelpText('after', environmentOf('LEDGER_ADDRESS'))
    .action((options) => run(verifyLedger, options));
}

export function addStatistics(ops: Command, run: Run): void {
  ops
    .command('stats')
    .description('The statistics that merchants read')
    .command('verify')
    .description('Recount every sum from the charges, slice by slice. Exit code 1 when one is wrong.')
    .option('--from <slice>', 'where to go on, as printed by an earlier run that was not finished')
    .option(...JSON_OPTION)
    .addHelpText('after', environmentOf('CHARGE_ADDRESS'))
    .action((options) => run(verifyStatistics, options));
}

export function addAudit(ops: Command, run: Run): void {
  ops
    .command('audit')
    .description('The audit log of keys, users and accounts')
    .command('verify')
    .description('Recompute the chain of hashes. Exit code 1 when an event was changed, removed or put in.')
    .option('--head <seq:hash>', 'a head of an earlier run or of a log line, which has to be in the chain still', head)
    .option(...JSON_OPTION)
    .addHelpText('after', environmentOf('KEYS_ADDRESS'))
    .action((options) => run(verifyAuditLog, options));
}

/** As a run prints it, and shorter, as the log of keys has it. */
function head(raw: string): AuditHead {
  const [, seq, hash] = /^([1-9]\d{0,14}):([0-9a-f]{32,64})$/.exec(raw) ?? [];
  if (seq !== undefined && hash !== undefined) return { seq: Number(seq), hash };
  throw new InvalidArgumentError('It must be a head as `audit verify` prints it.');
}

export function addReconcile(ops: Command, run: Run): void {
  ops
    .command('reconcile')
    .description('Hold a bank’s books of a day against ours. Changes nothing. Exit code 1 when they differ.')
    .requiredOption('--date <YYYY-MM-DD|yesterday>', 'the day, as Brazilian banks count it (UTC-3)')
    .option('--profile <id>', 'one bank profile; without it all')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      `\nEnvironment:\n  CHARGE_ADDRESS, REFUND_ADDRESS, PAYOUT_ADDRESS, LEDGER_ADDRESS  host:port of each service, where it serves operators\n${IDENTITY}`,
    )
    .action((options) => run(reconcile, options));
}
