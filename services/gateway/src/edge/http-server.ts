import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  answeredStatus,
  type ConnectionLimits,
  type Host,
  HTTP_LIMITS,
  type Logger,
  listenOn,
  opened,
} from '@gx/runtime';
import { type OpenExchange, openExchange } from './open-exchanges.ts';
import { answerParserErrors } from './parser-errors.ts';
import { followTlsFiles, type TlsFiles, tlsOptions } from './tls-files.ts';

export type ListenOptions = {
  readonly port: number;
  /** Who connects there. */
  readonly name: 'merchants' | 'banks';
  readonly connections: Omit<ConnectionLimits, 'max'>;
  readonly tls?: TlsFiles;
  readonly limits?: ServerOptions;
  /** Called with every request that is over, answered or not. */
  readonly onOver?: (request: IncomingMessage, exchange: OpenExchange) => void;
};

const MAX_CONNECTIONS = 10_000;
/** As long as the headers of a request may take. */
const HANDSHAKE_MS = HTTP_LIMITS.headersTimeout;

/**
 * Listens with the limits of the edge; every request gets its id and its span before anything else looks at
 * it.
 */
export async function listen(
  host: Host,
  handle: RequestListener,
  { port, name, connections, tls, limits = HTTP_LIMITS, onOver }: ListenOptions,
): Promise<{ port: number }> {
  const onRequest = opened((request, response, open) => {
    const exchange: OpenExchange = { ...open, response };
    openExchange(request, exchange);
    response.once('close', () => {
      logRequest(host.log, request, exchange);
      onOver?.(request, exchange);
    });
    handle(request, response);
  });
  const server = tls === undefined ? createServer(limits, onRequest) : await tlsServer(host, tls, onRequest);
  answerParserErrors(server, host.log);
  return listenOn(host, server, { port, name, connections: { max: MAX_CONNECTIONS, ...connections }, onRequest });
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
    { ...HTTP_LIMITS, handshakeTimeout: HANDSHAKE_MS, ...(await tlsOptions(files)) },
    onRequest,
  );
  followTlsFiles(host, server, files);
  return server;
}
