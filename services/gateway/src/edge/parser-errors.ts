import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERRORS, type ErrorCode, notFound, Refusal } from '@gx/core';
import { isLeaving, type Logger, refuseOn, requestIdInBytes, requestIdOf } from '@gx/runtime';
import { lastOn } from './open-exchanges.ts';

type ParserError = Error & { readonly code?: string; readonly rawPacket?: Buffer; readonly bytesParsed?: number };

/** What the parser found, in words; every other code is a malformed request. */
const MESSAGES: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
  HPE_HEADER_OVERFLOW: 'The request headers are too large.',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'The chunk extensions are too large.',
};
const CODE = 'invalid_request' satisfies ErrorCode;
/** The connection is gone: nobody is left to answer. */
const HUNG_UP: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/**
 * Answers what Node's HTTP parser refuses, which by default gets an empty body and no id. The status is 400:
 * only mapped statuses leave the service (decisions A50). A request that had begun keeps it for the logs; any
 * other gets a line of its own.
 */
export function answerParserErrors(server: Server, log: Logger): void {
  server.on('clientError', (error: ParserError, socket: Duplex) => {
    if (HUNG_UP.has(error.code ?? '')) return socket.destroy();
    if (isLeaving(socket)) return;
    if (!socket.writable) return socket.destroy();
    const message = MESSAGES[error.code ?? ''] ?? 'The request is not valid HTTP.';
    const answer = (): void => {
      const requestId = requestIdInBytes(error.rawPacket, error.bytesParsed);
      if (!refuseOn(socket, new Refusal(CODE, message), requestId)) return;
      log.info(
        { request_id: requestId, status: ERRORS[CODE].http, reason: error.code },
        'request refused by the parser',
      );
    };
    const last = lastOn(socket);
    if (last === undefined) return answer();
    const { request, exchange } = last;
    // The fault is in the body of the newest request: the answer is that request's, unless it has one.
    if (!request.complete) {
      if (exchange.response.headersSent) return socket.destroy();
      exchange.response.statusCode = ERRORS[CODE].http;
      exchange.errorCode = CODE;
      exchange.isRefusedByParser = true;
      return refuseOn(socket, new Refusal(CODE, message), exchange.requestId);
    }
    // The fault is in the request behind it: answers keep their order.
    if (exchange.response.writableFinished) return answer();
    return exchange.response.once('close', answer);
  });
  server.on('connect', (request, socket) => answerConnect(request, socket, log));
}

/** There are no tunnels here: the answer of a route that is none, behind those of the requests before it. */
function answerConnect(request: IncomingMessage, socket: Duplex, log: Logger): void {
  // Node has let go of the connection: its errors are ours now, and one that nobody takes ends the process.
  socket.on('error', () => socket.destroy()).resume();
  const requestId = requestIdOf(request);
  const answer = (): void => {
    const refusal = notFound('route');
    if (!refuseOn(socket, refusal, requestId)) return;
    log.info({ request_id: requestId, method: request.method, status: ERRORS[refusal.code].http }, 'request');
  };
  const before = lastOn(socket)?.exchange.response;
  if (before === undefined || before.writableFinished) answer();
  else before.once('close', answer);
}
