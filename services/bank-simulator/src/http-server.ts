import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeIfUnread, drainOf, isLeaving, type Logger, sendLast } from '@gx/runtime';
import type { SimulatedBank } from './bank.ts';
import { Problem, problemBody } from './domain/problem.ts';
import { type BankResponse, type BankRoute, type MatchedRoute, router } from './route.ts';

const BODY_BYTES_MAX = 65_536;

export type HttpServer = { readonly port: number; readonly stop: () => Promise<void> };
type ServerContext = {
  readonly bank: SimulatedBank;
  readonly find: (method: string, url: string) => MatchedRoute;
  readonly log: Logger;
  readonly closing: AbortSignal;
};

/**
 * Serves the routes over keep-alive HTTP. Whatever goes wrong is told as application/problem+json, by the
 * parser too.
 */
export async function startHttpServer(
  { host, port }: { readonly host: string; readonly port: number },
  routes: readonly BankRoute[],
  { bank, log }: { readonly bank: SimulatedBank; readonly log: Logger },
): Promise<HttpServer> {
  const closing = new AbortController();
  const door: ServerContext = { bank, find: router(routes), log, closing: closing.signal };
  const server = createServer({ keepAliveTimeout: 75_000, requestTimeout: 30_000 }, (incoming, response) => {
    if (isLeaving(incoming.socket)) return void incoming.resume();
    serve(door, incoming, response).catch((err: unknown) => {
      log.error({ err }, 'answer could not be written');
      response.destroy();
    });
  });
  const drain = drainOf(server);
  server.on('clientError', (_error, socket) => {
    if (isLeaving(socket)) return;
    if (!socket.writable) return void socket.destroy();
    const body = JSON.stringify(problemBody(new Problem('RequisicaoInvalida'), randomUUID()));
    const head = [
      'HTTP/1.1 400 Bad Request',
      'X-Simulator: true',
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ];
    sendLast(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  // Requests under way finish; those that hang on purpose are let go.
  const stop = (): Promise<void> => {
    closing.abort();
    return drain();
  };
  return { port: (server.address() as AddressInfo).port, stop };
}

async function serve(door: ServerContext, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const started = performance.now();
  const answer = await answerTo(door, incoming, response);
  if (answer === 'reset') incoming.socket.resetAndDestroy();
  else {
    await closeIfUnread(incoming, response);
    write(response, answer, door.closing.aborted);
  }
  if (!door.log.isLevelEnabled('debug')) return;
  const trace = /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(String(incoming.headers['traceparent'] ?? ''))?.[1];
  const status = answer === 'reset' ? 'reset' : answer.status;
  const ms = Math.round(performance.now() - started);
  door.log.debug({ method: incoming.method, status, ms, caller_trace: trace }, 'answered');
}

async function answerTo(
  door: ServerContext,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<BankResponse> {
  try {
    const { route, params, query } = door.find(incoming.method ?? '', incoming.url ?? '/');
    const body = await readBody(incoming);
    const gone = () => goneSignal(response, door.closing);
    return await route.act(door.bank, { method: route.method, params, query, headers: incoming.headers, body, gone });
  } catch (error) {
    return problemAnswer(error, door.log);
  }
}

function problemAnswer(error: unknown, log: Logger): BankResponse {
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

function write(response: ServerResponse, answer: Exclude<BankResponse, 'reset'>, closing: boolean): void {
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
    const refuse = (razao: string): void =>
      reject(new Problem('RequisicaoInvalida', [{ razao, propriedade: 'corpo' }]));
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= BODY_BYTES_MAX) chunks.push(chunk);
    });
    incoming.once('end', () => {
      if (bytes <= BODY_BYTES_MAX) resolve(Buffer.concat(chunks).toString('utf8'));
      else refuse('O corpo da requisição é grande demais.');
    });
    incoming.once('error', () => refuse('O corpo da requisição não chegou inteiro.'));
  });
}

function goneSignal(response: ServerResponse, closing: AbortSignal): AbortSignal {
  const hungUp = new AbortController();
  if (response.destroyed) hungUp.abort();
  response.once('close', () => hungUp.abort());
  return AbortSignal.any([hungUp.signal, closing]);
}
