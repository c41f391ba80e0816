import { type RequestListener, type Server, type ServerOptions, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { ERRORS, envelope, type Refusal } from '@gx/core';
import type { Host } from '../service/run-service.ts';
import type { Span } from '../telemetry/telemetry.ts';
import { drainOf, isLeaving, sendLast } from './http-ends.ts';
import { inHttpSpan } from './http-span.ts';
import { requestIdOf } from './request-id.ts';

/** Slow and idle clients are cut off; keep-alive outlives the idle timeout of usual ingresses (60 s). */
export const HTTP_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 75_000,
  maxHeaderSize: 16 * 1024,
  // Node would answer a missing Host itself, without the envelope; HTTP/1.0 has none, and nothing here
  // depends on it.
  requireHostHeader: false,
} as const satisfies ServerOptions;

type OpenedRequest = { readonly requestId: string; readonly span: Span; readonly startedAt: number };
type Begin = (...args: [...Parameters<RequestListener>, OpenedRequest]) => void;

/** Gives every request its id and its span before anything else looks at it. */
export const opened =
  (begin: Begin): RequestListener =>
  (request, response) => {
    // Its client was told that the connection is closed.
    if (isLeaving(request.socket)) return void request.resume();
    const requestId = requestIdOf(request);
    response.setHeader('X-Request-Id', requestId);
    inHttpSpan(request, response, (span) =>
      begin(request, response, { requestId, span, startedAt: performance.now() }),
    );
  };

type ListenTerms = {
  readonly port: number;
  readonly maxConnections: number;
  readonly onRequest: RequestListener;
  /** Ends what would otherwise stay open for hours. */
  readonly beforeClose?: () => void;
};

/** Listens until the process stops, and answers the port. */
export async function listenOn(
  { life }: Pick<Host, 'life'>,
  server: Server,
  { port, maxConnections, onRequest, beforeClose }: ListenTerms,
): Promise<{ port: number }> {
  server.maxConnections = maxConnections;
  const drain = drainOf(server);
  // An expectation other than 100-continue may be ignored (RFC 9110, 10.1.1); Node's own 417 has no envelope.
  server.on('checkExpectation', onRequest);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
  life.onStop('http server', () => {
    beforeClose?.();
    return drain();
  });
  return { port: (server.address() as AddressInfo).port };
}

/** Refuses what Node's parser made no request of, and closes; false where nobody is there any more. */
export function refuseOn(socket: Duplex, refusal: Refusal, requestId: string): boolean {
  if (!socket.writable) return false;
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
  return true;
}
