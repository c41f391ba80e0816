import type { RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { Host } from '../service/run-service.ts';
import type { Span } from '../telemetry/telemetry.ts';
import { type ConnectionLimits, limitConnections } from './connection-limits.ts';
import { drainOf, isLeaving } from './http-ends.ts';
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
  /** Whose listener it is, as readiness says it. */
  readonly name: string;
  readonly connections: ConnectionLimits;
  readonly onRequest: RequestListener;
  /** Ends what would otherwise stay open for hours. */
  readonly beforeClose?: () => void;
};

/** Listens until the process stops, and answers the port. */
export async function listenOn(
  { life, health }: Pick<Host, 'life' | 'health'>,
  server: Server,
  { port, name, connections, onRequest, beforeClose }: ListenTerms,
): Promise<{ port: number }> {
  server.maxConnections = connections.max;
  limitConnections(server, connections);
  // New clients go to another replica while this one would close their connections.
  health.check(`connections of ${name}`, async () => {
    const open = await promisify(server.getConnections.bind(server))();
    if (open >= connections.max) throw new Error(`all ${connections.max} are in use`);
  });
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

/** How long a connection stays open behind an answer to somebody who has shown no good key. */
const IDLE_STRANGER_MS = 10_000;
/** A client that hears of it closes sooner than we do. */
const IDLE_SLACK_MS = 1_000;

/**
 * Keeps the connection of an answer that is about to be sent for a short time only: a stranger's idle ones
 * must not add up. It says so in `Keep-Alive`, as Node does for the others.
 */
export function keepBriefly(response: ServerResponse): void {
  const { socket } = response.req;
  if (!response.shouldKeepAlive || response.headersSent || response.hasHeader('Connection')) return;
  response.setHeader('Connection', 'keep-alive');
  response.setHeader('Keep-Alive', `timeout=${IDLE_STRANGER_MS / 1_000}`);
  // Node has set its own by then.
  response.once('finish', () => socket.setTimeout(IDLE_STRANGER_MS + IDLE_SLACK_MS));
}
