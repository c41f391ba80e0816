import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** How the merchant's server answers one request. Without any, 200 at once. */
export type SinkAnswer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Before the answer. */
  readonly delayMs?: number;
  /** Takes the request and never answers. */
  readonly hang?: true;
  /** Cuts the connection: before any answer, or with the answer half sent. */
  readonly reset?: 'before' | 'midway';
  /** Answers 307 to this address. */
  readonly redirect?: string;
  readonly retryAfter?: string;
  /** Sends the body one byte at a time. */
  readonly byteEveryMs?: number;
  /** Writes to the connection as it is, which need not be HTTP. */
  readonly raw?: string;
};

/** One request as it arrived, before any answer. */
export type SinkRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Byte for byte, as UTF-8. */
  readonly body: string;
  readonly receivedAt: Date;
};

export type WebhookSink = {
  readonly port: number;
  /** The address of a path; `host` for servers that listen on more than one address. */
  readonly url: (path: string, host?: string) => string;
  /** Requests so far, oldest first; of one path when it is given. */
  readonly requests: (path?: string) => SinkRequest[];
  /** Sets what a path answers: the first request gets the first answer, and so on; the last one repeats. */
  readonly answer: (path: string, ...answers: readonly SinkAnswer[]) => void;
  /** TCP connections that were ever accepted. */
  readonly connections: () => number;
  readonly stop: () => Promise<void>;
};

type Options = { readonly host?: string; readonly port?: number };

/** A merchant's server for tests: records every request and answers as each path was told to. */
export async function startWebhookSink({ host = '127.0.0.1', port = 0 }: Options = {}): Promise<WebhookSink> {
  const seen: SinkRequest[] = [];
  const scripts = new Map<string, SinkAnswer[]>();
  let connections = 0;
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      // Behind the end of an answer that ended its connection too: no server takes a request there.
      if (request.socket.writableEnded) return;
      seen.push(recorded(request, Buffer.concat(chunks)));
      const script = scripts.get(path) ?? [];
      play(request.socket, response, (script.length > 1 ? script.shift() : script[0]) ?? {});
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const chosen = (server.address() as AddressInfo).port;
  return {
    port: chosen,
    url: (path, at = host) => `http://${at}:${chosen}${path}`,
    requests: (path) => seen.filter((request) => path === undefined || request.path.split('?')[0] === path),
    answer: (path, ...answers) => void scripts.set(path, [...answers]),
    connections: () => connections,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const recorded = (request: IncomingMessage, body: Buffer): SinkRequest => ({
  method: request.method ?? '',
  path: request.url ?? '',
  headers: request.headers,
  body: body.toString('utf8'),
  receivedAt: new Date(),
});

function play(socket: Socket, response: ServerResponse, answer: SinkAnswer): void {
  if (answer.hang) return;
  if (answer.delayMs !== undefined && answer.delayMs > 0) {
    const timer = setTimeout(() => play(socket, response, { ...answer, delayMs: 0 }), answer.delayMs);
    response.once('close', () => clearTimeout(timer));
    return;
  }
  if (answer.reset === 'before') return void socket.resetAndDestroy();
  if (answer.raw !== undefined) return void socket.end(answer.raw);
  const body = Buffer.from(answer.body ?? 'ok');
  response.writeHead(answer.status ?? (answer.redirect === undefined ? 200 : 307), {
    ...answer.headers,
    ...(answer.redirect === undefined ? {} : { location: answer.redirect }),
    ...(answer.retryAfter === undefined ? {} : { 'retry-after': answer.retryAfter }),
    'content-length': String(body.length),
  });
  if (answer.reset === 'midway') {
    response.write(body.subarray(0, 1), () => socket.resetAndDestroy());
  } else if (answer.byteEveryMs !== undefined) drip(response, body, answer.byteEveryMs);
  else response.end(body);
}

function drip(response: ServerResponse, body: Buffer, everyMs: number): void {
  let sent = 0;
  const timer = setInterval(() => {
    response.write(body.subarray(sent, sent + 1));
    sent += 1;
    if (sent < body.length) return;
    clearInterval(timer);
    response.end();
  }, everyMs);
  response.once('close', () => clearInterval(timer));
}

/**
 * What a webhook's signature proves: of which family it is, or `undefined` when it does not fit the secret.
 */
export type SignatureProof = { readonly family: 'canonical'; readonly signedAt: Date } | { readonly family: 'legacy' };

/**
 * Checks `X-Service-Signature` the way a merchant would, from the published recipe: HMAC-SHA256 with the
 * secret's text as key, over `<t>.<rawBody>` (canonical) or over the raw body (legacy).
 */
export function verifyWebhook(
  { headers, body }: Pick<SinkRequest, 'headers' | 'body'>,
  secret: string,
): SignatureProof | undefined {
  const signature = String(headers['x-service-signature'] ?? '');
  const canonical = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature);
  if (canonical !== null) {
    const [, t = '', hex = ''] = canonical;
    return matches(secret, `${t}.${body}`, hex)
      ? { family: 'canonical', signedAt: new Date(Number(t) * 1_000) }
      : undefined;
  }
  const legacy = /^sha256=([0-9a-f]{64})$/.exec(signature);
  return legacy !== null && matches(secret, body, legacy[1] ?? '') ? { family: 'legacy' } : undefined;
}

/** What the headers of Standard Webhooks prove. */
export type StandardSignatureProof = { readonly id: string; readonly signedAt: Date };

/**
 * Checks the headers of Standard Webhooks 1.0 by their recipe: HMAC-SHA256 with what the secret's text says
 * in base64 as key, over `<webhook-id>.<webhook-timestamp>.<rawBody>`; `undefined` when it does not fit.
 */
export function verifyStandardWebhook(
  { headers, body }: Pick<SinkRequest, 'headers' | 'body'>,
  secret: string,
): StandardSignatureProof | undefined {
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name] ?? ''),
  ) as [string, string, string];
  const [, base64] = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(signature) ?? [];
  const key = Buffer.from(secret, 'base64');
  if (base64 === undefined || !/^\d+$/.test(timestamp)) return undefined;
  return isHmac(key, `${id}.${timestamp}.${body}`, Buffer.from(base64, 'base64'))
    ? { id, signedAt: new Date(Number(timestamp) * 1_000) }
    : undefined;
}

const matches = (secret: string, text: string, hex: string): boolean => isHmac(secret, text, Buffer.from(hex, 'hex'));
const isHmac = (key: string | Buffer, text: string, hmac: Buffer): boolean =>
  timingSafeEqual(createHmac('sha256', key).update(text).digest(), hmac);
