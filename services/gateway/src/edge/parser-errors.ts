import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERRORS, Refusal } from '@gx/core';
import { envelope } from './envelope.ts';
import { lastOn } from './open-exchanges.ts';
import { requestIdInBytes } from './request-id.ts';

type ParserError = Error & { readonly code?: string; readonly rawPacket?: Buffer; readonly bytesParsed?: number };

/** What the parser found, in words; every other code is a malformed request. */
const MESSAGES: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
  HPE_HEADER_OVERFLOW: 'The request headers are too large.',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'The chunk extensions are too large.',
};
/** The connection is gone: nobody is left to answer. */
const HUNG_UP: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/**
 * Answers what Node's HTTP parser refuses, which by default gets an empty body and no id. The status is 400: only
 * mapped statuses leave the service (decisions A50).
 */
export function answerParserErrors(server: Server): void {
  server.on('clientError', (error: ParserError, socket: Duplex) => {
    if (HUNG_UP.has(error.code ?? '') || !socket.writable) return socket.destroy();
    const message = MESSAGES[error.code ?? ''] ?? 'The request is not valid HTTP.';
    const answer = (): void => close(socket, message, requestIdInBytes(error.rawPacket, error.bytesParsed));
    const last = lastOn(socket);
    if (last === undefined) return answer();
    const { request, exchange } = last;
    // The fault is in the body of the newest request: the answer is that request's, unless it has one.
    if (!request.complete) {
      return exchange.response.headersSent ? socket.destroy() : close(socket, message, exchange.requestId);
    }
    // The fault is in the request behind it: answers keep their order.
    if (exchange.response.writableFinished) return answer();
    return exchange.response.once('close', answer);
  });
  server.on('connect', (request, socket) => {
    close(
      socket,
      'No such route.',
      requestIdInBytes(Buffer.from(`x-request-id: ${request.headers['x-request-id']}`)),
      'not_found',
    );
  });
}

function close(
  socket: Duplex,
  message: string,
  requestId: string,
  code: 'invalid_request' | 'not_found' = 'invalid_request',
): void {
  if (!socket.writable) return;
  const body = JSON.stringify(envelope(new Refusal(code, message), requestId));
  const { http } = ERRORS[code];
  socket.end(
    [
      `HTTP/1.1 ${http} ${http === 404 ? 'Not Found' : 'Bad Request'}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
