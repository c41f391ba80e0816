import { type Counter, type Gauge, type Histogram, type Meter, metrics } from '@opentelemetry/api';
import type { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { type IMetricReader, MetricReader } from '@opentelemetry/sdk-metrics';
import { type LabelsOf, METRICS, type MetricName, type MetricOf } from './metric-registry.ts';

type Instruments = { counter: Counter; gauge: Gauge; histogram: Histogram };
let instruments = new Map<MetricName, Counter | Gauge | Histogram>();

/** Adds to a counter. */
export function count<N extends MetricOf<'counter'>>(name: N, labels: LabelsOf<N>, by = 1): void {
  instrument('counter', name).add(by, labels);
}

/** Puts one value into a histogram, in its unit. */
export function observe<N extends MetricOf<'histogram'>>(name: N, value: number, labels: LabelsOf<N>): void {
  instrument('histogram', name).record(value, labels);
}

/** Says what something stands at now. */
export function gauge<N extends MetricOf<'gauge'>>(name: N, value: number, labels: LabelsOf<N>): void {
  instrument('gauge', name).record(value, labels);
}

/** Seconds since an instant of `performance.now()`. */
export const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1_000;

function instrument<K extends keyof Instruments>(kind: K, name: MetricOf<K>): Instruments[K] {
  let known = instruments.get(name);
  if (known === undefined) {
    known = made(metrics.getMeter('gx'), kind, name);
    instruments.set(name, known);
  }
  return known as Instruments[K];
}

function made(meter: Meter, kind: keyof Instruments, name: MetricName): Counter | Gauge | Histogram {
  const { says: description, unit, ...spec } = METRICS[name];
  if (kind === 'counter') return meter.createCounter(name, { description, unit });
  if (kind === 'gauge') return meter.createGauge(name, { description, unit });
  const advice = 'buckets' in spec ? { explicitBucketBoundaries: [...spec.buckets] } : {};
  return meter.createHistogram(name, { description, unit, advice });
}

/** Read when somebody asks, never by a clock. */
class OnDemandReader extends MetricReader {
  isStarted = false;

  protected override onInitialized(): void {
    this.isStarted = true;
  }
  protected override async onForceFlush(): Promise<void> {
    // Nothing is kept back.
  }
  protected override async onShutdown(): Promise<void> {
    // Nothing is open.
  }
}

/** Prometheus' own format, loaded when somebody first reads. */
async function serializer(): Promise<PrometheusSerializer> {
  const { PrometheusSerializer } = await import('@opentelemetry/exporter-prometheus');
  return new PrometheusSerializer(undefined, false, undefined, false, true);
}

export type MetricsOnDemand = {
  readonly reader: IMetricReader;
  /** Everything that was measured, as Prometheus reads it; nothing where `OTEL_SDK_DISABLED` is set. */
  readonly text: () => Promise<string>;
  readonly stop: () => void;
};

/** A reader for the SDK that is about to start, and what it has read so far. */
export function metricsOnDemand(): MetricsOnDemand {
  const reader = new OnDemandReader();
  instruments = new Map();
  let format: Promise<PrometheusSerializer> | undefined;
  return {
    reader,
    text: async () => {
      if (!reader.isStarted) return '';
      format ??= serializer();
      return (await format).serialize((await reader.collect()).resourceMetrics);
    },
    stop: () => {
      metrics.disable();
      instruments = new Map();
    },
  };
}
