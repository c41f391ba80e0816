import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { type IMetricReader, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import type { SpanExporter } from '@opentelemetry/sdk-trace';

const METRICS_EVERY_MS = 15_000;

/** What sends by OTLP over HTTP. A file of its own: it is loaded where there is an endpoint to send to. */
export const otlp = (endpoint: string): { readonly spans: SpanExporter; readonly metrics: IMetricReader } => ({
  spans: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }),
  metrics: new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url: `${endpoint}/v1/metrics` }),
    exportIntervalMillis: METRICS_EVERY_MS,
  }),
});
