import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ERRORS } from '@gx/core';
import { drainHttp, type Host, inHttpSpan, isLeaving, sendLast } from '@gx/runtime';
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
} as const satisfies ServerOptions;
/** Streams and the connections around them. */
const MAX_CONNECTIONS = 20_000;
const USABLE_ID = /^[\x21-\x7e]{1,128}$/;

/** Listens; every request has its id, its span and, at its end, its line in the log. */
export async function listen(
  host: Host,
  handle: RequestListener,
  { port, beforeClose }: ListenOptions,
): Promise<{ port: number }> {
  const server = createServer(LIMITS, (request, response) => {
    const given = request.headers['x-request-id'];
    const requestId = typeof given === 'string' && USABLE_ID.test(given) ? given : randomUUID();
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
      handle(request, response);
    });
  });
  server.maxConnections = MAX_CONNECTIONS;
  answerParserErrors(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
  host.life.onStop('http server', () => {
    beforeClose();
    return drainHttp(server);
  });
  return { port: (server.address() as AddressInfo).port };
}

/** What Node's parser refuses has an id and a body, too; nobody reads it in a browser, so it is the envelope. */
function answerParserErrors(server: Server): void {
  server.on('clientError', (_error, socket) => {
    if (isLeaving(socket)) return;
    if (!socket.writable) return void socket.destroy();
    const requestId = randomUUID();
    const error = {
      type: ERRORS.invalid_request.type,
      code: 'invalid_request',
      message: 'The request is not valid HTTP.',
    };
    const body = JSON.stringify({ error, request_id: requestId });
    const head = [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
    ];
    sendLast(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
  });
}
