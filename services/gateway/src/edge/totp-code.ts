import type { IncomingMessage } from 'node:http';
import { TOTP_CODE } from '../input/login-body.ts';
import { singleHeader } from './single-header.ts';

export const TOTP_HEADER = 'X-TOTP';

/**
 * The code of a second factor that a request brings. What is none is as good as nothing: of users without a
 * factor nobody asks for one, and keys says it to the others.
 */
export function totpCodeIn(request: IncomingMessage): string | undefined {
  const code = singleHeader(request, TOTP_HEADER.toLowerCase());
  return code !== undefined && TOTP_CODE.test(code) ? code : undefined;
}
