import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { answeredStatus, drainOf, type Host, inHttpSpan, isLeaving, type Logger, requestIdOf } from '@gx/runtime';
import { type OpenExchange, openExchange } from './open-exchanges.ts';
import { answerParserErrors } from './parser-errors.ts';
import { followTlsFiles, type TlsFiles, tlsOptions } from './tls-files.ts';

export type ListenOptions = {
  readonly port: number;
  readonly tls?: TlsFiles;
  readonly limits?: ServerOptions;
  /** Called with every request that is over, answered or not. */
  readonly onOver?: (request: IncomingMessage, exchange: OpenExchange) => void;
};

/** Slow and idle clients are cut off; keep-alive outlives the idle timeout of usual ingresses (60 s). */
export const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 75_000,
  maxHeaderSize: 16 * 1024,
  // Node would answer a missing Host itself, without the envelope; HTTP/1.0 has none, and nothing here
  // depends on it.
  requireHostHeader: false,
} as const satisfies ServerOptions;
const MAX_CONNECTIONS = 10_000;
/** As long as the headers of a request may take. */
const HANDSHAKE_MS = LIMITS.headersTimeout;

/**
 * Listens with the limits of the edge; every request gets its id and its span before anything else looks at
 * it.
 */
export async function listen(
  host: Host,
  handle: RequestListener,
  { port, tls, limits = LIMITS, onOver }: ListenOptions,
): Promise<{ port: number }> {
  const onRequest: RequestListener = (request, response) => {
    // Its client was told that the connection is closed.
    if (isLeaving(request.socket)) return void request.resume();
    const requestId = requestIdOf(request);
    response.setHeader('X-Request-Id', requestId);
    inHttpSpan(request, response, (span) => {
      const exchange = { requestId, response, span, startedAt: performance.now() };
      openExchange(request, exchange);
      response.once('close', () => {
        logRequest(host.log, request, exchange);
        onOver?.(request, exchange);
      });
      handle(request, response);
    });
  };
  const server = tls === undefined ? createServer(limits, onRequest) : await tlsServer(host, tls, onRequest);
  server.maxConnections = MAX_CONNECTIONS;
  const drain = drainOf(server);
  // An expectation other than 100-continue may be ignored (RFC 9110, 10.1.1); Node's own 417 has no envelope.
  server.on('checkExpectation', onRequest);
  answerParserErrors(server, host.log);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
  host.life.onStop('http server', drain);
  return { port: (server.address() as AddressInfo).port };
}

/**
 * The request log: the calling key by its fingerprint's head, the route by its template, nothing that a
 * client sent.
 */
function logRequest(log: Logger, { method }: IncomingMessage, exchange: OpenExchange): void {
  const { requestId, response, startedAt, route, caller } = exchange;
  log.info(
    {
      request_id: requestId,
      method,
      route,
      status: answeredStatus(response),
      duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
      // Its head says enough: 64 hex characters are the form of a webhook secret, which the log redacts.
      api_key_fingerprint: caller?.fingerprint.slice(0, 16),
    },
    response.writableFinished || exchange.isRefusedByParser ? 'request' : 'request aborted',
  );
}

async function tlsServer(host: Host, files: TlsFiles, onRequest: RequestListener): Promise<Server> {
  const server = createTlsServer(
    { ...LIMITS, handshakeTimeout: HANDSHAKE_MS, ...(await tlsOptions(files)) },
    onRequest,
  );
  followTlsFiles(host, server, files);
  return server;
}
