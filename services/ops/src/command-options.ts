import { parseIsoTime } from '@gx/core';
import { CommanderError, InvalidArgumentError } from 'commander';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';

/** Runs the act of a command with what commander read for it; its exit code becomes that of the program. */
export type Run = <O>(act: (options: O, terminal: Terminal) => Promise<ExitCode>, options: O) => Promise<void>;

export const wholeNumber = (raw: string): number => {
  if (/^\d{1,15}$/.test(raw)) return Number(raw);
  throw new InvalidArgumentError('It must be a whole number.');
};

/** `a,b` as its words. */
export const commaList = (raw: string): readonly string[] => raw.split(',').map((word) => word.trim());

/** A time with its zone. */
export const time = (raw: string): Date => {
  const read = parseIsoTime(raw);
  if (read !== undefined) return read;
  throw new InvalidArgumentError('It must be an ISO 8601 time with Z or its offset.');
};

const LIMIT = 50;
export const LIMIT_OPTION = ['--limit <n>', 'how many at most', wholeNumber, LIMIT] as const;
export const BY_OPTION = ['--by <name>', 'who decided, for the record'] as const;
export const JSON_OPTION = ['--json', 'print the answer as JSON'] as const;

/** What a command reads from its environment, for its help. */
export function environmentOf(address: string, secret?: string, what?: string): string {
  const secretLine = secret === undefined ? '' : `\n  ${secret}  ${what}; without it, read from standard input`;
  return `\nEnvironment:\n  ${address}  host:port of the service, where it serves operators${secretLine}\n${IDENTITY}`;
}

/** By what a command that calls services shows who it is, for its help. */
export const IDENTITY =
  '  GRPC_CERTIFICATE, GRPC_PRIVATE_KEY, GRPC_AUTHORITY  who calls, in PEM, or by files: GRPC_CERTIFICATE_FILE, …\n';

/** What a command that was called wrongly ends with; one that explained itself is done. */
export const exitWith =
  (code: ExitCode) =>
  (error: CommanderError): never => {
    throw new CommanderError(error.exitCode === 0 ? EXIT.done : code, error.code, error.message);
  };
