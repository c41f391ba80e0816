import { join } from 'node:path';
import { opsSettings } from '@gx/stack';
import { type ProgramOutcome, runProgram } from '@gx/testkit';
import { ROOT } from '../architecture/source-files.ts';
import type { Stack } from './stack.ts';

export type OperatorOutcome = ProgramOutcome;

/**
 * Runs one `ops` command against the stack, as an operator does: its own process, its answer on the terminal.
 */
export function operator(stack: Pick<Stack, 'operators'>, ...args: readonly string[]): Promise<OperatorOutcome> {
  return runProgram([join(ROOT, 'services/ops/src/main.ts'), ...args], opsSettings(stack));
}
