import type { Environment } from './config.ts';

/** What a command may touch of its process. */
export type Terminal = {
  readonly env: Environment;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
};

/** 0: done. 1: done, and what was looked for is wrong. 2: not done. */
export const EXIT = { done: 0, problems: 1, failed: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A failure that the operator can mend; its message is all that is shown. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly exit: ExitCode;

  constructor(message: string, { exit = EXIT.failed, ...options }: ErrorOptions & { readonly exit?: ExitCode } = {}) {
    super(message, options);
    this.exit = exit;
  }
}
