import {
  type Context,
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type SpanContext,
  TraceFlags,
  trace,
} from '@opentelemetry/api';

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The W3C `traceparent` of the active span; undefined when nothing is traced. */
export function traceparent(): string | undefined {
  const current = trace.getSpanContext(context.active());
  return current === undefined ? undefined : formatTraceparent(current);
}

export function formatTraceparent(span: SpanContext): string | undefined {
  if (!isSpanContextValid(span)) return undefined;
  return `00-${span.traceId}-${span.spanId}-${(span.traceFlags & 0xff).toString(16).padStart(2, '0')}`;
}

/** Reads a `traceparent`; undefined when it is absent or malformed. */
export function parseTraceparent(header: string | undefined): SpanContext | undefined {
  const match = header === undefined ? null : TRACEPARENT.exec(header);
  if (match === null) return undefined;
  const [, traceId = '', spanId = '', flags = ''] = match;
  const span = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
  return isSpanContextValid(span) ? span : undefined;
}

/** A context whose spans continue the trace of `header`, or start one of their own. */
export function contextFrom(header: string | undefined): Context {
  const span = parseTraceparent(header);
  return span === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, span);
}

/** Ids of the active span for a log line. */
export function currentIds(): { trace_id?: string; span_id?: string } {
  const current = trace.getSpanContext(context.active());
  return current === undefined || !isSpanContextValid(current)
    ? {}
    : { trace_id: current.traceId, span_id: current.spanId };
}
