import { Refusal } from '@gx/core';
import { ConfigError } from '@gx/runtime';
import { Command, CommanderError } from 'commander';
import {
  addCheckBankProfile,
  addListBankProfiles,
  addRetireBankProfile,
  addSetBankProfile,
} from './bank-profile-program.ts';
import { checkBankProfile } from './check-bank-profile.ts';
import { environmentOf, KAFKA_ENVIRONMENT, LIMIT_OPTION, wholeNumber } from './command-options.ts';
import { type CreateAccount, createAccount } from './create-account.ts';
import { createDatabaseUsers } from './create-database-users.ts';
import { type CreateTopics, createTopics } from './create-topics.ts';
import { addCreateDatabaseUsers } from './databases-program.ts';
import { addListDeadLetters, addReplayDeadLetters } from './dead-letters-program.ts';
import { type DecideReview, decideReview, type ReviewDecision } from './decide-review.ts';
import { addListKeys, addRevokeKeys } from './keys-program.ts';
import { listBankProfiles } from './list-bank-profiles.ts';
import { listDeadLetters } from './list-dead-letters.ts';
import { listKeys } from './list-keys.ts';
import { type ListReturns, listReturns } from './list-returns.ts';
import { type ListReviews, listReviews } from './list-reviews.ts';
import { listSecrets } from './list-secrets.ts';
import { reconcile } from './reconcile.ts';
import { addReconcile } from './reconcile-program.ts';
import { reencryptSecrets } from './reencrypt-secrets.ts';
import { replayDeadLetters } from './replay-dead-letters.ts';
import { retireBankProfile } from './retire-bank-profile.ts';
import { retryReturn } from './retry-return.ts';
import { revokeKeys } from './revoke-keys.ts';
import { addListSecrets, addReencryptSecrets } from './secrets-program.ts';
import { setBankProfile } from './set-bank-profile.ts';
import { type SettleReturn, settleReturn } from './settle-return.ts';
import { EXIT, type ExitCode, OperatorError, type Terminal } from './terminal.ts';
import { type VerifyLedger, verifyLedger } from './verify-ledger.ts';
import { type VerifyStatistics, verifyStatistics } from './verify-statistics.ts';

/** Runs one command and answers its exit code. Whatever goes wrong is said in one line, without a stack. */
export async function runOps(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const run = async (work: Promise<ExitCode>): Promise<void> => {
    code = await work;
  };
  try {
    await program(terminal, run).parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.failed;
    terminal.err(`ops: ${explain(error)}\n`);
    return EXIT.failed;
  }
}

function explain(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof ConfigError || error instanceof OperatorError) return error.message;
  throw error;
}

type Run = (work: Promise<ExitCode>) => Promise<void>;

function program(terminal: Terminal, run: Run): Command {
  const ops = new Command('ops')
    .description('One-shot commands for operators. Addresses of services come from the environment.')
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showHelpAfterError('Add --help to see how it is used.');
  const group = (name: string, description: string): Command => ops.command(name).description(description);
  addCreateAccount(group('account', 'Merchant accounts'), (options) => run(createAccount(options, terminal)));
  const keys = group('keys', 'API keys of merchants');
  addListKeys(keys, (options) => run(listKeys(options, terminal)));
  addRevokeKeys(keys, (options) => run(revokeKeys(options, terminal)));
  addVerifyLedger(group('ledger', 'The journal and its wallets'), (options) => run(verifyLedger(options, terminal)));
  addVerifyStatistics(group('stats', 'The statistics that merchants read'), (options) =>
    run(verifyStatistics(options, terminal)),
  );
  const profiles = group('bank-profile', 'How charges reach a bank');
  addSetBankProfile(profiles, (options) => run(setBankProfile(options, terminal)));
  addListBankProfiles(profiles, (options) => run(listBankProfiles(options, terminal)));
  addRetireBankProfile(profiles, (options) => run(retireBankProfile(options, terminal)));
  addCheckBankProfile(profiles, (options) => run(checkBankProfile(options, terminal)));
  addCreateTopics(group('topics', 'Where events travel'), (options) => run(createTopics(options, terminal)));
  addCreateDatabaseUsers(group('databases', 'Where services keep what they own'), () =>
    run(createDatabaseUsers(terminal)),
  );
  addReconcile(ops, (options) => run(reconcile(options, terminal)));
  const deadLetters = group('dead-letters', 'Messages that could not be applied');
  addListDeadLetters(deadLetters, (options) => run(listDeadLetters(options, terminal)));
  addReplayDeadLetters(deadLetters, (options) => run(replayDeadLetters(options, terminal)));
  const secrets = group('secrets', 'What is encrypted at rest, and the keys that encrypt it');
  addListSecrets(secrets, (options) => run(listSecrets(options, terminal)));
  addReencryptSecrets(secrets, (options) => run(reencryptSecrets(options, terminal)));
  const reviews = group('review', 'Money that is held because nobody knows who paid');
  addListReviews(reviews, (options) => run(listReviews(options, terminal)));
  addDecideReview(reviews, (decision) => run(decideReview(decision, terminal)));
  const returns = group('return', 'Money that has to go back and that no bank took');
  addListReturns(returns, (options) => run(listReturns(options, terminal)));
  addRetryReturn(returns, (id) => run(retryReturn(id, terminal)));
  addSettleReturn(returns, (settled) => run(settleReturn(settled, terminal)));
  return ops;
}

