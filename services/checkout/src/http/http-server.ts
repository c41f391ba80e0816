import { createServer, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { notFound, Refusal } from '@gx/core';
import {
  closeIfUnread,
  type Host,
  HTTP_LIMITS,
  isLeaving,
  listenOn,
  opened,
  refuseOn,
  requestIdInBytes,
  requestIdOf,
} from '@gx/runtime';
import { openExchange } from './exchange.ts';

export type ListenOptions = {
  readonly port: number;
  readonly connectionsPerAddress: number;
  readonly trustedProxies: readonly string[];
  /** Ends what would otherwise stay open for hours. */
  readonly beforeClose: () => void;
};

/** Streams and the connections around them. */
const MAX_CONNECTIONS = 20_000;

/** Listens; every request has its id, its span and, at its end, its line in the log. */
export async function listen(
  host: Host,
  handle: RequestListener,
  { port, connectionsPerAddress, trustedProxies, beforeClose }: ListenOptions,
): Promise<{ port: number }> {
  const onRequest = opened((request, response, { requestId, span, startedAt }) => {
    const exchange = openExchange(request, { requestId, span });
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
  const server = createServer(HTTP_LIMITS, onRequest);
  answerParserErrors(server);
  const connections = { max: MAX_CONNECTIONS, perAddress: connectionsPerAddress, trustedProxies };
  return listenOn(host, server, { port, name: 'payers', connections, onRequest, beforeClose });
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
    refuseOn(socket, refusal, requestIdInBytes(rawPacket, bytesParsed));
  });
  server.on('connect', (request, socket) => refuseOn(socket, notFound('page'), requestIdOf(request)));
}
