import http from 'node:http';
import https from 'node:https';
import type { buildConnector } from 'undici';

type Limits = {
  readonly connect: buildConnector.connector;
  /** Of all hosts together; with more than these open, one that has its answer is closed. */
  readonly keptMax: number;
  readonly idleMs: number;
};
type Client = {
  readonly request: typeof http.request;
  /** Lends connections that are kept for the next request. */
  readonly agent: http.Agent;
  /** Opens one for a single request; without an agent Node knows no port but 80. */
  readonly single: Pick<http.RequestOptions, 'createConnection' | 'defaultPort'>;
};
export type Connections = {
  readonly to: (origin: string) => Client;
  /** Ends every connection, also those in use. */
  readonly close: () => void;
};

/**
 * Keep-alive connections to any host, as many as its queues ask for: a TLS handshake costs more than fifty
 * requests. They are those of Node's own client, which reads any 1xx before the answer that counts, unasked
 * and several of them, as RFC 9110 15.2 demands of a client; a pool of undici ends the connection at a 100.
 */
export function keptConnections({ connect, keptMax, idleMs }: Limits): Connections {
  let open = 0;
  const clientOf = (protocol: string, defaultPort: number, { Agent, request }: typeof http | typeof https): Client => {
    const createConnection: http.Agent['createConnection'] = ({ host, port }, opened) => {
      const hostname = host ?? '';
      connect({ hostname, host: hostname, protocol, port: String(port) }, (...[error, socket]) => {
        if (error !== null) return void opened?.(error, undefined as never);
        open += 1;
        socket.once('close', () => {
          open -= 1;
        });
        opened?.(null, socket);
      });
      return undefined;
    };
    // The one that has rested longest is lent first: if its server was to close it, that is known by now.
    const agent = new Agent({ keepAlive: true, scheduling: 'fifo', timeout: idleMs });
    const keep = agent.keepSocketAlive.bind(agent);
    agent.keepSocketAlive = (socket) => open <= keptMax && keep(socket);
    agent.createConnection = createConnection;
    return { request, agent: patient(agent), single: { createConnection, defaultPort } };
  };
  const plain = clientOf('http:', 80, http);
  const secure = clientOf('https:', 443, https);
  return {
    to: (origin) => (origin.startsWith('https:') ? secure : plain),
    close: () => {
      plain.agent.destroy();
      secure.agent.destroy();
    },
  };
}

/**
 * Lends a connection again a turn of the event loop after its answer, when the end that its server may have
 * sent behind that has been read: the next request would be lost with it.
 */
function patient(agent: http.Agent): http.Agent {
  const emit = agent.emit.bind(agent);
  agent.emit = (event: string, ...args: unknown[]): boolean => {
    if (event !== 'free') return emit(event, ...args);
    setImmediate(emit, event, ...args);
    return true;
  };
  return agent;
}
