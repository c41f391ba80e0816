import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { Connections } from './connections.ts';
import { BODY_KEPT_BYTES, decoded } from './decoded.ts';

/** A URL taken apart, once for many posts. */
export type Address = { readonly origin: string; readonly path: string };
export type Post = Address & { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer };
/** An answer as far as it came, also where it broke off. */
export type EndpointResponse = {
  readonly statusCode: number | undefined;
  readonly retryAfter: string | undefined;
  readonly body: string | undefined;
  readonly brokenOffBy?: unknown;
};

const HEADERS_MAX_BYTES = 16_384;
/** What is read of an answer so that its connection can be used again; a longer one is cut off. */
const BODY_READ_BYTES = 65_536;
/** Connections that have brought an answer: Node's own mark is missing where a request waited for one. */
const USED = new WeakSet<object>();

/** One request and a bounded part of its answer; rejects where there is none. The signal ends it anywhere. */
export async function post(connections: Connections, request: Post, signal: AbortSignal): Promise<EndpointResponse> {
  const { request: begin, agent, single } = connections.to(request.origin);
  const { path, headers, body } = request;
  const options = { method: 'POST', path, headers: { ...headers }, maxHeaderSize: HEADERS_MAX_BYTES, signal };
  const send = (by: RequestOptions): Promise<IncomingMessage> =>
    answerTo(begin(request.origin, { ...options, ...by }), body);
  return readAnswer(
    await send({ agent }).catch((error: unknown) => {
      if (error instanceof StaleConnection) return send(single);
      throw error;
    }),
  );
}

/**
 * A used connection had ended before a byte of the answer came: its server had closed it behind the answer
 * before. The request is sent once more, on a new one (RFC 9110 9.2.2: a webhook may come twice).
 */
class StaleConnection extends Error {
  override readonly name = 'StaleConnection';
}

function answerTo(request: ClientRequest, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let isUsed = false;
    let answer: IncomingMessage | undefined;
    request.once('socket', (socket) => {
      isUsed = USED.has(socket);
    });
    // The first byte of an answer: the server has read the request.
    request.once('information', () => {
      isUsed = false;
    });
    request.once('response', (response) => {
      answer = response;
      USED.add(response.socket);
      resolve(response);
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = isUsed && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      if (answer === undefined) reject(isStale ? new StaleConnection() : error);
      // What is said beyond a whole answer does not break it off: its end is still to be told.
      else if (!answer.complete) answer.destroy(error);
    });
    request.end(body);
  });
}

async function readAnswer(response: IncomingMessage): Promise<EndpointResponse> {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let readBytes = 0;
  let end: Pick<EndpointResponse, 'brokenOffBy'> = {};
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      const part = chunk.subarray(0, BODY_KEPT_BYTES - keptBytes);
      // A copy: the endpoint decides how small chunks are, and each would hold on to all that was read with
      // it.
      if (part.length > 0) kept.push(Buffer.from(part));
      keptBytes += part.length;
      readBytes += chunk.length;
      if (readBytes > BODY_READ_BYTES) break;
    }
  } catch (brokenOffBy) {
    end = { brokenOffBy };
  }
  const { statusCode, headers } = response;
  const coding = headers['content-encoding'] ?? 'identity';
  const body = keptBytes > 0 ? textOf(decoded(Buffer.concat(kept), coding)) : undefined;
  return { statusCode, retryAfter: headers['retry-after']?.trim(), body, ...end };
}

/** As UTF-8; a character cut in two by the limit is left out. */
const textOf = (bytes: Buffer): string => {
  const text = bytes.toString('utf8');
  return bytes.length < BODY_KEPT_BYTES ? text : text.replace(/\uFFFD$/, '');
};
