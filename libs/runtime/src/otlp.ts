import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { type IMetricReader, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace';

const METRICS_EVERY_MS = 15_000;

/** What sends by OTLP over HTTP. A file of its own: it is loaded where there is an endpoint to send to. */
export const otlp = (endpoint: string): { readonly spans: SpanProcessor; readonly metrics: IMetricReader } => ({
  spans: new BatchSpanProcessor({
    exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }),
    scheduledDelayMillis: 1_000,
    maxQueueSize: 8_192,
    maxExportBatchSize: 1_024,
  }),
  metrics: new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url: `${endpoint}/v1/metrics` }),
    exportIntervalMillis: METRICS_EVERY_MS,
  }),
});
