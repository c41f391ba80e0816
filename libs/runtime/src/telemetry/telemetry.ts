import { isErrorCode, Refusal } from '@gx/core';
import { type Context, context, type Link, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  defaultResource,
  envDetector,
  type Resource,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { AlwaysOffSampler, NoopSpanProcessor } from '@opentelemetry/sdk-trace';
import { metricsOnDemand } from './metrics.ts';
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

/** What a process says of itself beside its name. */
export type Deployment = { readonly version?: string | undefined; readonly environment?: string };

let installed: Promise<Telemetry> | undefined;

/**
 * Starts the OpenTelemetry SDK for the process: spans and metrics are exported by OTLP over HTTP when an
 * endpoint is set; without one no span is recorded but trace ids exist and travel, and metrics are there for
 * any scraper. The standard's own settings hold for the rest: `OTEL_TRACES_SAMPLER`,
 * `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_BSP_*`. A collector that is down costs
 * spans, never a request.
 */
export const startTelemetry = (
  service: string,
  endpoint: string | undefined,
  deployment: Deployment = {},
): Promise<Telemetry> => {
  installed ??= install(resourceOf(service, deployment), endpoint);
  return installed;
};

const resourceOf = (service: string, { version, environment }: Deployment): Resource =>
  defaultResource().merge(
    resourceFromAttributes({
      'service.name': service,
      ...(version === undefined ? {} : { 'service.version': version }),
      ...(environment === undefined ? {} : { 'deployment.environment.name': environment }),
    }),
  );

/** Without an endpoint spans are made for their ids alone. */
const NOT_RECORDED = { sampler: new AlwaysOffSampler(), spanProcessors: [new NoopSpanProcessor()] };

async function install(resource: Resource, endpoint: string | undefined): Promise<Telemetry> {
  const exported = endpoint === undefined ? undefined : (await import('./otlp.ts')).otlp(endpoint);
  const measured = metricsOnDemand();
  const sdk = new NodeSDK({
    resource,
    // The others export command line, owner, host and paths.
    resourceDetectors: [serviceInstanceIdDetector, envDetector],
    // A trace travels in headers that each border reads and writes for itself.
    textMapPropagator: null,
    metricReaders: [measured.reader, ...(exported === undefined ? [] : [exported.metrics])],
    // Logs go to standard output.
    logRecordProcessors: [],
    ...(exported === undefined ? NOT_RECORDED : { traceExporter: exported.spans }),
  });
  sdk.start();
  return {
    metrics: measured.text,
    stop: async () => {
      installed = undefined;
      await sdk.shutdown();
      measured.stop();
      trace.disable();
      context.disable();
    },
  };
}
