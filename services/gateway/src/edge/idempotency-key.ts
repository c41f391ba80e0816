import type { IncomingMessage } from 'node:http';
import { Refusal } from '@gx/core';
import { singleHeader } from './single-header.ts';

/**
 * What a header can carry of it: ASCII that can be seen, and blanks between. HTTP itself removes those at the
 * edges.
 */
export const USABLE = /^[\x20-\x7e]{8,128}$/;
const param = 'Idempotency-Key';

/** The merchant's key of one `what`: sent once, 8 to 128 characters (specification, Limits). */
export function idempotencyKeyOf(request: IncomingMessage, what: string): string {
  if (request.headers['idempotency-key'] === undefined) {
    const message = `The header Idempotency-Key is required: 8 to 128 ASCII characters of your own, new for each ${what} and the same at each retry.`;
    throw new Refusal('invalid_request', message, { param });
  }
  const key = singleHeader(request, 'idempotency-key');
  if (key === undefined) throw new Refusal('invalid_request', 'Idempotency-Key must be sent once.', { param });
  if (USABLE.test(key)) return key;
  throw new Refusal('invalid_request', 'Idempotency-Key must have 8 to 128 ASCII characters.', { param });
}
