import type { IncomingMessage, ServerResponse } from 'node:http';
import { SpanStatusCode } from '@opentelemetry/api';
import { observe, secondsSince } from '../telemetry/metrics.ts';
import { type Span, SpanKind, startSpan, withSpan } from '../telemetry/telemetry.ts';
import { contextFrom } from '../telemetry/trace-context.ts';

/** Methods are the client's to choose, labels are not. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** The client left before it was answered. */
const ABORTED = 499;
/**
 * The status of an answer, undefined while there is none. Where the request turned out to be no HTTP the
 * answer went to the socket itself, and the response has only its status.
 */
export const answeredStatus = ({ headersSent, statusCode }: ServerResponse): number | undefined =>
  headersSent || statusCode >= 400 ? statusCode : undefined;

/** The route template of each span that has been named. */
const routes = new WeakMap<Span, string>();

/**
 * Runs the handling of one HTTP request inside a server span that continues the caller's trace and ends with
 * the response. The route template becomes known later: `nameSpan` sets it; the path itself, which holds ids,
 * never does.
 */
export function inHttpSpan(request: IncomingMessage, response: ServerResponse, handle: (span: Span) => void): void {
  const header = request.headers['traceparent'];
  const parent = contextFrom(typeof header === 'string' ? header : undefined);
  const method = request.method ?? 'GET';
  const startedAt = performance.now();
  const span = startSpan(method, { kind: SpanKind.SERVER, parent, attributes: { 'http.request.method': method } });
  response.once('close', () => {
    span.setAttribute('http.response.status_code', response.statusCode);
    if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
    observe('http.server.request.duration', secondsSince(startedAt), {
      'http.request.method': METHODS.has(method) ? method : '_OTHER',
      'http.route': routes.get(span) ?? 'none',
      'http.response.status_code': answeredStatus(response) ?? ABORTED,
    });
  });
  withSpan(span, () => handle(span), parent);
}

/** Names the span after its route template, as in `POST /v1/charges`. */
export function nameSpan(span: Span, method: string, route: string): void {
  span.updateName(`${method} ${route}`);
  span.setAttribute('http.route', route);
  routes.set(span, route);
}
