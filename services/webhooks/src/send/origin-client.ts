import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { type buildConnector, Dispatcher } from 'undici';

type Options = {
  readonly connect: buildConnector.connector;
  readonly connections: number;
  readonly maxHeaderSize: number;
};
type Handler = Dispatcher.DispatchHandler;

/** Connections that have brought an answer: Node's own mark is missing where a request waited for one. */
const USED = new WeakSet<object>();

/**
 * The connections to one origin, by Node's own client. It reads any 1xx before the answer that counts,
 * unasked and several of them, as RFC 9110 15.2 demands of a client; a pool of undici ends the connection at
 * a 100. Connections are opened by `connect`, and are used again; a request that meets the end of a used one
 * before a byte of its answer is sent once more, on a new one (RFC 9110 9.2.2: a webhook may come twice).
 */
export class OriginClient extends Dispatcher {
  readonly #origin: URL;
  readonly #agent: http.Agent;
  readonly #unused: http.Agent;
  readonly #client: typeof http | typeof https;
  readonly #maxHeaderSize: number;

  constructor(origin: string, { connect, connections, maxHeaderSize }: Options) {
    super();
    this.#origin = new URL(origin);
    this.#client = this.#origin.protocol === 'https:' ? https : http;
    // The one that has rested longest is lent first: if its server was to close it, that is known by now.
    this.#agent = patient(new this.#client.Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' }));
    this.#agent.createConnection = openedBy(connect, this.#origin);
    this.#unused = new this.#client.Agent({ keepAlive: false });
    this.#unused.createConnection = openedBy(connect, this.#origin);
    this.#maxHeaderSize = maxHeaderSize;
  }

  override dispatch({ method, path, headers, body }: Dispatcher.DispatchOptions, handler: Handler): boolean {
    const options = { method, path, headers: headers as Record<string, string>, maxHeaderSize: this.#maxHeaderSize };
    const begin = (agent: http.Agent): ClientRequest =>
      this.#client.request(this.#origin, { ...options, agent }).end(body);
    tell({ begin: () => begin(this.#agent), again: () => begin(this.#unused) }, handler);
    return true;
  }

  /** Ends every connection, also those in use. */
  override destroy(): Promise<void> {
    this.#agent.destroy();
    this.#unused.destroy();
    return Promise.resolve();
  }
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

const openedBy =
  (connect: buildConnector.connector, { hostname, host, protocol, port }: URL): http.Agent['createConnection'] =>
  (_, opened) => {
    const name = hostname.replace(/^\[|\]$/g, '');
    connect({ hostname: name, host, protocol, port }, (...[error, socket]) => {
      if (error === null) opened?.(null, socket);
      else opened?.(error, undefined as never);
    });
    return undefined;
  };

type RequestFactory = { readonly begin: () => ClientRequest; readonly again: () => ClientRequest };

/** Tells the handler what becomes of a request: its answer, then its end or what broke it off, once. */
function tell({ begin, again }: RequestFactory, handler: Handler): void {
  let request = begin();
  let answer: IncomingMessage | undefined;
  let aborted: Error | undefined;
  // Of what breaks off in the middle both tell, the request and its answer.
  let ended = false;
  const controller: Dispatcher.DispatchController = {
    get aborted() {
      return aborted !== undefined;
    },
    get reason() {
      return aborted ?? null;
    },
    paused: false,
    pause: () => void answer?.pause(),
    resume: () => void answer?.resume(),
    abort: (reason) => {
      aborted ??= reason;
      (answer ?? request).destroy(reason);
    },
  };
  const end = (tellIt: () => void): void => {
    if (ended) return;
    ended = true;
    tellIt();
  };
  const broken = (error: Error): void => end(() => handler.onResponseError?.(controller, aborted ?? error));
  const follow = (): void => {
    let isUsed = false;
    request.once('socket', (socket) => {
      isUsed = USED.has(socket);
    });
    // The first byte of an answer: the server has read the request.
    request.once('information', () => {
      isUsed = false;
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      // What is said beyond a whole answer does not break it off: its end is still to be told.
      if (answer?.complete === true) return;
      // Its server had closed the connection behind the answer before: a new one has never been used.
      const isStale = isUsed && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      if (answer !== undefined || aborted !== undefined || !isStale) return broken(error);
      request = again();
      follow();
    });
    request.once('response', (response) => {
      answer = response;
      USED.add(response.socket);
      handler.onResponseStart?.(controller, response.statusCode ?? 0, response.headers, response.statusMessage);
      response.on('data', (chunk: Buffer) => handler.onResponseData?.(controller, chunk));
      response.once('end', () => end(() => handler.onResponseEnd?.(controller, {})));
      response.on('error', broken);
    });
  };
  follow();
  handler.onRequestStart?.(controller, {});
}
