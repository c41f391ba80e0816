import { InvalidArgumentError } from 'commander';
import type { ExitCode, Terminal } from './terminal.ts';

/** Runs the act of a command with what commander read for it; its exit code becomes that of the program. */
export type Run = <O>(act: (options: O, terminal: Terminal) => Promise<ExitCode>, options: O) => Promise<void>;

export const wholeNumber = (raw: string): number => {
  if (/^\d{1,15}$/.test(raw)) return Number(raw);
  throw new InvalidArgumentError('It must be a whole number.');
};

/** `a,b` as its words. */
export const commaList = (raw: string): readonly string[] => raw.split(',').map((word) => word.trim());

const LIMIT = 50;
export const LIMIT_OPTION = ['--limit <n>', 'how many at most', wholeNumber, LIMIT] as const;
export const JSON_OPTION = ['--json', 'print the answer as JSON'] as const;

/** What a command reads from its environment, for its help. */
export function environmentOf(address: string, secret?: string, what?: string): string {
  const secretLine = secret === undefined ? '' : `\n  ${secret}  ${what}; without it, read from standard input`;
  return `\nEnvironment:\n  ${address}  host:port of the service${secretLine}\n`;
}
