import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '@gx/core';
import type { Span } from '@gx/runtime';

/** What the edge knows about one request from its first byte to its log line. */
export type OpenExchange = {
  readonly requestId: string;
  readonly response: ServerResponse;
  readonly span: Span;
  readonly startedAt: number;
  /** Route template; stays undefined for a path that is none. */
  route?: string;
  /** Whose key calls, once it is known: what the logs name it by (specification, Authentication 3). */
  caller?: { readonly fingerprint: string; readonly accountId: string; readonly livemode: boolean };
  /** The word of `keys` for it. */
  assertion?: string | undefined;
  /** It carried a good credential other than an API key. */
  isKnown?: true;
  /** Of the refusal that answered it. */
  errorCode?: ErrorCode;
  /** The field, header or parameter that it blames. */
  errorParam?: string | undefined;
  /** Its body turned out to be no HTTP: the answer went to the socket itself. */
  isRefusedByParser?: true;
};

const byRequest = new WeakMap<IncomingMessage, OpenExchange>();
const bySocket = new WeakMap<Duplex, { request: IncomingMessage; exchange: OpenExchange }>();

export function openExchange(request: IncomingMessage, exchange: OpenExchange): void {
  byRequest.set(request, exchange);
  bySocket.set(request.socket, { request, exchange });
}

export function exchangeOf(request: IncomingMessage): OpenExchange {
  const exchange = byRequest.get(request);
  if (exchange === undefined) throw new Error('a request that the edge did not open');
  return exchange;
}

/** The newest request of a connection, which may be answered already. */
export const lastOn = (socket: Duplex): { request: IncomingMessage; exchange: OpenExchange } | undefined =>
  bySocket.get(socket);
