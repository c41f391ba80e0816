import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from '@gx/runtime';
import { Problem, problemBody } from './domain/problem.ts';

const BODY_BYTES_MAX = 65_536;

export type Request = {
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  /** The raw body; `readJson` reads it where JSON is due. */
  readonly body: string;
  /** Aborted when the caller has gone or the bank closes: whoever waits on purpose must let go. */
  readonly gone: () => AbortSignal;
};
/** What goes back: JSON unless `raw` says otherwise; `reset` breaks the connection instead. */
export type Answer =
  | {
      readonly status: number;
      readonly body?: unknown;
      readonly raw?: { readonly type: string; readonly text: string };
      readonly headers?: Readonly<Record<string, string>>;
    }
  | 'reset';
export type Route = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** `:name` stands for one segment. */
  readonly path: string;
  readonly act: (request: Request) => Promise<Answer>;
};
export type HttpServer = { readonly port: number; readonly stop: () => Promise<void> };

/** Serves the routes over keep-alive HTTP. Whatever goes wrong is told as application/problem+json, by the parser too. */
export async function startHttpServer(
  { host, port }: { readonly host: string; readonly port: number },
  routes: readonly Route[],
  log: Logger,
): Promise<HttpServer> {
  const table = routes.map((route) => ({ route, parts: route.path.split('/') }));
  const closing = new AbortController();
  const server = createServer({ keepAliveTimeout: 75_000, requestTimeout: 30_000 }, (incoming, response) => {
    serve(incoming, response).catch((err: unknown) => {
      log.error({ err }, 'answer could not be written');
      response.destroy();
    });
  });
  server.on('clientError', (_error, socket) => {
    if (!socket.writable) return;
    const body = JSON.stringify(problemBody(new Problem('RequisicaoInvalida'), randomUUID()));
    socket.end(
      `HTTP/1.1 400 Bad Request\r\nX-Simulator: true\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  });

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now();
    const answer = await answerTo(incoming, response);
    if (answer === 'reset') incoming.socket.resetAndDestroy();
    else write(response, answer, closing.signal.aborted);
    if (!log.isLevelEnabled('debug')) return;
    const status = answer === 'reset' ? 'reset' : answer.status;
    const trace = /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(String(incoming.headers['traceparent'] ?? ''))?.[1];
    log.debug(
      { method: incoming.method, status, ms: Math.round(performance.now() - started), caller_trace: trace },
      'answered',
    );
  }

  async function answerTo(incoming: IncomingMessage, response: ServerResponse): Promise<Answer> {
    try {
      const { route, params, query } = findRoute(incoming);
      const body = await readBody(incoming);
      const gone = () => goneSignal(response, closing.signal);
      return await route.act({ method: route.method, params, query, headers: incoming.headers, body, gone });
    } catch (error) {
      return problemAnswer(error, log);
    }
  }

  function findRoute(incoming: IncomingMessage) {
    const [path = '', search = ''] = (incoming.url ?? '/').split('?', 2);
    const parts = path.split('/');
    for (const { route, parts: wanted } of table) {
      if (route.method !== incoming.method || wanted.length !== parts.length) continue;
      const params: Record<string, string> = {};
      const fits = wanted.every((want, i) => {
        const given = parts[i] ?? '';
        if (!want.startsWith(':')) return want === given;
        params[want.slice(1)] = decoded(given);
        return given !== '';
      });
      if (fits) return { route, params, query: new URLSearchParams(search) };
    }
    throw new Problem('NaoEncontrado');
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, stop: () => stopServer(server, closing) };
}

/** Reads a body that has to be JSON. */
export function readJson({ headers, body }: Pick<Request, 'headers' | 'body'>): unknown {
  if (/^application\/(?:[\w.-]+\+)?json\b/i.test(headers['content-type'] ?? '')) {
    try {
      return JSON.parse(body);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  throw new Problem('RequisicaoInvalida', [{ razao: 'O corpo da requisição não é JSON.', propriedade: 'corpo' }]);
}

function problemAnswer(error: unknown, log: Logger): Answer {
  const correlationId = randomUUID();
  if (!(error instanceof Problem)) log.error({ err: error, correlation_id: correlationId }, 'unexpected fault');
  const problem = error instanceof Problem ? error : new Problem('ErroInternoDoServidor');
  return {
    status: problem.status,
    raw: { type: 'application/problem+json', text: JSON.stringify(problemBody(problem, correlationId)) },
    ...(problem.type === 'Unauthorized' ? { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } } : {}),
    ...(problem.type === 'LimiteDeRequisicoes' ? { headers: { 'retry-after': '1' } } : {}),
  };
}

function write(response: ServerResponse, answer: Exclude<Answer, 'reset'>, closing: boolean): void {
  if (response.destroyed) return;
  const json = answer.body === undefined ? undefined : { type: 'application/json', text: JSON.stringify(answer.body) };
  const content = answer.raw ?? json;
  response.writeHead(answer.status, {
    'x-simulator': 'true',
    ...(content === undefined ? {} : { 'content-type': content.type }),
    ...(answer.status === 204 ? {} : { 'content-length': Buffer.byteLength(content?.text ?? '') }),
    ...(closing ? { connection: 'close' } : {}),
    ...answer.headers,
  });
  response.end(content?.text);
}

function readBody(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= BODY_BYTES_MAX) chunks.push(chunk);
    });
    incoming.once('end', () => {
      if (bytes <= BODY_BYTES_MAX) resolve(Buffer.concat(chunks).toString('utf8'));
      else
        reject(
          new Problem('RequisicaoInvalida', [
            { razao: 'O corpo da requisição é grande demais.', propriedade: 'corpo' },
          ]),
        );
    });
    incoming.once('error', reject);
  });
}

function goneSignal(response: ServerResponse, closing: AbortSignal): AbortSignal {
  const hungUp = new AbortController();
  if (response.destroyed) hungUp.abort();
  response.once('close', () => hungUp.abort());
  return AbortSignal.any([hungUp.signal, closing]);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw new Problem('RequisicaoInvalida');
  }
}

/** Requests under way finish; those that hang on purpose are let go; idle connections close at once. */
async function stopServer(server: Server, closing: AbortController): Promise<void> {
  closing.abort();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
