import type { IncomingMessage, ServerResponse } from 'node:http';
import { SpanStatusCode } from '@opentelemetry/api';
import { type Span, SpanKind, startSpan, withSpan } from './telemetry.ts';
import { contextFrom } from './trace-context.ts';

/**
 * Runs the handling of one HTTP request inside a server span that continues the caller's trace and ends with the
 * response. The route template becomes known later: `nameSpan` sets it; the path itself, which holds ids, never does.
 */
export function inHttpSpan(request: IncomingMessage, response: ServerResponse, handle: (span: Span) => void): void {
  const header = request.headers['traceparent'];
  const parent = contextFrom(typeof header === 'string' ? header : undefined);
  const method = request.method ?? 'GET';
  const span = startSpan(method, { kind: SpanKind.SERVER, parent, attributes: { 'http.request.method': method } });
  response.once('close', () => {
    span.setAttribute('http.response.status_code', response.statusCode);
    if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  withSpan(span, () => handle(span), parent);
}

/** Names the span after its route template, as in `POST /v1/charges`. */
export function nameSpan(span: Span, method: string, route: string): void {
  span.updateName(`${method} ${route}`);
  span.setAttribute('http.route', route);
}
