import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { type Exchange, type Inspection, inspectApi, inspectCallback } from './inspect.ts';

export type ProxyOptions = {
  /** Where requests go on to: a bank, or with `callbacks` the product's listener for banks. */
  readonly target: string;
  readonly callbacks?: boolean;
  readonly basePath?: string;
  readonly tokenPath?: string;
};
/** One line of what went through. `status` 0 means that no answer came back. */
export type Traffic = {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
};
export type Violation = Traffic & { readonly problem: string };

/** A server between a client and a bank that judges every message in both directions and changes none. */
export type ApiPixProxy = {
  readonly url: string;
  readonly traffic: readonly Traffic[];
  readonly violations: readonly Violation[];
  /** Hands over the violations so far and forgets them: for a test that provokes one. */
  takeViolations(): Violation[];
  /** Throws with every violation seen, if there is one. */
  assertClean(): void;
  close(): Promise<void>;
};

/** Not API Pix: the simulator's own doors, and the API of its acquirer. They pass, unjudged. */
const OTHER_DOORS = ['/sim/', '/acquirer/'];
/** What is left to say about a callback once it has been judged. */
const CALLBACK: Inspection = { operation: 'callback', violations: [] };
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'te', 'trailer', 'upgrade', 'host']);

/** Starts the judging proxy on a free port of 127.0.0.1. */
export async function apiPixProxy(options: ProxyOptions): Promise<ApiPixProxy> {
  const { target, callbacks = false, basePath = '/v2', tokenPath = '/oauth/token' } = options;
  const upstream = new Pool(target, { connections: 64, headersTimeout: 0, bodyTimeout: 0 });
  const traffic: Traffic[] = [];
  const violations: Violation[] = [];

  const judge = (exchange: Exchange, { operation, violations: problems }: Inspection): void => {
    const line = { operation, method: exchange.method, path: exchange.path, status: exchange.status };
    violations.push(...problems.map((problem) => ({ ...line, problem })));
  };
  const server = createServer((request, response) => {
    const passing = forward(upstream, request, response, (exchange) => {
      // A callback says all before it is answered, and its receiver may act on it at once: so it is judged
      // before it is sent on.
      if (callbacks) judge(exchange, inspectCallback(exchange));
    });
    const passed = (exchange: Exchange): void => {
      if (OTHER_DOORS.some((proxy) => exchange.path.startsWith(proxy))) return;
      const inspected = callbacks ? CALLBACK : inspectApi(exchange, basePath, tokenPath);
      const { method, path, status } = exchange;
      traffic.push({ operation: inspected.operation, method, path, status });
      judge(exchange, inspected);
    };
    passing.then(passed, (fault: unknown) => {
      violations.push({
        operation: 'proxy',
        method: request.method ?? '',
        path: '',
        status: 0,
        problem: String(fault),
      });
      response.destroy();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    traffic,
    violations,
    takeViolations: () => violations.splice(0),
    assertClean: () => {
      if (violations.length === 0) return;
      const lines = violations.map(({ method, path, status, problem }) => `${method} ${path} ${status}: ${problem}`);
      throw new Error(`API Pix was broken ${lines.length} times\n${[...new Set(lines)].join('\n')}`);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
      await upstream.destroy();
    },
  };
}

async function bodyOf(message: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));

const one = (header: string | string[] | undefined): string => (Array.isArray(header) ? header.join() : (header ?? ''));

/** Sends the request on, and the answer back; a reset on one side becomes a reset on the other. */
async function forward(
  upstream: Pool,
  request: IncomingMessage,
  response: ServerResponse,
  onRequest: (exchange: Exchange) => void,
): Promise<Exchange> {
  const { method = '', url = '/' } = request;
  const { pathname, searchParams } = new URL(url, 'http://proxy');
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const requestBody = await bodyOf(request);
  const exchange: Exchange = {
    method,
    path: pathname,
    query: searchParams,
    requestType: request.headers['content-type'] ?? '',
    authorization: request.headers.authorization ?? '',
    requestBody: requestBody.toString(),
    status: 0,
    responseType: '',
    responseBody: '',
  };
  onRequest(exchange);
  try {
    const answer = await upstream.request({
      method,
      path: url,
      headers: endToEnd(request.headers),
      body: requestBody.length > 0 ? requestBody : null,
      signal: gone.signal,
    });
    const responseBody = await bodyOf(answer.body);
    response.writeHead(answer.statusCode, endToEnd(answer.headers));
    response.end(responseBody);
    const responseType = one(answer.headers['content-type']);
    return { ...exchange, status: answer.statusCode, responseType, responseBody: responseBody.toString() };
  } catch {
    // The bank's end broke, or the client left: either way the client must see a broken connection, as it
    // would without us.
    response.destroy();
    return exchange;
  }
}
