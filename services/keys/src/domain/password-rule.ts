import type { ErrorDetail } from '@gx/core';
import { lengthProblems, refused } from './problems.ts';

/**
 * What NIST SP 800-63B asks of a password that somebody chooses (5.1.1.2): at least eight characters of any
 * kind, long ones too. The upper bound is what is still hashed.
 */
const PASSWORD = { min: 8, max: 256 } as const;

export const passwordProblems = (param: string, password: string): ErrorDetail[] =>
  lengthProblems(param, password, PASSWORD);

/** Throws Refusal `invalid_request` that names `param`. */
export function checkPassword(param: string, password: string): void {
  const problems = passwordProblems(param, password);
  if (problems.length > 0) throw refused(problems);
}
