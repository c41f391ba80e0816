import { Refusal } from '@gx/core';
import { ConfigError } from '@gx/runtime';
import { Command, CommanderError } from 'commander';
import { addAccounts } from './account-program.ts';
import { addBankProfiles } from './bank-profile-program.ts';
import { exitWith, type Run } from './command-options.ts';
import { addDatabases, addDeadLetters, addSecrets, addTopics } from './deployment-program.ts';
import { addDisputes } from './dispute-program.ts';
import { addReturns, addReviews } from './held-money-program.ts';
import { addKeys } from './keys-program.ts';
import { addPrivacy } from './privacy-program.ts';
import { EXIT, type ExitCode, OperatorError, type Terminal } from './terminal.ts';
import { addUsers } from './user-program.ts';
import { addAudit, addLedger, addReconcile, addStatistics } from './verify-program.ts';

/** In the order of the help. */
const GROUPS = [
  ...[addAccounts, addUsers, addKeys, addAudit, addLedger, addStatistics, addBankProfiles, addTopics],
  ...[addDatabases, addReconcile, addDeadLetters, addSecrets, addReviews, addReturns, addDisputes],
  addPrivacy,
];

/** Runs one command and answers its exit code. Whatever goes wrong is said in one line, without a stack. */
export async function runOps(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const run: Run = async (act, options) => {
    code = await act(options, terminal);
  };
  try {
    await program(terminal, run).parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode as ExitCode;
    terminal.err(`ops: ${explain(error)}\n`);
    return error instanceof OperatorError ? error.exit : EXIT.failed;
  }
}

function explain(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof ConfigError || error instanceof OperatorError) return error.message;
  throw error;
}

function program({ out, err }: Terminal, run: Run): Command {
  const ops = new Command('ops')
    .description('One-shot commands for operators. Addresses of services come from the environment.')
    .exitOverride(exitWith(EXIT.failed))
    .configureOutput({ writeOut: out, writeErr: err })
    .showHelpAfterError('Add --help to see how it is used.');
  for (const add of GROUPS) add(ops, run);
  return ops;
}
