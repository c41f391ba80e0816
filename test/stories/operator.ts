import { join } from 'node:path';
import { type ProgramOutcome, runProgram } from '@gx/testkit';
import { ROOT } from '../architecture/source-files.ts';
import type { Stack } from './stack.ts';

export type OperatorOutcome = ProgramOutcome;

/**
 * Runs one `ops` command against the stack, as an operator does: its own process, its answer on the terminal.
 */
export function operator({ grpc }: Pick<Stack, 'grpc'>, ...args: readonly string[]): Promise<OperatorOutcome> {
  const env = Object.fromEntries(
    Object.entries(grpc).map(([service, target]) => [`${service.toUpperCase()}_ADDRESS`, target]),
  );
  return runProgram([join(ROOT, 'services/ops/src/main.ts'), ...args], env);
}
