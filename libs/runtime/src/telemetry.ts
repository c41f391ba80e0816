import { isErrorCode, Refusal } from '@gx/core';
import { type Context, context, type Link, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOffSampler, AlwaysOnSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { startMetrics } from './metrics.ts';
import type { SpanAttribute } from './span-registry.ts';
import { parseTraceparent } from './trace-context.ts';

export type { Context, Span } from '@opentelemetry/api';
export { SpanKind, SpanStatusCode } from '@opentelemetry/api';

/** The only attributes a span may carry. */
export type SpanAttributes = { readonly [K in SpanAttribute]?: string | number | boolean };

export type SpanOptions = {
  readonly kind?: SpanKind;
  readonly attributes?: SpanAttributes;
  /** Where the span belongs; the active context unless given. */
  readonly parent?: Context;
  /** `traceparent` headers of other traces that this one follows from. */
  readonly links?: readonly (string | undefined)[];
};

const tracer = () => trace.getTracer('gx');

/** Starts a span that the caller ends; its name is a row of `SPANS`. Prefer `inSpan`. */
export function startSpan(
  name: string,
  { kind = SpanKind.INTERNAL, attributes, parent, links = [] }: SpanOptions = {},
): Span {
  const linked = links
    .map((header) => parseTraceparent(header))
    .filter((span) => span !== undefined)
    .map((span): Link => ({ context: span }));
  const span = tracer().startSpan(name, { kind, links: linked }, parent ?? context.active());
  // After its start: they are read and checked at some cost, also where nobody records the span.
  if (attributes !== undefined && span.isRecording()) span.setAttributes(attributes);
  return span;
}

/** Runs `fn` inside a span and ends it; what is thrown marks the span with its kind, never with its text. */
export async function inSpan<T>(name: string, options: SpanOptions, fn: (span: Span) => Promise<T> | T): Promise<T> {
  const span = startSpan(name, options);
  try {
    return await context.with(trace.setSpan(options.parent ?? context.active(), span), () => fn(span));
  } catch (error) {
    markFailed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

export function markFailed(span: Span, error: unknown): void {
  const kind = error instanceof Refusal ? error.code : error instanceof Error ? error.name : 'unknown';
  span.setAttribute('error.type', kind);
  if (!isErrorCode(kind) || kind === 'internal_error' || kind === 'service_unavailable') {
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
}

/** Makes `span` the active one while `fn` runs. */
export const withSpan = <T>(span: Span, fn: () => T, parent: Context = context.active()): T =>
  context.with(trace.setSpan(parent, span), fn);

export type Telemetry = {
  /** What has been measured so far, as Prometheus reads it. */
  readonly metrics: () => Promise<string>;
  readonly stop: () => Promise<void>;
};
let installed: Promise<Telemetry> | undefined;

/**
 * Installs tracing and measuring for the process: spans and metrics are exported by OTLP over HTTP when an
 * endpoint is set; without one no span is recorded but trace ids exist and travel, and metrics are there for
 * whoever asks. A collector that is down costs spans, never a request.
 */
export const startTelemetry = (service: string, endpoint: string | undefined): Promise<Telemetry> => {
  installed ??= install(service, endpoint);
  return installed;
};

async function install(service: string, endpoint: string | undefined): Promise<Telemetry> {
  const sent = endpoint === undefined ? undefined : (await import('./otlp.ts')).otlp(endpoint);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: sent === undefined ? new AlwaysOffSampler() : new AlwaysOnSampler(),
    spanProcessors: sent === undefined ? [] : [sent.spans],
  });
  trace.setGlobalTracerProvider(provider);
  const measured = startMetrics(service, sent?.metrics);
  return {
    metrics: measured.text,
    stop: async () => {
      installed = undefined;
      await Promise.all([provider.shutdown(), measured.stop()]);
      trace.disable();
      context.disable();
    },
  };
}