function addCreateAccount(group: Command, action: (options: CreateAccount) => Promise<void>): void {
  group
    .command('create')
    .description('Open an account with its first user.')
    .requiredOption('--name <name>', 'name of the merchant')
    .requiredOption('--user-name <name>', 'name of the user')
    .requiredOption('--email <address>', 'the user logs in with it, in any case')
    .option('--platform-fee-basis-points <n>', 'share of each paid charge, in hundredths of a percent', wholeNumber)
    .option('--platform-fee-fixed <centavos>', 'added to the share', wholeNumber)
    .option(
      '--default-expires-in-seconds <n>',
      'how long a charge can be paid when its request does not say',
      wholeNumber,
    )
    .option('--settlement-delay-seconds <n>', 'how long a credit stays pending', wholeNumber)
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', environmentOf('KEYS_ADDRESS', 'ACCOUNT_PASSWORD', 'the password'))
    .action(action);
}

function addVerifyLedger(group: Command, action: (options: VerifyLedger) => Promise<void>): void {
  group
    .command('verify')
    .description(
      'Recompute every balance, hold and tranche, walk every hash chain. Exit code 1 when something is wrong.',
    )
    .option(
      '--suspense-grace-seconds <n>',
      'how long money may have left suspense before the entry that brought it there; 0 when nothing is on its way',
      wholeNumber,
    )
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', environmentOf('LEDGER_ADDRESS'))
    .action(action);
}

function addVerifyStatistics(group: Command, action: (options: VerifyStatistics) => Promise<void>): void {
  group
    .command('verify')
    .description('Recount every sum from the charges, slice by slice. Exit code 1 when one is wrong.')
    .option('--from <slice>', 'where to go on, as printed by an earlier run that was not finished')
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', environmentOf('CHARGE_ADDRESS'))
    .action(action);
}

function addCreateTopics(group: Command, action: (options: CreateTopics) => Promise<void>): void {
  group
    .command('create')
    .description('Create the topics that are missing. What is there stays as it is.')
    .option('--replication-factor <n>', 'copies of each partition', wholeNumber, 3)
    .option('--min-insync-replicas <n>', 'copies that must have an event before it counts as sent', wholeNumber, 2)
    .addHelpText('after', KAFKA_ENVIRONMENT)
    .action(action);
}

function addListReviews(group: Command, action: (options: ListReviews) => Promise<void>): void {
  group
    .command('list')
    .description('Show what is held, the longest held first. Amounts in the smallest unit; nobody is named.')
    .option(...LIMIT_OPTION)
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', environmentOf('CHARGE_ADDRESS'))
    .action(action);
}

function addDecideReview(group: Command, action: (decision: DecideReview) => Promise<void>): void {
  const decide = (name: string, verdict: ReviewDecision, description: string): Command =>
    group
      .command(name)
      .description(description)
      .argument('<charge>', 'its id')
      .requiredOption('--by <name>', 'who decided, for the record')
      .addHelpText('after', environmentOf('CHARGE_ADDRESS'))
      .action((charge: string, { by }: { by: string }) => action({ charge, verdict, by }));
  decide('approve', 'APPROVE', 'Accept the money of a charge: it goes to the merchant.');
  decide('reject', 'REJECT', 'Return the money of a charge: all of it goes back to its payer.');
}

function addListReturns(group: Command, action: (options: ListReturns) => Promise<void>): void {
  group
    .command('list')
    .description('Show returns that failed for good, the oldest first. Amounts in the smallest unit.')
    .option(...LIMIT_OPTION)
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', environmentOf('REFUND_ADDRESS'))
    .action(action);
}

function addRetryReturn(group: Command, action: (id: string) => Promise<void>): void {
  group
    .command('retry')
    .description('Ask the bank once more, under a new id there.')
    .argument('<return>', 'its id')
    .addHelpText('after', environmentOf('REFUND_ADDRESS'))
    .action((id: string) => action(id));
}

function addSettleReturn(group: Command, action: (settled: SettleReturn) => Promise<void>): void {
  group
    .command('settle')
    .description(
      'Say that the money of a failed return went back by hand, by a way that no bank shows us: not for a Pix.',
    )
    .argument('<return>', 'its id')
    .requiredOption('--by <name>', 'who sent it back, for the record')
    .requiredOption('--note <text>', 'how, for the record: the reference of the transfer')
    .addHelpText('after', environmentOf('REFUND_ADDRESS'))
    .action((id: string, { by, note }: { by: string; note: string }) => action({ id, by, note }));
}
