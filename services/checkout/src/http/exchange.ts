import type { IncomingMessage } from 'node:http';
import type { Span } from '@gx/runtime';

/** What is known about one request from its first byte to its log line. */
export type RequestContext = {
  readonly requestId: string;
  readonly span: Span;
  /**
   * Route template; stays undefined for a path that is none. A path holds an id, which opens a page: it is
   * never logged.
   */
  route?: string;
};

const byRequest = new WeakMap<IncomingMessage, RequestContext>();

export function openExchange(request: IncomingMessage, exchange: RequestContext): RequestContext {
  byRequest.set(request, exchange);
  return exchange;
}

export function exchangeOf(request: IncomingMessage): RequestContext {
  const exchange = byRequest.get(request);
  if (exchange === undefined) throw new Error('a request that the server did not open');
  return exchange;
}
