import { createServer, type RequestListener, type Server, type ServerOptions, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { ERRORS, envelope, notFound, Refusal } from '@gx/core';
import {
  closeIfUnread,
  drainOf,
  type Host,
  inHttpSpan,
  isLeaving,
  requestIdInBytes,
  requestIdOf,
  sendLast,
} from '@gx/runtime';
import { openExchange } from './exchange.ts';

export type ListenOptions = {
  readonly port: number;
  /** Ends what would otherwise stay open for hours. */
  readonly beforeClose: () => void;
};

/** Slow and idle clients are cut off; keep-alive outlives the idle timeout of usual ingresses (60 s). */
export const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 75_000,
  maxHeaderSize: 16 * 1_024,
  // Node would answer a missing Host itself, without a page; nothing here depends on it.
  requireHostHeader: false,
} as const satisfies ServerOptions;
/** Streams and the connections around them. */
const MAX_CONNECTIONS = 20_000;

/** Listens; every request has its id, its span and, at its end, its line in the log. */
export async function listen(
  host: Host,
  handle: RequestListener,
  { port, beforeClose }: ListenOptions,
): Promise<{ port: number }> {
  const onRequest: RequestListener = (request, response) => {
    // Its client was told that the connection is closed.
    if (isLeaving(request.socket)) return void request.resume();
    const requestId = requestIdOf(request);
    response.setHeader('X-Request-Id', requestId);
    inHttpSpan(request, response, (span) => {
      const exchange = openExchange(request, { requestId, span });
      const startedAt = performance.now();
      response.once('close', () =>
        host.log.info(
          {
            request_id: requestId,
            method: request.method,
            route: exchange.route,
            status: response.headersSent ? response.statusCode : undefined,
            duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
          },
          response.writableFinished ? 'request' : 'request aborted',
        ),
      );
      // No route reads a body.
      void closeIfUnread(request, response).then(() => handle(request, response));
    });
  };
  const server = createServer(LIMITS, onRequest);
  server.maxConnections = MAX_CONNECTIONS;
  const drain = drainOf(server);
  // An expectation other than 100-continue may be ignored (RFC 9110, 10.1.1); Node's own 417 is no page.
  server.on('checkExpectation', onRequest);
  answerParserErrors(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
  host.life.onStop('http server', () => {
    beforeClose();
    return drain();
  });
  return { port: (server.address() as AddressInfo).port };
}

type ParserError = Error & { readonly rawPacket?: Buffer; readonly bytesParsed?: number };

/**
 * What Node's parser refuses has an id and a body, too; nobody reads it in a browser, so it is the envelope.
 */
function answerParserErrors(server: Server): void {
  server.on('clientError', ({ rawPacket, bytesParsed }: ParserError, socket: Duplex) => {
    if (isLeaving(socket)) return;
    if (!socket.writable) return void socket.destroy();
    const refusal = new Refusal('invalid_request', 'The request is not valid HTTP.');
    close(socket, refusal, requestIdInBytes(rawPacket, bytesParsed));
  });
  server.on('connect', (request, socket) => close(socket, notFound('page'), requestIdOf(request)));
}

function close(socket: Duplex, refusal: Refusal, requestId: string): void {
  const body = JSON.stringify(envelope(refusal, requestId));
  const { http } = ERRORS[refusal.code];
  const head = [
    `HTTP/1.1 ${http} ${STATUS_CODES[http]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  sendLast(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
}
