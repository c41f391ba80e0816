import type { IncomingMessage } from 'node:http';

/**
 * How often the client sent a header. Node joins some repeated headers with a comma and silently keeps the
 * first of others; both would let two readers of one request disagree about who calls.
 */
export function timesSent(request: IncomingMessage, name: string): number {
  const raw = request.rawHeaders;
  let times = 0;
  for (let i = 0; i < raw.length; i += 2) {
    const sent = raw[i] as string;
    if (sent.length === name.length && sent.toLowerCase() === name) times++;
  }
  return times;
}

/**
 * The value of a header that must come exactly once (lower-case name); undefined when it is missing or
 * repeated.
 */
export function singleHeader(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && timesSent(request, name) === 1 ? value : undefined;
}
