import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERRORS, envelope, type Refusal } from '@gx/core';
import { sendLast } from './http-ends.ts';

/**
 * Refuses what is no request that Node's parser has made, and closes; false where nobody is there any more.
 */
export function refuseOn(socket: Duplex, refusal: Refusal, requestId: string): boolean {
  if (!socket.writable) return false;
  const body = JSON.stringify(envelope(refusal, requestId));
  const { http } = ERRORS[refusal.code];
  const { retryAfterSeconds } = refusal.more;
  const head = [
    `HTTP/1.1 ${http} ${STATUS_CODES[http]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`]),
  ];
  sendLast(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
  return true;
}
